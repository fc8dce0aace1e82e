"""Which stones are dead: by whose the points are when random games end. Works at any time.

Where the searches are loaded, they look around each chain and correct that.
`final_score`, `final_status_list` and the players all ask the same judge, and it answers the same
position in the same way, so they cannot disagree.

By territory the score is that of the game played to its end (`Judge.counted`): dame are filled, and
what they threaten is protected.

A group is in seki if it has fewer than two eyes and shares liberties with a living group like it.
Known limits: before the searches are there, a group that random play cannot kill or save (a nakade)
may be judged wrongly.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.position import Chain, Position
from gtpengine.board.rules import Scoring
from gtpengine.board.score import score
from gtpengine.deadline import Deadline
from gtpengine.engine.reading import Reading
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinking import Thinking
from gtpengine.engine.warmup import Loading, Warmup
from gtpengine.partition.bits import bits_of
from gtpengine.partition.bits import stones_of as board_stones
from gtpengine.partition.groups import ENOUGH, groups_of

# Share of the time that may go into waiting for the kernels.
PATIENCE = 0.9
MOST_REMEMBERED = 256
# A chain whose points end up the opponent's more often than this is dead. Chosen among 0, -0.1 to
# -0.5 on 85 shared boards with known dead stones, with 300, 1000 and 3000 playouts: boards without
# a mistake are the same at 0 (60, 61, 60) and -0.1 (62, 61, 60) and fewer from -0.2 on, but -0.1
# misjudges fewer stones (198, 176, 186 against 232, 222, 237). No other boards were held back.
DEAD_BELOW = -0.1
# Shares of the board that may be open when a game is played to its end: whenever somebody asks for
# a score, and where it is over without anybody saying so. Of 132 finished games one has more than
# 0.08, namely 0.19.
MOST_OPEN = 0.2
OVER = 0.08
# Points by which the end of a game may differ from the board as it stands: where a whole group
# changes hands the small searches of the end are not to be believed. In 132 finished games no end
# that differed by more was right; one that differed by 14 points was.
MOST_CHANGED = 20
FULL = 0.5  # share of the board with stones on it, before which no game is over


@dataclass(frozen=True)
class Judgement:
    """The state of every chain, and the score that follows from it."""

    dead: tuple[Chain, ...]
    seki: tuple[Chain, ...]
    alive: tuple[Chain, ...]
    ownership: dict[int, float]  # from 1 Black to -1 White
    score: Fraction  # Black minus White by the position's rules, komi included
    moves: tuple[int, ...] = ()  # with which both played on before the score was taken

    def dead_stones(self, colour: int) -> frozenset[int]:
        """Return the dead stones of a colour."""
        return stones_of(chain for chain in self.dead if chain.colour == colour)


class Judge:
    """Judges positions; remembers its judgements."""

    def __init__(self, warmup: Warmup, thinking: Loading[Thinking | None] | None = None) -> None:
        self._warmup = warmup
        self._thinking = thinking
        self._known: dict[tuple[object, ...], Judgement] = {}

    def judgement(
        self, position: Position, deadline: Deadline, settings: Settings, patience: float = PATIENCE
    ) -> Judgement:
        """Return the judgement of a position, whoever is to move; however little time there is.

        Its score is that of the board as it stands.
        """
        reading = self._warmup.reading(deadline, patience)
        thinking = None if self._thinking is None else self._thinking.reading(deadline, 0.0)
        key = _key(reading, thinking, position, settings)
        if key in self._known:
            return self._known[key]
        ownership = _ownership(reading, position, deadline, settings)
        if thinking is not None:
            ownership = thinking.settle(position, ownership, deadline)
        judgement = judged(position, ownership)
        self._remember(key, judgement, deadline)
        return judgement

    def counted(self, position: Position, deadline: Deadline, settings: Settings) -> Judgement:
        """Return the judgement with the score of the game played to its end, where it is over."""
        judgement = self.judgement(position, deadline, settings)
        thinking = None if self._thinking is None else self._thinking.reading(deadline, 0.0)
        if thinking is None:
            return judgement
        reading = self._warmup.reading(deadline, 0.0)
        key = (position.to_move, *_key(reading, thinking, position, settings))
        if key in self._known:
            return self._known[key]
        found = played_on(position, judgement, thinking, deadline) or judgement
        self._remember(key, found, deadline)
        return found

    def _remember(self, key: tuple[object, ...], judgement: Judgement, deadline: Deadline) -> None:
        if deadline.expired():
            return  # one that was cut short must not stand in for a full one
        while len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[key] = judgement

    def forget(self) -> None:
        """Drop all judgements."""
        self._known.clear()


def _key(
    reading: Reading, thinking: Thinking | None, position: Position, settings: Settings
) -> tuple[object, ...]:
    """Return all that a judgement hangs on."""
    return (
        reading.name,
        thinking is not None,
        position.width,
        position.height,
        tuple(position.stones(BLACK)),
        tuple(position.stones(WHITE)),
        position.ko_point,
        tuple(position.prisoners),
        position.handicap,
        position.komi,
        position.rules,
        settings.playouts,
        settings.seed,
    )


def final_score(
    position: Position,
    reading: Reading,
    thinking: Thinking,
    deadline: Deadline,
    settings: Settings,
) -> Fraction | None:
    """Return Black's score by territory where a game is over; None elsewhere, or without time."""
    area = position.width * position.height
    stones = len(position.stones(BLACK)) + len(position.stones(WHITE))
    if position.rules.scoring is Scoring.AREA or stones < FULL * area:
        return None
    ownership = _ownership(reading, position, deadline, settings)
    judgement = judged(position, thinking.settle(position, ownership, deadline))
    found = played_on(position, judgement, thinking, deadline, OVER)
    return None if found is None or deadline.expired() else found.score


