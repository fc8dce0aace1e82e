"""Start vectors for playouts in which part of the board is settled: verdicts and regions.

Settled points are filled with stones of their owner, and those chains are made immortal; points
where no move is allowed become edge for whoever might play there. So playouts pay nothing for it.
What this leaves out: stones of the other colour lose the liberties that they had on settled points.
"""

from collections.abc import Collection, Mapping

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE, opponent
from gtpengine.board.kernels import moves
from gtpengine.board.layout import (
    AROUND,
    AROUND_BLACK,
    AROUND_EMPTY,
    AROUND_WHITE,
    CHAIN,
    COLOUR,
    EMPTIES,
    EMPTY_COUNT,
    KO_COLOUR,
    KO_POINT,
    LIBERTIES,
    LIBERTY_ONE,
    LIBERTY_SQUARES,
    PLACE,
    PRISONERS,
    SIZE,
)
from gtpengine.board.points import NO_POINT, PASS, SIDES
from gtpengine.board.position import Position
from gtpengine.board.vector import Vector, vector_of
from gtpengine.evaluation.kernels.chains import IMMORTAL


def frozen_vector(
    position: Position,
    owners: Mapping[int, int] | None = None,
    allowed: Collection[int] | None = None,
) -> Vector:
    """Return a vector to play out, in which verdicts hold and moves stay inside a region.

    Args:
        position: where the playouts start.
        owners: settled points and who owns them; nobody plays there, and dead stones are gone.
        allowed: the only points where moves are allowed (where empty); None for the whole board.
            Chains that have liberties outside keep them for good.

    A chain that the verdicts leave without any liberty is settled against its owner.
    """
    vector = vector_of(position)
    if owners:
        _settle(vector, position, dict(owners))
    if allowed is not None:
        inside = frozenset(allowed)
        for point in position.points():
            if vector[COLOUR + point] == EMPTY and point not in inside:
                _close(vector, point)
    return vector


def _settle(vector: Vector, position: Position, owners: dict[int, int]) -> None:
    """Fill settled points, then also the chains that this leaves without liberty."""
    kept = vector[[PRISONERS + BLACK, PRISONERS + WHITE, KO_POINT, KO_COLOUR]]
    while True:
        for point, owner in owners.items():
            vector[COLOUR + point] = owner
        moves.load(vector)
        settled = {int(vector[CHAIN + point]) for point in owners}
        stifled = []
        for point in position.stones(BLACK) + position.stones(WHITE):
            head = int(vector[CHAIN + point])
            if point not in owners and head not in settled and vector[LIBERTIES + head] == 0:
                stifled.append(point)
        if not stifled:
            break
        owners.update({point: opponent(int(vector[COLOUR + point])) for point in stifled})
    vector[[PRISONERS + BLACK, PRISONERS + WHITE]] = kept[:2]
    if kept[2] != NO_POINT and kept[2] not in owners:
        vector[[KO_POINT, KO_COLOUR]] = kept[2:]
    for head in {int(vector[CHAIN + point]) for point in owners}:
        _make_immortal(vector, head)


def _make_immortal(vector: Vector, head: int) -> None:
    """Give a chain two liberties that no move can fill, and the size that says so."""
    if vector[SIZE + head] < IMMORTAL:
        vector[LIBERTIES + head] += 2 * LIBERTY_ONE + NO_POINT + PASS
        vector[LIBERTY_SQUARES + head] += NO_POINT**2 + PASS**2
        vector[SIZE + head] += IMMORTAL


def _close(vector: Vector, point: int) -> None:
    """Make an empty point edge; chains beside it keep the liberty and cannot be taken."""
    count = int(vector[EMPTY_COUNT]) - 1
    place, last = int(vector[PLACE + point]), int(vector[EMPTIES + count])
    vector[EMPTIES + place] = last
    vector[PLACE + last] = place
    vector[EMPTY_COUNT] = count
    vector[COLOUR + point] = WALL
    for side in SIDES:
        near = point + side
        vector[AROUND + near] += AROUND_BLACK + AROUND_WHITE - AROUND_EMPTY
        if vector[COLOUR + near] in (BLACK, WHITE):
            _make_immortal(vector, int(vector[CHAIN + near]))
