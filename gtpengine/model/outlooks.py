"""From what is known of the regions on the board to what strategies want to know."""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, vertex_of
from gtpengine.board.rules import Scoring
from gtpengine.localgame.play import State
from gtpengine.localgame.solution import LocalKind, Solution
from gtpengine.localgame.values import Rules
from gtpengine.model.kos import SIDE, ko_of
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.strategy.outlook import Alternative, Interval, Kind, Outlook, Threat

MOST_THREATS = 3  # of one colour in one region
_KINDS = {
    LocalKind.NUMBER: Kind.NUMBER,
    LocalKind.DAME: Kind.DAME,
    LocalKind.GOTE: Kind.GOTE,
    LocalKind.BLACK_SENTE: Kind.BLACK_SENTE,
    LocalKind.WHITE_SENTE: Kind.WHITE_SENTE,
    LocalKind.KO: Kind.PLACID_KO,
    LocalKind.HYPERACTIVE_KO: Kind.HYPERACTIVE_KO,
}


def outlooks(survey: Survey, last_move: int = NO_POINT) -> tuple[Outlook, ...]:
    """Return an outlook for each region whose value is known or guessed, in board order.

    `last_move` is where the opponent has just played; his region counts as changed.
    """
    return tuple(
        _outlook(report, survey.scoring, last_move)
        for report in survey.regions
        if report.likely_mean is not None
    )


def _outlook(report: RegionReport, scoring: Scoring, last_move: int) -> Outlook:
    region = report.region
    name = f"the region at {vertex_of(region.points[0])}"
    if report.theme is not None:
        name = f"the {report.theme.title}"
    touched = {point for point, _ in region.border} | set(region.points)
    changed = last_move in touched
    value, guess = report.value, report.estimate
    if value is not None:
        return Outlook(
            region.name,
            name,
            value.mean,
            value.temperature,
            left_wall=value.left,
            right_wall=value.right,
            black_move=report.moves[BLACK],
            white_move=report.moves[WHITE],
            follow_ups=follow_ups(report, scoring),
            kind=_KINDS.get(report.kind, Kind.UNKNOWN),
            exact=report.exact,
            threats=threats(report.solution, scoring) if report.solution is not None else (),
            ko=ko_of(report.solution, scoring) if report.komasters and report.solution else None,
            last_changed=changed,
            links=region.links,
        )
    assert guess is not None
    return Outlook(
        region.name,
        name,
        guess.mean,
        guess.temperature,
        mean_bounds=_around(guess.mean, guess.mean_error),
        temperature_bounds=_around(guess.temperature, guess.temperature_error),
        black_move=guess.moves[BLACK],
        white_move=guess.moves[WHITE],
        alternatives=tuple(
            Alternative(SIDE[colour], move, gain)
            for colour, gains in guess.shared.items()
            for move, gain in gains.items()
        ),
        last_changed=changed,
        links=region.links,
    )


def follow_ups(report: RegionReport, scoring: Scoring) -> dict[int, Fraction]:
    """Return by side the temperature of a solved region after that side's best move."""
    if report.solution is None:
        return {}
    found = {}
    for colour in (BLACK, WHITE):
        move = report.moves[colour]
        left = None if move is None else left_after(report.solution, colour, move, scoring)
        if left is not None:
            found[SIDE[colour]] = left
    return found


def left_after(solution: Solution, colour: int, point: int, scoring: Scoring) -> Fraction | None:
    """Return the temperature of a solved region after a move; None if it is no move or unknown."""
    values = solution.solved.values(Rules.NOBODY)
    tax = 0 if scoring is Scoring.AREA else 1
    for move in solution.play.moves(State(0), colour):
        walls = values.walls(move.state.node) if move.point == point else None
        if walls is not None:
            return max(walls.left.points[-1][1], walls.right.points[-1][1]) - tax
    return None


def _around(value: Fraction, error: Fraction) -> Interval:
    return Interval(value - 2 * error, value + 2 * error)


def threats(solution: Solution, scoring: Scoring) -> tuple[Threat, ...]:
    """Return the largest ko threats of both colours in a solved region.

    A threat is worth the difference between its follow-up and the answer, both at the coldest
    temperature of the scoring: what a player gains who ignores a ko to play it out.
    """
    values = solution.solved.values(Rules.NOBODY)
    floor = Fraction(0 if scoring is Scoring.AREA else 1)
    found = []
    for colour in (BLACK, WHITE):
        sizes = {}
        for move in solution.play.moves(State(0), colour):
            walls = values.walls(move.state.node)
            if walls is None:
                continue
            size = walls.left.value_at(floor) - walls.right.value_at(floor)
            if size > 0:
                sizes[move.point] = size
        best = sorted(sizes.items(), key=lambda item: (-item[1], item[0]))[:MOST_THREATS]
        found += [Threat(SIDE[colour], point, size) for point, size in best]
    return tuple(found)