def played_on(
    position: Position,
    judgement: Judgement,
    thinking: Thinking,
    deadline: Deadline,
    open_share: float = MOST_OPEN,
) -> Judgement | None:
    """Return the judgement with the score by territory of the game played to its end.

    Which chains are dead is not asked again; those that are in seki at the end are so now. None:
    rules count area, more than that share of the board is open, a whole group changes hands, or
    there is no time.
    """
    if position.rules.scoring is Scoring.AREA:
        return None
    end = thinking.finish(position, stones_of(judgement.dead), open_share, deadline)
    if end is None:
        return None
    living = [chain for chain in end.position.chains() if not end.dead & chain.stones]
    shared = stones_of(_in_seki(end.position, living, end.dead))
    points = score(end.position, end.dead, shared)
    if abs(points - judgement.score) > MOST_CHANGED:
        return None
    here = (*judgement.seki, *judgement.alive)
    return replace(
        judgement,
        seki=tuple(chain for chain in here if shared & chain.stones),
        alive=tuple(chain for chain in here if not shared & chain.stones),
        score=points,
        moves=end.moves,
    )


def _ownership(
    reading: Reading, position: Position, deadline: Deadline, settings: Settings
) -> dict[int, float]:
    """Return the ownership over random games of which each side begins half."""
    total = dict.fromkeys(position.points(), 0.0)
    for colour in (BLACK, WHITE):
        view = position.copy()
        view.to_move = colour
        half = reading.ownership(view, settings.playouts // 2, settings.seed + colour, deadline)
        total = {point: total[point] + share / 2 for point, share in half.items()}
    return total


def judged(position: Position, ownership: dict[int, float]) -> Judgement:
    """Return the judgement that follows from whose each point is."""
    chains = list(position.chains())
    dead = tuple(chain for chain in chains if _belonging(chain, ownership) < DEAD_BELOW)
    living = [chain for chain in chains if chain not in dead]
    gone = stones_of(dead)
    seki = _in_seki(position, living, gone)
    alive = tuple(chain for chain in living if chain not in seki)
    points = score(position, gone, stones_of(seki))
    return Judgement(dead, seki, alive, ownership, points)


def stones_of(chains: Iterable[Chain]) -> frozenset[int]:
    """Return the stones of all `chains`."""
    return frozenset(stone for chain in chains for stone in chain.stones)


def _belonging(chain: Chain, ownership: dict[int, float]) -> float:
    """Return how far the chain's points stay its owner's: 1 always, -1 never."""
    sign = 1 if chain.colour == BLACK else -1
    return sign * sum(ownership[stone] for stone in chain.stones) / len(chain.stones)


def _in_seki(position: Position, living: list[Chain], gone: frozenset[int]) -> tuple[Chain, ...]:
    """Return the living chains of groups without two eyes that share liberties with such groups."""
    groups = groups_of(*board_stones(position), bits_of(gone))
    leaning = [group for group in groups if group.eyes < ENOUGH]
    seki = 0
    for group in leaning:
        for foe in leaning:
            if foe.colour == opponent(group.colour) and foe.liberties & group.liberties:
                seki |= group.stones
    return tuple(chain for chain in living if seki & bits_of(chain.stones))
