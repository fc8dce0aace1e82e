"""What a player is, and how to get a move from one without fail."""

import logging
import random
import threading
import time
from dataclasses import dataclass
from typing import Protocol

from gtpengine.board.colours import colour_name
from gtpengine.board.points import PASS, RESIGN, vertex_of
from gtpengine.board.position import Position
from gtpengine.deadline import Deadline

log = logging.getLogger(__name__)

# A player is told to end a little earlier, that share of the time and no more than so many seconds:
# to put a decision together takes time as well.
RESERVE_SHARE = 0.1
MOST_RESERVE_SECONDS = 0.1
# One that has not answered this long after the deadline is left behind: if it has made an offer,
GRACE_SECONDS = 0.02
# and if it has not: the first playouts of a search are a matter of milliseconds, but a machine may
# be so busy that they take longer, and a random move is worse than a late one.
OVERRUN_SECONDS = 3.0


@dataclass(frozen=True)
class Choice:
    """A move (a point, PASS or RESIGN) and the reason for it, in words for the user."""

    point: int
    explanation: str


class Player(Protocol):
    """Chooses moves. The same position, settings and time give the same move."""

    name: str

    def choose(self, position: Position, deadline: Deadline) -> Choice:
        """Return a move for `position.to_move`; the position may be used up, it is a copy.

        The player must poll the deadline and return what it has once that has expired.
        """
        ...

    def forget(self) -> None:
        """Drop whatever is remembered from earlier positions."""
        ...


def choose_surely(player: Player, position: Position, deadline: Deadline) -> Choice:
    """Return a legal move for `position.to_move` in time, whatever happens inside the player.

    An exception, an illegal move or a player that overruns its deadline is logged, and the move
    that it last offered takes its place: at once, if there is one. Otherwise the player is waited
    for a while, and a random sensible move is the last resort.
    """
    answers: list[Choice] = []
    done = threading.Event()
    for_choosing, for_checking = position.copy(), position.copy()
    left = deadline.remaining()
    own = deadline.part(left - min(RESERVE_SHARE * left, MOST_RESERVE_SECONDS))

    def think() -> None:
        try:
            with own:
                choice = player.choose(for_choosing, own)
            if choice.point not in (PASS, RESIGN):
                for_checking.play(position.to_move, choice.point)
            answers.append(choice)
        except BaseException:  # even an attempt to exit must not cost a move
            log.exception("%s failed; another move takes its place", player.name)
        finally:
            done.set()

    threading.Thread(target=think, name="player", daemon=True).start()
    while not done.is_set() and not deadline.expired():
        done.wait(min(deadline.remaining(), 0.05))
    until = time.monotonic() + OVERRUN_SECONDS
    done.wait(GRACE_SECONDS)
    while own.offer is None and not done.is_set() and time.monotonic() < until:
        done.wait(GRACE_SECONDS)
    if not done.is_set():
        log.error("%s did not stop in time; another move takes its place", player.name)
    if answers:
        return answers[0]
    offer = deadline.offer = own.offer
    if offer == PASS or (offer is not None and position.is_legal(position.to_move, offer)):
        return Choice(offer, f"{vertex_of(offer)}: the best move when the time was over.")
    return any_move(position, random.Random(position.hash))


def any_move(position: Position, chance: random.Random) -> Choice:
    """Return a random legal move that fills no own eye, or a pass."""
    colour = position.to_move
    points = list(position.points())
    chance.shuffle(points)
    for point in points:
        if not position.is_own_eye(colour, point) and position.is_legal(colour, point):
            return Choice(point, f"{vertex_of(point)}: any move, for want of a better reason.")
    return Choice(PASS, f"Pass: {colour_name(colour)} has no move left but its own eyes.")
