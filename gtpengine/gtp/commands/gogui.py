"""What GoGui's analyze menu offers: regions, temperatures, thermographs, threats, strategies.

All views of one position come from one decision, made when the first of them is asked for. Reports
and kernels are imported no earlier: the first answers of a session must not wait for them.
"""

from typing import TYPE_CHECKING

from gtpengine.board.colours import colour_name
from gtpengine.board.points import vertex_of
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpError, GtpSyntaxError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

if TYPE_CHECKING:
    from gtpengine.model.survey import Survey
    from gtpengine.report.view import PositionView, RegionView

commands = Registry()

# type/label/command, as GoGui shows them in its menu.
MENU = (
    "gfx/Regions by Temperature/gtpengine-regions",
    "sboard/Temperatures/gtpengine-temperatures",
    "sboard/Counts of Regions/gtpengine-means",
    "sboard/Gote and Sente/gtpengine-kinds",
    "dboard/Ownership/gtpengine-ownership",
    "hstring/Thermograph/gtpengine-thermograph %p",
    "hstring/Value of this Place/gtpengine-place %p",
    "hstring/Table of Regions/gtpengine-table",
    "pspairs/Worth of Moves/gtpengine-move_values %c",
    "varb/Local Line Black First/gtpengine-line black %p",
    "varw/Local Line White First/gtpengine-line white %p",
    "varc/Best Local Line/gtpengine-line %c",
    "gfx/Ko Threats/gtpengine-ko_threats",
    "hstring/Strategies Compared/gtpengine-strategies",
    "string/Reason of Last Move/gomill-explain_last_move",
    "string/Statistics of Game/gtpengine-stats",
    "plist/Dead Stones/final_status_list dead",
    "param/Parameters/gtpengine-param",
)


@commands.add("gogui-analyze_commands")
def analyze_commands(session: Session, arguments: Arguments) -> str:
    """Return GoGui's menu."""
    return "\n".join(MENU)


@commands.add("gtpengine-regions")
def regions(session: Session, arguments: Arguments) -> str:
    """Return the regions coloured by temperature."""
    from gtpengine.gtp.analysis.goguiviews import regions_gfx

    return regions_gfx(_view(session))


@commands.add("gtpengine-temperatures")
def temperatures(session: Session, arguments: Arguments) -> str:
    """Return a board with the temperature of each region."""
    from gtpengine.gtp.analysis.goguiviews import temperature_board

    return temperature_board(_view(session))


@commands.add("gtpengine-means")
def means(session: Session, arguments: Arguments) -> str:
    """Return a board with the count of each region."""
    from gtpengine.gtp.analysis.goguiviews import mean_board

    return mean_board(_view(session))


@commands.add("gtpengine-kinds")
def kinds(session: Session, arguments: Arguments) -> str:
    """Return a board with the kind of each region."""
    from gtpengine.gtp.analysis.goguiviews import kind_board

    return kind_board(_view(session))


@commands.add("gtpengine-ownership")
def ownership(session: Session, arguments: Arguments) -> str:
    """Return a board of whose each point will be."""
    from gtpengine.gtp.analysis.goguiviews import ownership_board

    return ownership_board(_view(session), session.decision().ownership)


@commands.add("gtpengine-thermograph")
def thermograph(session: Session, arguments: Arguments) -> str:
    """Return the region under a point in words, with its thermograph."""
    from gtpengine.gtp.analysis.thermotext import thermograph_text

    point = arguments.point(0, session.position)
    view = _view(session)
    return "\n" + thermograph_text(view, _region_at(view, point))


@commands.add("gtpengine-place")
def place(session: Session, arguments: Arguments) -> str:
    """Return what a place is worth: C1:H4, several points, or the surroundings of one point."""
    from gtpengine.gtp.analysis.places import place_text

    if not len(arguments):
        raise GtpSyntaxError("a place is missing: C1:H4, several points, or one point")
    return "\n" + place_text(session.position, " ".join(arguments.words))


@commands.add("gtpengine-table")
def table(session: Session, arguments: Arguments) -> str:
    """Return all regions as a table."""
    from gtpengine.report.analysistext import as_text

    return "\n" + as_text(_view(session))


@commands.add("gtpengine-move_values")
def values_of_moves(session: Session, arguments: Arguments) -> str:
    """Return what the moves of a colour are worth."""
    colour = arguments.colour(0) if len(arguments) else session.position.to_move
    survey = _survey(session)
    from gtpengine.gtp.analysis.comparison import move_values

    return move_values(session.seen_by(colour), survey)


@commands.add("gtpengine-line")
def line(session: Session, arguments: Arguments) -> str:
    """Return what follows when a colour begins: under a point, or in the hottest region."""
    colour = arguments.colour(0)
    view = _view(session)
    if len(arguments) > 1:
        places = [_region_at(view, arguments.point(1, session.position))]
    else:
        places = list(view.regions)
    for region in places:
        found = region.lines.get(colour)
        if found is not None and found.moves:
            return " ".join(vertex_of(point) for _, point, _ in found.moves)
    raise GtpError(f"no line of {colour_name(colour)} is known there")


@commands.add("gtpengine-ko_threats")
def ko_threats(session: Session, arguments: Arguments) -> str:
    """Return the ko threats of both sides."""
    survey = _survey(session)
    from gtpengine.gtp.analysis.comparison import threats_gfx

    return threats_gfx(session.position, survey)


@commands.add("gtpengine-strategies")
def strategies(session: Session, arguments: Arguments) -> str:
    """Return what every strategy would play now."""
    survey = _survey(session)
    from gtpengine.gtp.analysis.comparison import strategies_table

    return "\n" + strategies_table(session.position, survey)


def _view(session: Session) -> "PositionView":
    survey = _survey(session)
    from gtpengine.report.analysisjson import as_json
    from gtpengine.report.view import view_of

    return view_of(as_json(survey))


def _region_at(view: "PositionView", point: int) -> "RegionView":
    region = view.region_at(point)
    if region is None:
        raise GtpError(f"{vertex_of(point)} is settled: it is in no region")
    return region


def _survey(session: Session) -> "Survey":
    survey = session.decision().survey
    assert survey is not None  # a decision for reports has one
    return survey
