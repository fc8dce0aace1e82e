"""Thermostrat: play where the gap between the walls is widest, at the temperature that pays most.

At temperature t the opponent's walls of all regions together, plus the widest gap between the walls
of one region, is what the player is sure of if moves cost t: the compound wall. Where it is best
for him, he plays in the region with the widest gap. Several temperatures may be best, and several
regions widest: the tie rules decide.
"""

from enum import Enum
from fractions import Fraction
from itertools import compress
from typing import NamedTuple

from gtpengine.strategy.candidates import candidates, described, passing
from gtpengine.strategy.choice import Choice
from gtpengine.strategy.outlook import BLACK, Outlook
from gtpengine.strategy.situation import Situation
from gtpengine.strategy.words import mixed, points
from gtpengine.values.trajectory import Trajectory


class Tie(Enum):
    """Which temperature counts if several are best.

    The highest lost less in the seeded set: 0.497 points against 0.582 (`gtpengine experiments
    strategies`). Of regions with equal gaps the hottest is taken, then the first.
    """

    HIGHEST = "highest"
    LOWEST = "lowest"


class _Gap(NamedTuple):
    """A region with the wall that the player leans on, and the opponent's."""

    outlook: Outlook
    own: Trajectory
    other: Trajectory

    def width(self, t: Fraction, side: int) -> Fraction:
        return side * (self.own.value_at(t) - self.other.value_at(t))


def thermostrat(situation: Situation, tie: Tie = Tie.HIGHEST) -> Choice:
    """Return the move in the region with the widest gap at the temperature that pays most."""
    playable = situation.playable()
    if not playable:
        return passing(situation, "Thermostrat")
    side = situation.side
    # Regions without a move of the player add the same wall whatever he does, cold ones a constant.
    counted = [outlook for outlook in situation.outlooks if outlook.temperature > situation.idle]
    floor = _floor(situation, counted)
    gaps = [_gap(outlook, side, floor) for outlook in counted]
    is_mine = [situation.own_move(gap.outlook) is not None for gap in gaps]
    mine = list(compress(gaps, is_mine))
    top = max(gap.outlook.temperature for gap in mine)
    corners = {t for gap in gaps for wall in gap[1:] for _, t in wall.points}
    best: tuple[Fraction, Fraction] | None = None  # what he is sure of, and the temperature
    for t in sorted({floor, top, *corners}):
        if t > top:
            break
        others = [side * gap.other.value_at(t) for gap in gaps]
        widest = max(
            side * gap.own.value_at(t) - other
            for gap, other in zip(mine, compress(others, is_mine), strict=True)
        )
        sure = sum(others, widest)
        if best is None or sure > best[0] or (sure == best[0] and tie is Tie.HIGHEST):
            best = (sure, t)
    assert best is not None
    sure, t = best
    chosen = max(mine, key=lambda gap: (gap.width(t, side), gap.outlook.temperature))
    move = situation.own_move(chosen.outlook)
    assert move is not None
    reason = (
        f"{situation.show(move)}: the widest gap, {points(chosen.width(t, side))} at temperature "
        f"{mixed(t)}, in {chosen.outlook.name} ({described(situation, chosen.outlook)}); "
        f"at that temperature {mixed(side * sure)} is certain"
    )
    return Choice(
        move,
        chosen.outlook.region,
        "Thermostrat",
        (reason,),
        tuple(candidates(situation)),
    )


def _floor(situation: Situation, outlooks: list[Outlook]) -> Fraction:
    """Return the lowest temperature at which all walls are known and moves are worth something."""
    known = [each.left_wall.floor for each in outlooks if each.left_wall is not None]
    return max([situation.idle, *known])


def _gap(outlook: Outlook, side: int, floor: Fraction) -> _Gap:
    left, right = outlook.walls(floor)
    return _Gap(outlook, left, right) if side == BLACK else _Gap(outlook, right, left)
