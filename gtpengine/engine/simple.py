"""The simple honest player: tactics first, then chance.

It saves and takes chains, keeps its eyes, plays at random where the board is still open, and passes
when nothing is. It never resigns.
"""

import random
from collections.abc import Callable

from gtpengine.board.colours import BLACK, EMPTY, colour_name, opponent
from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.score import result_text
from gtpengine.deadline import Deadline
from gtpengine.engine.judge import Judge
from gtpengine.engine.player import Choice, any_move
from gtpengine.engine.reading import Tactics
from gtpengine.engine.settings import Settings
from gtpengine.engine.warmup import Warmup
from gtpengine.model.judgement import Judgement

# A point is settled when its ownership exceeds this: one side has it in 95 of 100 random games.
SETTLED = 0.9
# Share of a move's time that may go into waiting for the kernels.
PATIENCE = 0.5
# Chains with more liberties than this are not read.
MOST_LIBERTIES = 3


class SimplePlayer:
    """Plays by tactics first and by chance after that; the chance is that of seed and position."""

    name = "simple player"

    def __init__(self, warmup: Warmup, judge: Judge, settings: Callable[[], Settings]) -> None:
        self._warmup = warmup
        self._judge = judge
        self._settings = settings

    def choose(self, position: Position, deadline: Deadline) -> Choice:
        """Return a move; with `think_full_time` only when the deadline has come."""
        choice = self._choice(position, deadline)
        if self._settings().think_full_time:
            deadline.wait()
        return choice

    def forget(self) -> None:
        """Drop the judgements."""
        self._judge.forget()

    def _choice(self, position: Position, deadline: Deadline) -> Choice:
        settings = self._settings()
        chance = random.Random(f"{settings.seed} {position.hash} {position.to_move}")
        reading = self._warmup.reading(deadline, PATIENCE)
        if deadline.expired():
            return any_move(position, chance)
        judgement = self._judge.judgement(position, deadline, settings, patience=0.0)
        colour = position.to_move
        if position.passes() and _lead(judgement, colour) > 0:
            return Choice(
                PASS,
                f"Pass: {colour_name(opponent(colour))} passed, and {colour_name(colour)} is ahead "
                f"({result_text(judgement.score)}).",
            )
        tactics = reading.tactics(position)
        urgent = _tactical(position, tactics, deadline)
        if urgent is not None:
            return urgent
        return _open_move(position, judgement, tactics, chance)


def _lead(judgement: Judgement, colour: int) -> float:
    return float(judgement.score if colour == BLACK else -judgement.score)


def _tactical(position: Position, tactics: Tactics, deadline: Deadline) -> Choice | None:
    """Return the move that saves or takes the most stones, or None."""
    colour = position.to_move
    best: tuple[int, Choice] | None = None
    for chain in sorted(position.chains(), key=lambda chain: -len(chain.stones)):
        if deadline.expired() or (best is not None and best[0] >= len(chain.stones)):
            break
        if len(chain.liberties) > MOST_LIBERTIES:
            continue
        stone = min(chain.stones)
        stones = f"{len(chain.stones)} stone{'s' if len(chain.stones) > 1 else ''}"
        attack = tactics.attack(stone)
        if attack == NO_POINT:
            continue
        defence = tactics.defence(stone)
        if chain.colour == colour:
            move, deed = defence, f"saves {stones} at {vertex_of(stone)}"
        else:
            # What cannot run away need not be taken yet.
            move = attack if defence != NO_POINT else NO_POINT
            deed = f"takes {stones} at {vertex_of(stone)}"
        if move != NO_POINT and _sensible(position, tactics, colour, move, may_be_taken=True):
            best = (len(chain.stones), Choice(move, f"{vertex_of(move)} {deed}."))
    return None if best is None else best[1]


def _open_move(
    position: Position, judgement: Judgement, tactics: Tactics, chance: random.Random
) -> Choice:
    """Return a random move where the board is not settled, or a pass."""
    colour = position.to_move
    points = [
        point
        for point in position.points()
        if position.colour_at(point) == EMPTY and abs(judgement.ownership[point]) < SETTLED
    ]
    chance.shuffle(points)
    for point in points:
        if _sensible(position, tactics, colour, point):
            return Choice(
                point,
                f"{vertex_of(point)} is one of {len(points)} points still open, chosen by chance.",
            )
    return Choice(PASS, "Pass: no point is open where a move would do any good.")


def _sensible(
    position: Position, tactics: Tactics, colour: int, point: int, *, may_be_taken: bool = False
) -> bool:
    """Tell whether a move is legal, fills no own eye and, as a rule, is no self-atari."""
    if position.is_own_eye(colour, point) or not position.is_legal(colour, point):
        return False
    return may_be_taken or not tactics.is_self_atari(colour, point)
