"""Moves on which the life of a group hangs, as it is read: what a search should look at.

Importing this module loads, or compiles, the kernels of the reader.
"""

from collections.abc import Mapping

from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.reading.groups import QUICK, Group, GroupReader, Standing

Vital = dict[int, str]  # moves, and in words what they do


class VitalMoves:
    """Finds the moves; what was read is remembered while nothing near a group changes."""

    def __init__(self) -> None:
        self._reader = GroupReader()

    def find(
        self, position: Position, ownership: Mapping[int, float], seconds: float | None
    ) -> Vital:
        """Return what kills or saves a group, for the player to move, the largest group first.

        Args:
            position: the stones and whose turn it is.
            ownership: per point from 1.0 Black to -1.0 White.
            seconds: of processor time; None: nothing hangs on the clock.
        """
        found: Vital = {}
        for group in self._reader.critical_groups(position, ownership, seconds, QUICK):
            if group.standing is Standing.CRITICAL:
                saves = group.colour == position.to_move
                move = group.save if saves else group.kill
                if move is not None:
                    found.setdefault(move, _words(move, group, saves=saves))
        return found


def _words(move: int, group: Group, *, saves: bool) -> str:
    stones, by_ko = len(group.stones), " by ko" if group.ko else ""
    where = f"the group at {vertex_of(group.stones[0])}, {stones} stones"
    if saves:
        return f"{vertex_of(move)}: saves {where}, as it is read{by_ko}"
    return f"{vertex_of(move)}: kills {where}, as it is read{by_ko}"
