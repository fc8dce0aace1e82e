"""A game's endgame reviewed: for every move what it gained against the best one at that moment."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from itertools import pairwise

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, column_of, row_of
from gtpengine.board.position import Position
from gtpengine.board.record import BadRecord, GameRecord
from gtpengine.board.rules import Rules
from gtpengine.report.movecost import MoveCost, is_sure, move_cost
from gtpengine.report.pooling import pooled
from gtpengine.report.view import Certainty, PositionView

LAST_MOVES = 60  # reviewed when nobody says from where
WORST = 3
_NEAR = 3  # lines between a move and its answer
_NOTHING = Fraction(0)


class Verdict(Enum):
    """What a move was, in few words."""

    BEST = "as good as any"
    SENTE = "sente"  # best, and the answer is worth more than anything else
    REVERSE_SENTE = "reverse sente"
    MISPLAYED = "the right place, not the best move there"
    SMALLER = "a larger move was left"
    NEEDLESS = "answered what could wait: sente lost"
    IGNORED = "left a threat unanswered"
    PASSED = "passed while there was something to gain"
    UNCLEAR = "no loss beyond the error of the estimates"
    EXCHANGE = "exchange on settled land: not judged"
    UNKNOWN = "not known"


@dataclass(frozen=True)
class MoveReview:
    """One move.

    Attributes:
        number: from 1.
        colour: who played.
        point: where, PASS for a pass.
        before: the position before it.
        account: gain and cost, None if not known.
        sure: every region before and after was solved.
        best: the best move known at that moment, or None.
        verdict: what it was.
        partner_cost: by how many points the partner's lead fell for its player; None without one.
    """

    number: int
    colour: int
    point: int
    before: PositionView
    account: MoveCost | None
    sure: bool
    best: int | None
    verdict: Verdict
    partner_cost: float | None = None

    @property
    def loss(self) -> Fraction:
        """What it cost, errors of estimates taken off; 0 where that is not known."""
        return _NOTHING if self.account is None else self.account.loss

    @property
    def loses_sente(self) -> bool:
        """Whether its player gave up the initiative without need."""
        return self.verdict is Verdict.NEEDLESS


@dataclass
class Review:
    """What is known of a game so far.

    Attributes:
        record: the game.
        first: the first move that is reviewed.
        moves: in order; fewer than asked for if the work was interrupted.
        complete: all moves up to the end were reviewed.
    """

    record: GameRecord
    first: int
    moves: list[MoveReview] = field(default_factory=list)
    complete: bool = False

    def total(self, colour: int) -> Fraction:
        """Return what `colour` gave away, as far as that is known."""
        return sum((move.loss for move in self.moves if move.colour == colour), _NOTHING)

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
) -> Review:
    """Return the review from move `first` on; after Ctrl-C what is known by then.

    `progress` is told how many positions are done, of how many, and the move number that is next.

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
    return review_of(record, first, views)


def review_of(record: GameRecord, first: int, views: list[PositionView]) -> Review:
    """Return what the positions from the one before move `first` on tell of the moves between.

    It is complete if the last of them is the one after the last move.
    """
    moves = record.moves()
    found = Review(record, first, complete=len(views) == len(moves) - first + 2)
    previous: MoveReview | None = None
    for number, (before, after) in enumerate(pairwise(pooled(views)), start=first):
        previous = _reviewed(number, *moves[number - 1], before, after, previous)
        found.moves.append(previous)
    _excuse_exchanges(found.moves)
    return found


def _excuse_exchanges(moves: list[MoveReview]) -> None:
    """Judge no pair of moves that looks like a threat and its answer where nothing seemed open.

    Land that only counts as settled, without a proof, may still need an answer. Where a player
    spends a move on it and the other replies close by, both saw a threat that the analysis did not.
    """
    for place, (first, second) in enumerate(pairwise(moves)):
        if _is_exchange(first, second):
            for number, move in ((place, first), (place + 1, second)):
                moves[number] = replace(move, account=None, verdict=Verdict.EXCHANGE)


def _is_exchange(first: MoveReview, second: MoveReview) -> bool:
    if not (first.loss and second.loss) or first.colour == second.colour:
        return False
    if PASS in (first.point, second.point) or _is_proved(first.before):
        return False
    if first.before.region_at(first.point) is not None:
        return False
    across = column_of(first.point) - column_of(second.point)
    up = row_of(first.point) - row_of(second.point)
    return max(abs(across), abs(up)) <= _NEAR


def _is_proved(view: PositionView) -> bool:
    """Tell whether all that is settled is proved: then every region is exact."""
    return all(region.certainty is Certainty.EXACT for region in view.regions)


def _reviewed(
    number: int,
    colour: int,
    point: int,
    before: PositionView,
    after: PositionView,
    previous: MoveReview | None,
) -> MoveReview:
    account = move_cost(before, after, colour, None if point == PASS else point)
    return MoveReview(
        number,
        colour,
        point,
        before,
        account,
        is_sure(before) and is_sure(after),
        before.best[colour],
        _verdict(colour, point, before, after, account, previous),
        _partner_cost(colour, before, after),
    )


def _partner_cost(colour: int, before: PositionView, after: PositionView) -> float | None:
    """Return what a move cost by the leads that a partner tells before and after it."""
    if before.partner is None or after.partner is None:
        return None
    fallen = before.partner.lead - after.partner.lead
    return max(fallen if colour == BLACK else -fallen, 0.0)


def _verdict(
    colour: int,
    point: int,
    before: PositionView,
    after: PositionView,
    account: MoveCost | None,
    previous: MoveReview | None,
) -> Verdict:
    if account is None:
        return Verdict.UNKNOWN
    if account.loss:
        if point == PASS:
            return Verdict.PASSED
        asked = previous.account.area if previous is not None and previous.account else frozenset()
        hottest = before.regions[0] if before.regions else None
        if hottest is not None and point in hottest.points:
            return Verdict.MISPLAYED
        if point in asked:
            return Verdict.NEEDLESS
        if hottest is not None and asked.intersection(hottest.points):
            return Verdict.IGNORED
        return Verdict.SMALLER
    if account.cost:
        return Verdict.UNCLEAR
    region = before.region_at(point)
    threat = {BLACK: "White sente", WHITE: "Black sente"}[colour]
    if region is not None and region.kind == threat:
        return Verdict.REVERSE_SENTE
    hotter = [r for r in after.regions if account.area.issuperset(r.points)]
    if account.area and any(r.heat > account.ambient for r in hotter):
        return Verdict.SENTE
    return Verdict.BEST
