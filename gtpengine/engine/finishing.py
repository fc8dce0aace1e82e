"""What is still to be filled before a territory game can be counted, though no move gains anything.

A stone in atari once the dame are filled, a connection that will be needed: such points look like
territory and are none. Nobody gains by the moves there, because one answers the other; but they
cost nothing either, and somebody who counts the board as it stands would count it wrong.
"""

from gtpengine.board.colours import BLACK
from gtpengine.engine.survey import RegionReport, Survey
from gtpengine.localgame.play import State
from gtpengine.localgame.solution import Scoring
from gtpengine.localgame.values import Rules

FOREIGN = 0.4  # ownership from which a point is the opponent's


def free_moves(survey: Survey, colour: int) -> list[int]:
    """Return the moves of `colour` in solved regions that cost nothing, by territory; in order.

    Moves that threaten something count: they are answered. In what is the opponent's by playouts
    there is nothing to fill. Pre: nothing is worth a move.
    """
    if survey.scoring is Scoring.AREA:
        return []
    found: list[int] = []
    for report in survey.regions:
        found += _free(report, colour)
    sign = 1 if colour == BLACK else -1
    return [
        move
        for move in found
        if sign * survey.plain.get(move, 0.0) > -FOREIGN and survey.position.is_legal(colour, move)
    ]


def _free(report: RegionReport, colour: int) -> list[int]:
    solution = report.solution
    if solution is None or report.value is None:
        return []
    sign = 1 if colour == BLACK else -1
    swapped = -1 if solution.placement.swapped else 1
    values = solution.solved.values(Rules.NOBODY)
    found = []
    for move in solution.play.moves(State(0), colour):
        mean = values.mean(move.state.node)
        if mean is None:
            continue
        after = swapped * mean + move.gain + solution.play.settled - solution.standing_stones
        if sign * (after - sign) >= sign * report.value.mean:  # a move costs its player a point
            found.append(move.point)
    return found
