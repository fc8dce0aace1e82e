"""A game's endgame reviewed: for every move what it gained against the best one at that moment.

Only what is known is judged (`judging`): "not judged" is a verdict, and its reason is told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.board.record import BadRecord, GameRecord
from gtpengine.board.rules import Rules
from gtpengine.report.judging import (
    LEAST,
    SOON,
    Case,
    Comparison,
    Doubt,
    endgame_start,
    first_doubt,
    is_blunder,
    is_choice,
    is_proved,
    is_steady,
    needs_comparison,
    second_doubt,
)
from gtpengine.report.movecost import MoveCost, is_sure, move_cost
from gtpengine.report.pooling import pooled
from gtpengine.report.view import PositionView, RegionView

LAST_MOVES = 60  # reviewed when nobody says from where
WORST = 3
_NOTHING = Fraction(0)

# Gives what searches say of a move (the last argument) against the best one.
Compared = Callable[[Position, int, int], Comparison | None]
# Tells whether long searches clearly choose a move.
Confirmed = Callable[[Position, int], bool]


class Verdict(Enum):
    """What a move was, in few words."""

    BEST = "as good as any"
    SENTE = "sente"  # best, and the answer is worth more than anything else
    REVERSE_SENTE = "reverse sente"
    CLOSE = "within half a point of the best"
    MISPLAYED = "the right place, not the best move there"
    SMALLER = "a larger move was left"
    NEEDLESS = "answered what could wait: sente lost"
    IGNORED = "left a threat unanswered"
    PASSED = "passed while there was something to gain"
    CHOSEN = "the search's own choice"  # where the account leaves it open
    BLUNDER = "a partner sees a large loss"  # the same
    NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class MoveReview:
    """One move.

    Attributes:
        number: from 1.
        colour: who played.
        point: where, PASS for a pass.
        before: the position before it.
        account: gain and cost, None if not known.
        sure: every region before and after was solved, and the verdict rests on them.
        best: the best move known at that moment, found without knowing what was played; or None.
        verdict: what it was.
        doubt: why it is not judged, None if it is.
        compared: what searches, or a partner, say of it; None if nobody was asked.
        repeats: the number of the earlier move that left the same place, or None.
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
    doubt: Doubt | None = None
    compared: Comparison | None = None
    repeats: int | None = None
    partner_cost: float | None = None

    @property
    def judged(self) -> bool:
        """Whether there is a verdict on it."""
        return self.doubt is None

    @property
    def is_open(self) -> bool:
        """Whether the verdict does not come from the account."""
        return self.verdict in (Verdict.CHOSEN, Verdict.BLUNDER)

    @property
    def loss(self) -> Fraction:
        """What it cost, errors of estimates taken off; 0 where it is not judged, or nearly best."""
        if not self.judged or self.verdict in (Verdict.CLOSE, Verdict.CHOSEN):
            return _NOTHING
        if self.verdict is Verdict.BLUNDER:
            return Fraction(round(10 * (self.partner_cost or 0.0)), 10)
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
        endgame: the number of the move with which the endgame begins; None if it does not.
        moves: in order; fewer than asked for if the work was interrupted.
        complete: all moves up to the end were reviewed.
    """

    record: GameRecord
    first: int
    moves: list[MoveReview] = field(default_factory=list)
    complete: bool = False
    endgame: int | None = None

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
    compared: Compared | None = None,
    confirmed: Confirmed | None = None,
) -> Review:
    """Return the review from move `first` on; after Ctrl-C what is known by then.

    `progress` is told how many positions are done, of how many, and the move number that is next.
    `compared` is asked about moves whose account is not proved, `confirmed` about those that a
    short search chose as well; without them such moves are not judged.

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
    return review_of(record, first, views, rules, compared, confirmed)


