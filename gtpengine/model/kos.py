"""The ko of a solved region, as strategies want to know it."""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import NO_POINT
from gtpengine.board.rules import Scoring
from gtpengine.localgame.play import LocalMove, State
from gtpengine.localgame.solution import Solution
from gtpengine.localgame.values import GraphValues, Rules
from gtpengine.strategy import outlook as strategy
from gtpengine.strategy.outlook import Ko

_OFF = 1  # point by which a ko's size may differ from that of a simple ko of its temperature
SIDE = {BLACK: strategy.BLACK, WHITE: strategy.WHITE}


def ko_of(solution: Solution, scoring: Scoring) -> Ko | None:
    """Return the ko that can be taken or ended by one move in the region; None without just one.

    What a player gets who wins it is the mean after his moves: one for the holder, taking and
    ending for the other side. Under territory scoring each of these moves costs its player a point.
    Where that is not three times the region's temperature, the moves have other reasons than the
    ko: then it is not what the region is about.
    """
    values = solution.solved.values(Rules.NOBODY)
    found = []
    for taker in (BLACK, WHITE):
        takes = _captures(solution, taker)
        if len(takes) == 1:
            found.append((taker, takes[0]))
    if len(found) != 1:
        return None
    taker, take = found[0]
    holder = opponent(taker)
    ended = _best_end(solution, values, State(0), holder, scoring)
    won = _best_end(solution, values, take.state.lifted(), taker, scoring)
    if ended is None or won is None:
        return None
    finish, holder_value = ended
    value = won[1] + take.gain - _tax(taker, scoring)
    black_wins, white_wins = (value, holder_value) if taker == BLACK else (holder_value, value)
    temperature = solution.value(scoring=scoring).temperature
    if black_wins <= white_wins or abs(black_wins - white_wins - 3 * temperature) > _OFF:
        return None
    banned = solution.region.ko_point != NO_POINT and solution.region.ko_colour == taker
    return Ko(SIDE[holder], black_wins, white_wins, take.point, finish, banned)


def _captures(solution: Solution, colour: int) -> list[LocalMove]:
    """Return the moves of `colour` that take a ko, whether the region's ban allows it or not."""
    side = solution.placement.side(colour)
    kos = {
        solution.placement.points[edge.bit]
        for edge in solution.graph.options(0, side)
        if edge.ko >= 0
    }
    return [move for move in solution.play.moves(State(0), colour) if move.point in kos]


def _best_end(
    solution: Solution, values: GraphValues, state: State, colour: int, scoring: Scoring
) -> tuple[int, Fraction] | None:
    """Return the move of `colour` with the best mean after it, and that mean in the scoring."""
    sign = 1 if colour == BLACK else -1
    swapped = -1 if solution.placement.swapped else 1
    best: tuple[int, Fraction] | None = None
    for move in solution.play.moves(state, colour):
        mean = values.mean(move.state.node)
        if mean is None:
            continue
        value = swapped * mean + move.gain + solution.play.settled
        if scoring is Scoring.TERRITORY:
            value -= solution.standing_stones
        value -= _tax(colour, scoring)
        if best is None or sign * value > sign * best[1]:
            best = (move.point, value)
    return best


def _tax(colour: int, scoring: Scoring) -> int:
    if scoring is Scoring.AREA:
        return 0
    return 1 if colour == BLACK else -1
