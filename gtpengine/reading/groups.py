"""Groups that can be killed: what a player should know before it trusts its own judgement.

`critical_groups(position, ownership, seconds)` reads every chain without much land, the largest
first, and tells which of them die when the attacker moves first, where he plays, and what
saves them. Only life without any condition is proved; all else is read in an arena
(`reading.arena`) and called heuristic.
"""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.partition.alternating import safety
from gtpengine.partition.bits import Bits, beside, components, flood, points_of, stones_of
from gtpengine.reading.arena import Surroundings, local_arena
from gtpengine.reading.frame import Frame, Stones, components_at, targets_of
from gtpengine.reading.status import Fate, Reading, StatusReader

SMALLEST = 2  # stones of a chain that is looked at
# Positions of a search: what is easy comes first.
THOROUGH = (3_000, 30_000)
QUICK = (500, 2_500)  # for a player in a search: some milliseconds for each group that is new
_MOST_KNOWN = 4000  # readings that are remembered
_DEAD = -0.5  # what an owner has of an attacker's stones that hinder nobody
_EXIT = -0.2  # and of an empty point where a stone has escaped
_LOST = -0.8  # and of one where there is no hope
_LAND = 0.7  # and of his land
_MUCH = 15  # points of land that are life


class Standing(Enum):
    """What becomes of a group."""

    ALIVE = "alive"
    CRITICAL = "critical"  # who moves first decides
    DEAD = "dead"


@dataclass(frozen=True)
class Group:
    """A chain and what was read about it.

    Attributes:
        colour: whose it is.
        stones: its points.
        standing: what becomes of it.
        kill: the attacker's first move where it is critical, else None.
        save: the owner's.
        ko: whether a ko decides for one who moves first.
        proved: whether it is proved rather than read.
        zone: the points on which the reading rests.
    """

    colour: int
    stones: tuple[int, ...]
    standing: Standing
    kill: int | None = None
    save: int | None = None
    ko: bool = False
    proved: bool = False
    zone: Bits = 0


class GroupReader:
    """Reads groups and remembers what it read while nothing near them changes."""

    def __init__(self) -> None:
        self._reader = StatusReader(THOROUGH[-1])
        self._known: dict[tuple[object, ...], tuple[int, Reading, Reading]] = {}

    def critical_groups(
        self,
        position: Position,
        ownership: Mapping[int, float],
        seconds: float | None,
        limits: tuple[int, ...] = THOROUGH,
    ) -> list[Group]:
        """Return what could be read within about `seconds` of processor time, largest chain first.

        Args:
            position: the stones; whose turn it is does not matter.
            ownership: per point from 1.0 Black to -1.0 White, as somebody judges it. It tells which
                attackers are captured already, and where a group has escaped.
            seconds: how long to think; what was read before costs nothing. None: as long as it
                takes, and nothing hangs on the clock.
            limits: positions of a search, ascending; a group that takes more is left out.
        """
        until = math.inf if seconds is None else time.thread_time() + seconds
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        found: dict[Bits, Group] = {}
        todo = []
        for colour, stones in self._sides(position):
            safe = safety(stones.full, stones.own, stones.foe).safe
            for chain in components(stones.own):
                if chain & safe:
                    found[chain] = Group(
                        colour, tuple(points_of(chain)), Standing.ALIVE, proved=True
                    )
            todo += self._frames(colour, stones, safe, ownership)
        todo.sort(key=lambda item: -item[1].bit_count())
        for limit in limits:
            for colour, chain, frame in todo:
                if chain in found:
                    continue
                known = self._known.get(_key(frame))
                if time.thread_time() >= until and (known is None or known[0] < limit):
                    continue
                group = self._read(colour, chain, frame, limit)
                if group is not None:
                    found[chain] = group
        return sorted(found.values(), key=lambda group: -len(group.stones))

    @staticmethod
    def _sides(position: Position) -> list[tuple[int, Stones]]:
        full, black, white = stones_of(position)
        return [(BLACK, Stones(full, black, white)), (WHITE, Stones(full, white, black))]

    @staticmethod
    def _frames(
        colour: int, stones: Stones, safe: Bits, ownership: Mapping[int, float]
    ) -> list[tuple[int, Bits, Frame]]:
        """Return the chains without much land, with their frames; friends only once."""
        around = _surroundings(stones, 1 if colour == BLACK else -1, safe, ownership)
        safe = around.safe
        found = []
        seen = safe
        chains = components(stones.own & ~safe)
        for chain in sorted(chains, key=lambda chain: -chain.bit_count()):
            if chain.bit_count() < SMALLEST or chain & seen:
                continue
            frame = local_arena(stones, chain, around)
            if frame is not None:
                seen |= frame.points(frame.own)
                found.append((colour, chain, frame))
        return found

    def _read(self, colour: int, chain: Bits, frame: Frame, limit: int) -> Group | None:
        """Return the reading of a chain; None where the search was cut short."""
        key = _key(frame)
        known = self._known.get(key)
        if known is None or known[0] < limit:
            attacked = self._reader.read(frame, attacker_first=True, nodes=limit)
            defended = attacked
            if attacked.fate in (Fate.DIES, Fate.KO):
                defended = self._reader.read(frame, attacker_first=False, nodes=limit)
            if Fate.UNKNOWN not in (attacked.fate, defended.fate):
                limit = THOROUGH[-1]
            known = limit, attacked, defended
            self._known[key] = known
        _, attacked, defended = known
        stones = tuple(points_of(chain))
        if Fate.UNKNOWN in (attacked.fate, defended.fate):
            return None
        if attacked.fate is Fate.LIVES:
            return Group(colour, stones, Standing.ALIVE, zone=attacked.zone)
        if defended.fate is Fate.DIES:
            return Group(colour, stones, Standing.DEAD, zone=attacked.zone)
        return Group(
            colour,
            stones,
            Standing.CRITICAL,
            attacked.move if attacked.move > PASS else None,
            defended.move if defended.move > PASS else None,
            Fate.KO in (attacked.fate, defended.fate),
            zone=attacked.zone | defended.zone,
        )


def _key(frame: Frame) -> tuple[object, ...]:
    """Return what a reading hangs on."""
    return frame.cells, frame.own, frame.foe, frame.own_life, frame.foe_life, frame.dame


def _surroundings(
    stones: Stones, sign: int, safe: Bits, ownership: Mapping[int, float]
) -> Surroundings:
    """Return what an ownership says about the board around the chains of a player.

    Chains with much land live.
    """
    weak = exits = lost = land = 0
    for point in points_of(stones.foe):
        if sign * ownership[point] > -_DEAD:
            weak |= 1 << point
    for point in points_of(stones.empty):
        share = sign * ownership[point]
        if share > _EXIT:
            exits |= 1 << point
        elif share < _LOST:
            lost |= 1 << point
        if share > _LAND:
            land |= 1 << point
    for area in components(land | weak):
        if area.bit_count() >= _MUCH:
            safe |= targets_of(components_at(stones.own, beside(area)))
    return Surroundings(flood(weak, stones.foe) if weak else 0, exits, safe, lost)


def critical_groups(
    position: Position, ownership: Mapping[int, float], seconds: float
) -> list[Group]:
    """Return what `GroupReader.critical_groups` reads, without a memory."""
    return GroupReader().critical_groups(position, ownership, seconds)
