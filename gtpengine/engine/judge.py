"""Which stones are dead: by whose the points are when random games end. Works at any time.

Where the searches are loaded, they look around each chain and correct that.
`final_score`, `final_status_list` and the players all ask the same judge, and it answers the same
position in the same way, so they cannot disagree.

A group is in seki if it has fewer than two eyes and shares liberties with a living group like it.
Known limits: before the searches are there, a group that random play cannot kill or save (a nakade)
may be judged wrongly.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.position import Chain, Position
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


@dataclass(frozen=True)
class Judgement:
    """The state of every chain, and the score that follows from it."""

    dead: tuple[Chain, ...]
    seki: tuple[Chain, ...]
    alive: tuple[Chain, ...]
    ownership: dict[int, float]  # from 1 Black to -1 White
    score: Fraction  # Black minus White by the position's rules, komi included

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
        """Return the judgement of a position, whoever is to move; however little time there is."""
        reading = self._warmup.reading(deadline, patience)
        thinking = None if self._thinking is None else self._thinking.reading(deadline, 0.0)
        key = (
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
        if key in self._known:
            return self._known[key]
        ownership = _ownership(reading, position, deadline, settings)
        if thinking is not None:
            ownership = thinking.settle(position, ownership, deadline)
        judgement = judged(position, ownership)
        if not deadline.expired():  # one that was cut short must not stand in for a full one
            while len(self._known) >= MOST_REMEMBERED:
                del self._known[next(iter(self._known))]
            self._known[key] = judgement
        return judgement

    def forget(self) -> None:
        """Drop all judgements."""
        self._known.clear()


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
