"""Putting the parts together: pipes, inbox, session, loop."""

from functools import partial
from pathlib import Path

from gtpengine.config import Config
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.hiring import complete_staff
from gtpengine.engine.settings import Settings
from gtpengine.engine.warmup import Loading
from gtpengine.evaluation.katago.keeper import PartnerSettings
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.gtp.analysis.analysing import Analysing, load_analyst
from gtpengine.gtp.autosave import Autosave
from gtpengine.gtp.catalogue import catalogue
from gtpengine.gtp.inbox import Inbox
from gtpengine.gtp.logs import Trace, TracedOutput, log_to_stderr
from gtpengine.gtp.loop import Loop
from gtpengine.gtp.pipes import Output, is_file, reserve_stdout
from gtpengine.gtp.session import Session

STDIN = 0


def serve(config: Config, games: Path | None) -> None:
    """Speak GTP on stdin and stdout until the client leaves; `games` is where games are kept.

    Raises:
        BadConfig: the log file cannot be written.
    """
    log_to_stderr(verbose=config.gtp.verbose)
    trace = Trace(config.gtp.log) if config.gtp.log else None
    output: Output = reserve_stdout()
    inbox = Inbox(STDIN, hurry_at_end=not is_file(STDIN))
    if trace is not None:
        inbox.on_line = trace.received
        output = TracedOutput(output, trace)
    adviser = _adviser(config)
    staff = complete_staff(Settings.of(config), adviser)
    autosave = None if games is None else Autosave(games)
    load = partial(load_analyst, adviser)
    analysing = Loading[Analysing | None](None, load, "analysis", after=staff.thinking)
    session = Session(config, staff, autosave, inbox.watching, analysing)
    loop = Loop(session, catalogue(config.gtp), inbox, output)
    inbox.start()
    staff.start(when=lambda: loop.answered > 0)
    analysing.start(when=lambda: loop.answered > 0)
    loop.run()
    session.report_statistics()
    if adviser is not None:
        adviser.close()


def _adviser(config: Config) -> Adviser | None:
    """Return who asks the partner that the settings name; it loads behind the conversation."""
    words = config.katago.words()
    if not words:
        return None
    found = Adviser(KataGo(PartnerSettings(words)), config.katago.move_visits)
    if config.player.evaluator != "own":
        found.start()
    return found
