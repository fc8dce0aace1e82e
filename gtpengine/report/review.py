"""A game's endgame reviewed: for every move what it gained against the best one at that moment.

Only what is known is judged (`judging`): "not judged" is a verdict, and its reason is told.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.board.record import BadRecord, GameRecord
from gtpengine.board.rules import Rules
from gtpengine.report.judging import SOON, Case, Doubt, endgame_start
from gtpengine.report.movecost import move_cost
from gtpengine.report.movereview import MoveReview, Verdict, Witnesses, reviewed_move
from gtpengine.report.pooling import pooled
from gtpengine.report.recordedresult import result_doubt
from gtpengine.report.view import PositionView

LAST_MOVES = 60  # reviewed when nobody says from where
WORST = 3
_NOTHING = Fraction(0)


@dataclass
class Review:
    """What is known of a game so far.

    Attributes:
        record: the game.
        first: the first move that is reviewed.
        endgame: the number of the move with which the endgame begins; None if it does not.
        moves: in order; fewer than asked for if the work was interrupted.
        complete: all moves up to the end were reviewed.
    """

    record: GameRecord
    first: int
    moves: list[MoveReview] = field(default_factory=list)
    complete: bool = False
    endgame: int | None = None
    remark: str = ""

    def total(self, colour: int) -> Fraction:
        """Return what `colour` gave away, as far as that is known."""
        return sum((move.loss for move in self.moves if move.colour == colour), _NOTHING)

    def judged(self, colour: int) -> int:
        """Return how many moves of `colour` are judged."""
        return sum(1 for move in self.moves if move.colour == colour and move.judged)

    def worst(self, count: int = WORST) -> list[MoveReview]:
        """Return the costliest moves, the worst first."""
        losses = [move for move in self.moves if move.loss]
        return sorted(losses, key=lambda move: (-move.loss, move.number))[:count]

    def sente_lost(self, colour: int) -> list[int]:
        """Return the numbers of the moves with which `colour` lost sente."""
        return [m.number for m in self.moves if m.colour == colour and m.loses_sente]


def first_move(record: GameRecord, wanted: int | None) -> int:
    """Return the number of the first move to review.

    Raises:
        BadRecord: the record has no moves, or not that one.
    """
    total = len(record.moves())
    if total == 0:
        raise BadRecord("the record has no moves")
    if wanted is None:
        return max(total - LAST_MOVES + 1, 1)
    if not 1 <= wanted <= total:
        moves = "1 move" if total == 1 else f"{total} moves"
        raise BadRecord(f"no move {wanted}: the record has {moves}")
    return wanted


def review(
    record: GameRecord,
    first: int,
    analysed: Callable[[Position], PositionView],
    rules: Rules | None = None,
    progress: Callable[[int, int, int], None] | None = None,
    witnesses: Witnesses | None = None,
) -> Review:
    """Return the review from move `first` on; after Ctrl-C what is known by then.

    `progress` is told how many positions are done, of how many, and the move number that is next.
    The witnesses are asked about moves whose account is not proved.

    Raises:
        BadRecord: the record holds an illegal move.
    """
    moves = record.moves()
    # Any illegal move is found before the work begins.
    record.position(None, rules)
    positions = len(moves) - first + 2
    told = progress or (lambda done, total, number: None)
    views: list[PositionView] = []
    try:
        for number in range(first, len(moves) + 2):
            told(len(views), positions, min(number, len(moves)))
            views.append(analysed(record.position(number, rules)))
        told(positions, positions, len(moves))
    except KeyboardInterrupt:
        pass
    return review_of(record, first, views, rules, witnesses)


def review_of(
    record: GameRecord,
    first: int,
    views: Sequence[PositionView],
    rules: Rules | None = None,
    witnesses: Witnesses | None = None,
) -> Review:
    """Return what the positions from the one before move `first` on tell of the moves between.

    It is complete if the last of them is the one after the last move, and nobody interrupts it.
    """
    moves = record.moves()
    found = Review(record, first, complete=len(views) == len(moves) - first + 2)
    if found.complete:
        found.remark = result_doubt(record, views[-1])
    seen = pooled(views)
    start = endgame_start(seen)
    found.endgame = None if start is None or start >= len(moves) + 1 - first else first + start
    asked = witnesses if found.complete and witnesses is not None else Witnesses()
    previous: MoveReview | None = None
    try:
        for number, case in enumerate(_cases(record, first, seen), start=first):
            early = found.endgame is None or number < found.endgame
            before = record.position(number, rules)
            previous = reviewed_move(number, case, previous, before, asked, early=early)
            found.moves.append(previous)
    except KeyboardInterrupt:
        found.complete = False
    _once(found.moves)
    return found


def _cases(record: GameRecord, first: int, views: Sequence[PositionView]) -> list[Case]:
    """Return what is known around each move that has a position before it and one after it."""
    moves = record.moves()
    found = []
    for place in range(len(views) - 1):
        number = first + place
        colour, point = moves[number - 1]
        before, after = views[place], views[place + 1]

        def other(at: int, mover: int = colour) -> int | None:
            inside = 1 <= at <= len(moves)
            return moves[at - 1].point if inside and moves[at - 1].colour != mover else None

        account = move_cost(before, after, colour, None if point == PASS else point)
        best = before.best[colour]
        near = other(number - 1), other(number + 1)
        soon = tuple(move.point for move in moves[number : number + SOON])
        found.append(Case(colour, point, before, after, account, best, *near, soon))
    return found


def _once(moves: list[MoveReview]) -> None:
    """Count a place that is passed over again and again once: with the first move that left it."""
    left: dict[Hashable, int] = {}
    for place, move in enumerate(moves):
        key = _left_over(move)
        if key is None:
            continue
        if key in left:
            moves[place] = replace(
                move, verdict=Verdict.NOT_JUDGED, doubt=Doubt.REPEATED, repeats=left[key]
            )
        else:
            left[key] = move.number


def _left_over(move: MoveReview) -> Hashable | None:
    """Return what names the place that a costly move left alone, None if it left none."""
    if move.verdict is Verdict.ELSEWHERE:
        return move.colour, move.best
    hottest = move.before.regions[0] if move.before.regions else None
    if not move.loss or move.is_open or hottest is None or move.point in hottest.points:
        return None
    stones = tuple(move.before.stones.get(point) for point in hottest.points)
    return move.colour, hottest.points, stones
