"""Which stones are dead, given whose each point is in the end, and the score that follows.

A group is in seki if it has fewer than two eyes and shares liberties with a living group like it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from gtpengine.board.colours import BLACK, opponent
from gtpengine.board.position import Chain, Position
from gtpengine.board.score import score
from gtpengine.partition.bits import bits_of
from gtpengine.partition.bits import stones_of as board_stones
from gtpengine.partition.groups import ENOUGH, groups_of

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
    moves: tuple[int, ...] = ()  # with which both played on before the score was taken

    def dead_stones(self, colour: int) -> frozenset[int]:
        """Return the dead stones of a colour."""
        return stones_of(chain for chain in self.dead if chain.colour == colour)


def judged(position: Position, ownership: dict[int, float]) -> Judgement:
    """Return the judgement that follows from whose each point is."""
    chains = list(position.chains())
    dead = tuple(chain for chain in chains if _belonging(chain, ownership) < DEAD_BELOW)
    living = [chain for chain in chains if chain not in dead]
    gone = stones_of(dead)
    seki = in_seki(position, living, gone)
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


def in_seki(position: Position, living: list[Chain], gone: frozenset[int]) -> tuple[Chain, ...]:
    """Return the living chains of groups without two eyes that share liberties with such groups."""
    groups = groups_of(*board_stones(position), bits_of(gone))
    leaning = [group for group in groups if group.eyes < ENOUGH]
    seki = 0
    for group in leaning:
        for foe in leaning:
            if foe.colour == opponent(group.colour) and foe.liberties & group.liberties:
                seki |= group.stones
    return tuple(chain for chain in living if seki & bits_of(chain.stones))
