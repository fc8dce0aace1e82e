"""Which of several moves that decide about a chain is the one to play: the vital point.

A point that works for both players comes first, then moves that hang on no ko, then whichever is
simplest: the one after which the fewest positions have to be searched.
"""

from gtpengine.partition.bits import Bits, points_of
from gtpengine.reading.duel import Duel, Ko, Outcome
from gtpengine.reading.frame import Frame

_LEAST = 2_000  # positions for each move
_FACTOR = 3  # times what the best move so far took


def working_moves(
    duel: Duel, frame: Frame, known: Bits, *, attacker_first: bool, ko: Ko, nodes: int
) -> dict[int, Outcome]:
    """Return the first moves that are seen to win for who moves first, by their cells.

    A search has at most `nodes` positions, and not many times what the simplest move took. The move
    that is `known` to win is looked at first.
    """
    found: dict[int, Outcome] = {}
    free = frame.everything & ~frame.own & ~frame.foe
    first = frame.cells_of(known) & free
    limit = nodes
    for cell in (*points_of(first), *points_of(free & ~first)):
        outcome = duel.fight(
            frame, attacker_first=attacker_first, ko=ko, nodes=limit, first=1 << cell
        )
        if outcome.lives is not None and outcome.lives != attacker_first and outcome.line:
            found[cell] = outcome
            limit = min(limit, max(_LEAST, _FACTOR * outcome.nodes))
    return found


def vital_points(
    kills: dict[int, Outcome], saves: dict[int, Outcome], *, ko_kill: bool, ko_save: bool
) -> tuple[int | None, int | None]:
    """Return the cells of the attacker's and of the owner's move; None where there is no move.

    Of equally simple moves the first is taken: the one that the search itself found.
    Who has only a ko takes the simplest: kos differ, and the shortest asks for the fewest threats.
    """
    clean_kills, clean_saves = _clean(kills), _clean(saves)
    kill, save = _simplest(clean_kills), _simplest(clean_saves)
    common = clean_kills.keys() & clean_saves.keys() or kills.keys() & saves.keys()
    if common and not (ko_kill and ko_save):
        counts = [moves for moves, ko in ((kills, ko_kill), (saves, ko_save)) if not ko]
        both = (cell for cell in kills if cell in common)
        vital = min(both, key=lambda cell: sum(moves[cell].nodes for moves in counts))
        kill = kill if ko_kill else vital
        save = save if ko_save else vital
    return kill, save


def _clean(moves: dict[int, Outcome]) -> dict[int, Outcome]:
    """Return the moves that hang on no ko and no repetition, all moves where each does."""
    return {cell: found for cell, found in moves.items() if not found.kos} or moves


def _simplest(moves: dict[int, Outcome]) -> int | None:
    return min(moves, key=lambda cell: moves[cell].nodes, default=None)
