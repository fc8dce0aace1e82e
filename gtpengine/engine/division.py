"""Who decides: when a board is divided well enough for the sum of its regions, when it is over.

Why these limits: docs/decisions/0018-when-the-sum-decides.md.
"""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.engine.survey import Survey
from gtpengine.engine.treekeeper import is_decided
from gtpengine.localgame.solution import Scoring
from gtpengine.search.montecarlo.findings import Findings, MoveFinding

FEW_STONES = 0.3  # of the board: with fewer it is not worth a look
# A board is divided once the regions that are not solved have no more of it than this: guesses at
# the temperatures of large ones are much worse than the tree, and what is unknown is left unplayed.
OPEN_SHARE = 0.04
# Where they have more than so many times that, a board of more than so many points is not looked at
# again for some moves of both players: the tree has better use for the time.
FAR_FROM_DIVIDED = 2
NOT_TINY = 100
LEFT_ALONE = 8
# The tree is the better judge of anything hotter than this (by area scoring) while both players
# have that chance to win: it sees the whole board, and borders hang on each other. On boards of no
# more points than that, by area scoring, it is so until a game is decided.
WARM_BY_TREE = Fraction(3, 2)
HOT_BY_TREE = Fraction(2)  # from which the board need not be looked at for some moves either
CLOSE = 0.25
SMALL_BOARD = 200
# Share of the tree's visits, and the number of them, that leave no doubt about a move.
SOLE_SHARE = 0.9
SOLE_VISITS = 1000
FAVOURITE_SHARE = 0.3  # of the visits that make a move worth a look, whatever the regions say
# Share of the visits that a move needs to be preferred to another one, and times as many as that.
LIKED_SHARE = 0.1
LIKED_TIMES = 4
# The tree cannot tell two moves apart whose chances to win and points differ by no more than this;
# then the sum of regions knows more. Where the board is not divided the sum knows little.
TIED = (0.05, 1.0)
TIED_WHILE_OPEN = (0.01, 0.0)
TIED_VISITS = 100  # with fewer a chance to win says nothing
# A pass is not played if a move with that share of its visits brings so many points more and hardly
# less of a chance. In a decided game the tree plays for points, and that holds for any move: what
# was found late has fewer visits, not fewer points.
PASSING = (0.05, 2.0)
DECIDED = (0.2, 0.2)
PASSING_CHANCE = 0.02
# On a tiny board a tree that plays for points knows when a move brings so many more than another:
# a region does not see what is threatened beyond its border.
MORE_POINTS = 1.0


def is_open(position: Position) -> bool:
    """Tell whether so few stones are on the board that it cannot be divided."""
    area = position.width * position.height
    return len(position.stones(BLACK)) + len(position.stones(WHITE)) < FEW_STONES * area


def is_tiny(position: Position) -> bool:
    """Tell whether a board is so small that its endgame comes soon."""
    return position.width * position.height <= NOT_TINY


def open_share(survey: Survey, *, guessed: bool = False) -> float:
    """Return the share of the board that is empty and lies in regions that are not solved.

    Where regions that are `guessed` at are good enough, those without a guess alone count.
    """
    area = survey.position.width * survey.position.height
    unsolved = [
        report
        for report in survey.regions
        if report.value is None and not (guessed and report.likely_mean is not None)
    ]
    return sum(len(report.region.empty) for report in unsolved) / area


def is_undivided(survey: Survey) -> bool:
    """Tell whether regions that are not solved dominate the board."""
    return open_share(survey) > OPEN_SHARE


def is_for_the_tree(survey: Survey, win_rate: float) -> bool:
    """Tell whether a divided board still has something at stake that the tree should decide.

    While a game is close, one border that does not hold costs it, and the tree plays to win. A game
    that is decided is played for points, and there solved regions know more than a tree.
    """
    small = survey.position.width * survey.position.height <= SMALL_BOARD
    if small and any(report.likely_mean is None for report in survey.regions):
        return True
    alarms = [Fraction(known.heat) for known in survey.alarms]
    if max([heat(survey), *alarms]) <= WARM_BY_TREE:
        return False
    if small and survey.scoring is Scoring.AREA:
        solved = all(report.value is not None for report in survey.regions)
        return not (solved and is_decided(win_rate))
    return is_close(win_rate)


def is_far_from_divided(survey: Survey, share: float, win_rate: float) -> bool:
    """Tell whether the next moves will be the tree's too, on a board where that takes a while.

    `share` is what `open_share` says.
    """
    if is_tiny(survey.position):
        return False
    hot = heat(survey) > HOT_BY_TREE and is_for_the_tree(survey, win_rate)
    return hot or share > FAR_FROM_DIVIDED * OPEN_SHARE


