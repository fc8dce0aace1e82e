"""Analysis while somebody watches, and moves with their analysis: Leela Zero's and KataGo's forms.

The names `analyze` and `genmove_analyze` are left out on purpose: Sabaki would take them first and
read their rates as integers.
"""

import threading
import time
from collections.abc import Generator

from gtpengine.board.points import vertex_of
from gtpengine.engine.decision import Decision
from gtpengine.engine.player import Choice
from gtpengine.gtp.analysis.infolines import Dialect, info_line
from gtpengine.gtp.analysis.watching import TICK_SECONDS, Latest
from gtpengine.gtp.analysis.wishes import Wishes, wishes_of
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session

commands = Registry()

Lines = Generator[str, None, None]


@commands.add("lz-analyze")
def lz_analyze(session: Session, arguments: Arguments) -> Lines:
    """Stream what is known of the moves until any input arrives; the game is left alone."""
    return _analysis(session, wishes_of(arguments, session.position), Dialect.LZ)


@commands.add("kata-analyze")
def kata_analyze(session: Session, arguments: Arguments) -> Lines:
    """Stream what is known of the moves until any input arrives; the game is left alone."""
    return _analysis(session, wishes_of(arguments, session.position), Dialect.KATA)


@commands.add("lz-genmove_analyze", changes=True, whole=True)
def lz_genmove_analyze(session: Session, arguments: Arguments) -> Lines:
    """Choose and play a move, streaming what is known meanwhile; ends with `play MOVE`."""
    return _move(session, wishes_of(arguments, session.position), Dialect.LZ)


@commands.add("kata-genmove_analyze", changes=True, whole=True)
def kata_genmove_analyze(session: Session, arguments: Arguments) -> Lines:
    """Choose and play a move, streaming what is known meanwhile; ends with `play MOVE`."""
    return _move(session, wishes_of(arguments, session.position), Dialect.KATA)


class _Pace:
    """Lets one line through per interval, the newest."""

    def __init__(self, wishes: Wishes, dialect: Dialect) -> None:
        self._wishes = wishes
        self._dialect = dialect
        self._next = 0.0  # the first line comes as soon as there is one
        self._waiting: Decision | None = None

    def line(self, news: Decision | None) -> str:
        """Return the line that is due, empty if none is."""
        if news is not None:
            self._waiting = news
        if self._waiting is None or time.monotonic() < self._next:
            return ""
        self._next = time.monotonic() + self._wishes.interval
        text = info_line(self._waiting, self._wishes, self._dialect)
        self._waiting = None
        return text


def _analysis(session: Session, wishes: Wishes, dialect: Dialect) -> Lines:
    pace = _Pace(wishes, dialect)
    study = session.study(wishes.colour, wishes.hidden)
    try:
        for news in study:
            yield pace.line(news)
    finally:
        study.close()


def _move(session: Session, wishes: Wishes, dialect: Dialect) -> Lines:
    box: Latest[Decision] = Latest()
    choices: list[Choice] = []

    def think() -> None:
        choices.append(session.move(wishes.colour, watch=box.put))

    work = threading.Thread(target=think, name="genmove", daemon=True)
    work.start()
    pace = _Pace(wishes, dialect)
    while work.is_alive():
        work.join(TICK_SECONDS)
        yield pace.line(box.take())
    choice = choices[0]  # a thread that failed leaves none, and the loop goes back
    session.save()
    decision = session.last_decision
    if decision is not None:
        yield info_line(decision.led_by(choice.point), wishes, dialect)
    yield f"play {vertex_of(choice.point)}"