def review_of(
    record: GameRecord,
    first: int,
    views: Sequence[PositionView],
    rules: Rules | None = None,
    compared: Compared | None = None,
    confirmed: Confirmed | None = None,
) -> Review:
    """Return what the positions from the one before move `first` on tell of the moves between.

    It is complete if the last of them is the one after the last move, and nobody interrupts it.
    """
    moves = record.moves()
    found = Review(record, first, complete=len(views) == len(moves) - first + 2)
    seen = pooled(views)
    start = endgame_start(seen)
    found.endgame = None if start is None or start >= len(moves) + 1 - first else first + start
    asked = (compared, confirmed) if found.complete else (None, None)
    previous: MoveReview | None = None
    try:
        for number, case in enumerate(_cases(record, first, seen), start=first):
            early = found.endgame is None or number < found.endgame
            before = record.position(number, rules)
            previous = _reviewed(number, case, previous, before, *asked, early=early)
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


def _reviewed(
    number: int,
    case: Case,
    previous: MoveReview | None,
    before: Position,
    compared: Compared | None,
    confirmed: Confirmed | None,
    *,
    early: bool,
) -> MoveReview:
    doubt = Doubt.EARLY if early else first_doubt(case)
    witness: Comparison | None = None
    if doubt is None and needs_comparison(case):
        witness = _witness(case, before, compared)
        doubt = second_doubt(case, witness)
    verdict = Verdict.NOT_JUDGED if doubt is not None else _verdict(case, previous)
    best, sure = case.best, is_sure(case.before) and is_sure(case.after)
    partner = case.before.partner
    if doubt is not None and not early and partner is not None and is_blunder(case):
        doubt, verdict, sure = None, Verdict.BLUNDER, False
        best = partner.best[case.colour]
    elif doubt is not None and not early and _is_chosen(case, before, confirmed):
        doubt, verdict, sure, best = None, Verdict.CHOSEN, False, case.point
    return MoveReview(
        number,
        case.colour,
        case.point,
        case.before,
        case.account,
        sure,
        best,
        verdict,
        doubt,
        witness,
        None,
        case.partner_cost,
    )


def _is_chosen(case: Case, before: Position, confirmed: Confirmed | None) -> bool:
    """Tell whether the search chose a move as well, if need be by longer searches."""
    if not is_choice(case):
        return False
    if is_steady(case):
        return True
    asked = confirmed is not None and before.to_move == case.colour
    return asked and confirmed is not None and confirmed(before, case.point)


def _witness(case: Case, before: Position, compared: Compared | None) -> Comparison | None:
    """Return what a partner says of a move, or else searches of our own."""
    if case.partner_cost is not None and case.before.partner is not None:
        return Comparison(case.before.partner.name, (case.partner_cost,))
    if compared is None or case.best is None or before.to_move != case.colour:
        return None
    return compared(before, case.best, case.point)


def _once(moves: list[MoveReview]) -> None:
    """Count a place that is passed over again and again once: with the first move that left it."""
    left: dict[tuple[int, tuple[int, ...], tuple[int | None, ...]], int] = {}
    for place, move in enumerate(moves):
        region = _left_over(move)
        if region is None:
            continue
        stones = tuple(move.before.stones.get(point) for point in region.points)
        key = (move.colour, region.points, stones)
        if key in left:
            moves[place] = replace(
                move, verdict=Verdict.NOT_JUDGED, doubt=Doubt.REPEATED, repeats=left[key]
            )
        else:
            left[key] = move.number


def _left_over(move: MoveReview) -> RegionView | None:
    """Return the hottest region if a costly move left it alone."""
    hottest = move.before.regions[0] if move.before.regions else None
    if not move.loss or move.is_open or hottest is None or move.point in hottest.points:
        return None
    return hottest


def _verdict(case: Case, previous: MoveReview | None) -> Verdict:
    """Return what a move was.  Pre: it can be judged, so it has an account."""
    account, before, after, point = case.account, case.before, case.after, case.point
    assert account is not None
    if 0 < account.loss <= LEAST and not is_proved(before):
        return Verdict.CLOSE
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
    region = before.region_at(point)
    threat = {BLACK: "White sente", WHITE: "Black sente"}[case.colour]
    if region is not None and region.kind == threat:
        return Verdict.REVERSE_SENTE
    hotter = [r for r in after.regions if account.area.issuperset(r.points)]
    if account.area and any(r.heat > account.ambient for r in hotter):
        return Verdict.SENTE
    return Verdict.BEST