def heat(survey: Survey) -> Fraction:
    """Return the highest temperature that is known or guessed, by area; 0 without any."""
    if survey.ambient is None:
        return Fraction(0)
    return survey.ambient if survey.scoring is Scoring.AREA else survey.ambient + 1


def is_over(survey: Survey) -> bool:
    """Tell whether by the regions nothing but dame is left to play for."""
    return heat(survey) <= 1


def sole_move(findings: Findings) -> int | None:
    """Return the only move on the board that a tree has any use for; None: there is none such."""
    best = findings.moves[0]
    total = sum(move.visits for move in findings.moves)
    alone = best.visits >= max(SOLE_VISITS, SOLE_SHARE * total)
    return best.point if alone and best.point != PASS else None


def favourite(findings: Findings) -> int:
    """Return the move that a tree clearly prefers; PASS: there is none."""
    best = findings.moves[0]
    total = sum(move.visits for move in findings.moves)
    return best.point if best.visits >= max(1, FAVOURITE_SHARE * total) else PASS


def tree_s_choice(findings: Findings) -> int:
    """Return the move, not a pass, that a tree has most use for; PASS: it has little for any."""
    moves = tree_s_moves(findings, LIKED_SHARE)
    return moves[0] if moves else PASS


def tree_s_moves(findings: Findings, share: float = 0.0) -> list[int]:
    """Return the moves, but for a pass, that a tree has looked at enough to judge, the best first.

    Those are the ones with that `share` of its visits. The most visited one comes first; where the
    game is not close, the one that brings most points.
    """
    least = max(TIED_VISITS, share * sum(move.visits for move in findings.moves))
    known = [move for move in findings.moves if move.point != PASS and move.visits >= least]
    if not is_close(findings.win_rate):
        known.sort(key=lambda move: -move.score)
    return [move.point for move in known]


def is_close(win_rate: float) -> bool:
    """Tell whether both players still have a good chance to win."""
    return CLOSE < win_rate < 1 - CLOSE


def is_much_preferred(findings: Findings, point: int, other: int) -> bool:
    """Tell whether a tree has far more use for a move than for another one."""
    moves = [findings.move(each) for each in (point, other)]
    visits, fewer = (0 if move is None else move.visits for move in moves)
    total = sum(move.visits for move in findings.moves)
    return visits >= max(TIED_VISITS, LIKED_SHARE * total, LIKED_TIMES * fewer)


def is_tied(findings: Findings, best: MoveFinding, point: int, *, divided: bool) -> bool:
    """Tell whether a move is no worse than the best one, as far as the tree can tell."""
    move = findings.move(point)
    if move is None or move.visits < TIED_VISITS:
        return False
    chance, points = TIED if divided else TIED_WHILE_OPEN
    return move.win_rate >= best.win_rate - chance and move.score >= best.score - points


def is_as_likely(findings: Findings, point: int, other: int) -> bool:
    """Tell whether another move wins about as often as one, as far as a tree has looked at both."""
    first, second = findings.move(point), findings.move(other)
    if first is None or second is None or min(first.visits, second.visits) < TIED_VISITS:
        return False
    return second.win_rate >= first.win_rate - TIED[0]


def quiet_choice(findings: Findings) -> MoveFinding:
    """Return the tree's best move, or one that is as good and brings more points.

    A pass gives way to a move that wins as often by more points: what is not sure yet is worth an
    answer. So does any move in a game that is decided.
    """
    best = findings.moves[0]
    decided = is_decided(findings.win_rate)
    if not decided and best.point != PASS:
        return best
    share, points = DECIDED if decided else PASSING
    others = [
        move
        for move in findings.moves[1:]
        if move.visits >= max(TIED_VISITS, share * best.visits)
        and move.win_rate >= best.win_rate - PASSING_CHANCE
        and move.score >= best.score + points
    ]
    return max(others, key=lambda move: move.score, default=best)


def better_in_points(survey: Survey, findings: Findings, point: int) -> float:
    """Return how many points more the tree's favourite brings than a move; 0.0 if it cannot tell.

    Pre: the sum of regions decides.
    """
    if not is_tiny(survey.position) or not is_decided(findings.win_rate):
        return 0.0
    best = findings.moves[0]
    move = findings.move(point)
    if move is None or move.visits < SOLE_VISITS or best.point in (PASS, point):
        return 0.0
    ahead = best.score - move.score
    return ahead if ahead >= MORE_POINTS else 0.0
