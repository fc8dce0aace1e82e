// Asks the engine for every view of its analyze menu, by GoGui's own client and parsers.
// Usage: java -cp GOGUI GoGuiViews.java COMMAND SIZE; one line for each view: type, label, what came.

import java.util.ArrayList;
import net.sf.gogui.go.GoColor;
import net.sf.gogui.go.GoPoint;
import net.sf.gogui.go.PointList;
import net.sf.gogui.gtp.AnalyzeCommand;
import net.sf.gogui.gtp.AnalyzeDefinition;
import net.sf.gogui.gtp.AnalyzeUtil;
import net.sf.gogui.gtp.GtpClient;
import net.sf.gogui.gtp.GtpError;
import net.sf.gogui.gtp.GtpUtil;

public class GoGuiViews
{
    public static void main(String[] args) throws Exception
    {
        int size = Integer.parseInt(args[1]);
        GtpClient engine = new GtpClient(args[0], null, false, null);
        engine.queryProtocolVersion();
        engine.querySupportedCommands();
        engine.queryInterruptSupport();
        engine.sendBoardsize(size);
        engine.sendClearBoard(size);
        for (String move : new String[] {"b C3", "w G7", "b G3", "w C7"})
            engine.send("play " + move);
        ArrayList<AnalyzeDefinition> views = AnalyzeDefinition.read(
            engine.getSupportedCommands(), null, engine.send("gogui-analyze_commands"));
        for (AnalyzeDefinition view : views)
        {
            AnalyzeCommand command = new AnalyzeCommand(view);
            if (command.needsColorArg())
                command.setColorArg(GoColor.BLACK);
            if (command.needsPointArg())
                command.setPointArg(GoPoint.get(4, 4));
            if (command.needsStringArg())
                command.setStringArg("");
            if (command.needsOptStringArg())
                command.setOptStringArg("");
            String came;
            try
            {
                String response = engine.send(command.replaceWildCards(GoColor.BLACK));
                came = parsed(view, response, size);
            }
            catch (GtpError error)
            {
                came = "REFUSED " + error.getMessage();
            }
            catch (Exception error)
            {
                came = "FAILED " + error;
            }
            System.out.println(view.getType() + "\t" + view.getLabel() + "\t" + came);
        }
        engine.send("quit");
        engine.close();
        engine.waitForExit();
    }

    private static String parsed(AnalyzeDefinition view, String response, int size) throws Exception
    {
        switch (view.getType())
        {
        case BWBOARD:
        case CBOARD:
        case SBOARD:
            return GtpUtil.parseStringBoard(response, size).length + " columns";
        case DBOARD:
            return GtpUtil.parseDoubleBoard(response, size).length + " columns";
        case PLIST:
            return GtpUtil.parsePointList(response, size).size() + " points";
        case PSPAIRS:
        {
            PointList points = new PointList();
            ArrayList<String> texts = new ArrayList<String>();
            GtpUtil.parsePointStringList(response, points, texts, size);
            return points.size() + " pairs";
        }
        case VAR:
        case VARB:
        case VARC:
        case VARP:
        case VARPO:
        case VARW:
            return GtpUtil.parseVariation(response, GoColor.BLACK, size).length + " moves";
        case PARAM:
        {
            int count = 0;
            for (String line : response.split("\n"))
                if (AnalyzeUtil.parseParameterLine(line).m_key.length() > 0)
                    count += 1;
            return count + " parameters";
        }
        default:
            return response.length() + " characters";
        }
    }
}
