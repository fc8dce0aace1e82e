"""One move of a review: what it was, and who says so.

The account of the regions comes first; where it cannot tell, others are heard (`judging`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import floor

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.report.comparison import LEAST, Comparison
from gtpengine.report.judging import (
    Case,
    Doubt,
    first_doubt,
    is_blunder,
    is_choice,
    is_elsewhere,
    is_kept,
    is_proved,
    is_steady,
    may_be_elsewhere,
    needs_comparison,
    second_doubt,
    third_doubt,
)
from gtpengine.report.movecost import MoveCost, is_sure
from gtpengine.report.view import PositionView

_NOTHING = Fraction(0)

# Gives what searches say of a move (the last argument) against the best one.
Compared = Callable[[Position, int, int], Comparison | None]
# Tells whether long searches clearly choose a move.
Confirmed = Callable[[Position, int], bool]
# Gives the choice of long searches, and what they say of a move against it; None if it is the same.
Accused = Callable[[Position, int], tuple[int, Comparison] | None]


@dataclass(frozen=True)
class Witnesses:
    """Who is asked where an account is not proved; what nobody can be asked is not judged."""

    compared: Compared | None = None
    confirmed: Confirmed | None = None
    accused: Accused | None = None


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
    KEPT = "keeps the score of a closed board"  # the same
    ELSEWHERE = "a far larger place was left, by long searches"
    BLUNDER = "a partner sees a large loss"
    NOT_JUDGED = "not judged"


# Verdicts that do not come from the account.
_OPEN = (Verdict.CHOSEN, Verdict.KEPT, Verdict.ELSEWHERE, Verdict.BLUNDER)


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
        told_loss: what it cost by others than the account; 0 where that has the verdict.
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
    told_loss: Fraction = _NOTHING

    @property
    def judged(self) -> bool:
        """Whether there is a verdict on it."""
        return self.doubt is None

    @property
    def is_open(self) -> bool:
        """Whether the verdict does not come from the account."""
        return self.verdict in _OPEN

    @property
    def loss(self) -> Fraction:
        """What it cost, errors of estimates taken off; 0 where it is not judged, or nearly best."""
        if not self.judged or self.verdict is Verdict.CLOSE:
            return _NOTHING
        if self.is_open:
            return self.told_loss
        return _NOTHING if self.account is None else self.account.loss

    @property
    def loses_sente(self) -> bool:
        """Whether its player gave up the initiative without need."""
        return self.verdict is Verdict.NEEDLESS


@dataclass(frozen=True)
class _Ruling:
    """What others than the account say of a move."""

    verdict: Verdict
    best: int | None
    lost: Fraction = _NOTHING
    witness: Comparison | None = None


def reviewed_move(
    number: int,
    case: Case,
    previous: MoveReview | None,
    before: Position,
    witnesses: Witnesses,
    *,
    early: bool,
) -> MoveReview:
    """Return what is to be said of a move; `early` before the endgame, where nothing is judged."""
    doubt = Doubt.EARLY if early else first_doubt(case)
    witness: Comparison | None = None
    if doubt is None and needs_comparison(case):
        witness = _witness(case, before, witnesses)
        doubt = second_doubt(case, witness)
    if doubt is None:
        doubt = third_doubt(case)
    if doubt is None:
        ruling = _Ruling(_verdict(case, previous), case.best, witness=witness)
        sure = is_sure(case.before) and is_sure(case.after)
    else:
        heard = None if early else _heard(case, before, witnesses)
        doubt = doubt if heard is None else None
        ruling = heard or _Ruling(Verdict.NOT_JUDGED, case.best, witness=witness)
        sure = heard is None and is_sure(case.before) and is_sure(case.after)
    return MoveReview(
        number,
        case.colour,
        case.point,
        case.before,
        case.account,
        sure,
        ruling.best,
        ruling.verdict,
        doubt,
        ruling.witness,
        None,
        case.partner_cost,
        ruling.lost,
    )


def _heard(case: Case, before: Position, witnesses: Witnesses) -> _Ruling | None:
    """Return what others say of a move that the account leaves open; None: nothing for sure."""
    partner, asked = case.before.partner, before.to_move == case.colour
    if partner is not None and is_blunder(case):
        cost = Fraction(round(10 * (case.partner_cost or 0.0)), 10)
        return _Ruling(Verdict.BLUNDER, partner.best[case.colour], cost)
    if is_kept(case):
        return _Ruling(Verdict.KEPT, case.point)
    if _is_chosen(case, before, witnesses):
        return _Ruling(Verdict.CHOSEN, case.point)
    if asked and witnesses.accused is not None and may_be_elsewhere(case):
        found = witnesses.accused(before, case.point)
        if found is not None and is_elsewhere(case, *found):
            best, seen = found
            cost = Fraction(floor(10 * min(seen.differences)), 10)
            return _Ruling(Verdict.ELSEWHERE, best, cost, seen)
    return None


def _is_chosen(case: Case, before: Position, witnesses: Witnesses) -> bool:
    """Tell whether the search chose a move as well, if need be by longer searches."""
    if not is_choice(case):
        return False
    if is_steady(case):
        return True
    asked = witnesses.confirmed is not None and before.to_move == case.colour
    return asked and witnesses.confirmed is not None and witnesses.confirmed(before, case.point)


def _witness(case: Case, before: Position, witnesses: Witnesses) -> Comparison | None:
    """Return what a partner says of a move, or else searches of our own."""
    if case.partner_cost is not None and case.before.partner is not None:
        return Comparison(case.before.partner.name, (case.partner_cost,))
    if witnesses.compared is None or case.best is None or before.to_move != case.colour:
        return None
    return witnesses.compared(before, case.best, case.point)


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
