"""Whether a move of a reviewed game can be judged, and why not.

The account of a move (`movecost`) holds if the stones around each region are as safe as they look.
Where that is proved, the account is the verdict. Elsewhere it needs witnesses: two searches that
compare the move with the best one, or a partner, and nothing in the game that speaks against it.

Where the account cannot tell, others sometimes can. The search is not told what was played, so a
move that it chose clearly as well is good. A closed board is played to its end before the move and
after it (`closedboard`). Long searches see a far larger place, and the game confirms it. And a
partner whose lead falls far needs no other witness.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, column_of, row_of
from gtpengine.report.closedboard import closed_loss, keeps_score
from gtpengine.report.comparison import LEAST, SAME, Comparison
from gtpengine.report.movecost import ERRORS, MoveCost, is_known
from gtpengine.report.view import Certainty, PositionView, RegionView

_CLEAR = 0.5  # of the visits: the search is sure of its choice
# Visits of a search whose choice is its own: those of a short one follow what it thought before it
# searched. A move of 7.7 points had 96 % of 200 visits, 73 % of 500, and was no choice with 2,000.
_STEADY = 1000
# A partner's lead does not fall so far for want of visits: points, share of its standard deviation.
_FAR, _FAR_SHARE = 3.0, 0.5
_NEAR = 3  # lines between a move and its answer
_SETTLED_SHARE = Fraction(1, 2)  # of the board, where the endgame begins
_STAYS = 4  # positions for which every region must be known
SOON = 4  # moves within which somebody plays where it is urgent
_SENTE = ("Black sente", "White sente")
_KOS = ("ko", "hyperactive ko", "loop without a decision")


class Doubt(Enum):
    """Why a move is not judged."""

    EARLY = "before the endgame"
    UNKNOWN = "a region is not known"
    ERROR = "within the error of the estimates"
    SETTLED = "on land that seems settled, which is not proved"
    EXCHANGE = "a move and its answer: perhaps a threat that is not seen here"
    KO = "a ko is open"
    SENTE = "the larger place is a sente, whose threat is not proved"
    EVEN = "the final score may be the same"
    SEARCH = "the search does not agree"
    LEFT = "both players leave the place that seems larger"
    REPEATED = "the same place is still left"
    CLOSED = "the game played to its end says otherwise"


@dataclass(frozen=True)
class Case:
    """A move and what is known around it.

    Attributes:
        colour: who played.
        point: where, or PASS.
        before: the position before it.
        after: the position after it.
        account: its account, None if a region that matters is not known.
        best: the best move that was known before it, or None.
        previous: the point of the opponent's move before it, or None.
        following: the point of the opponent's move after it, or None.
        soon: the points of the next few moves of both players.
    """

    colour: int
    point: int
    before: PositionView
    after: PositionView
    account: MoveCost | None
    best: int | None
    previous: int | None
    following: int | None
    soon: tuple[int, ...] = ()

    @property
    def is_proved(self) -> bool:
        """Whether everything that is open before and after the move is proved."""
        return is_proved(self.before) and (not self.after.regions or is_proved(self.after))

    @property
    def fall(self) -> float | None:
        """By how many points the search's lead fell for the player; None without a search."""
        before, after = self.before.searched, self.after.searched
        if before is None or after is None:
            return None
        fallen = before.lead - after.lead
        return fallen if self.colour == BLACK else -fallen

    @property
    def closed_loss(self) -> Fraction | None:
        """By how much the score at the end fell for the player; None on an open board."""
        return closed_loss(self.before, self.after, self.colour)

    @property
    def keeps_score(self) -> bool:
        """Whether it kept the score of a closed board, as far as that is known."""
        return keeps_score(self.before, self.after, self.colour, self.point)

    @property
    def partner_cost(self) -> float | None:
        """By how many points the partner's lead fell for the player; None without one."""
        before, after = self.before.partner, self.after.partner
        if before is None or after is None:
            return None
        if before.best[self.colour] == self.point:
            return 0.0
        fallen = before.lead - after.lead
        return max(fallen if self.colour == BLACK else -fallen, 0.0)


def first_doubt(case: Case) -> Doubt | None:
    """Return why a move cannot be judged, as far as that is seen without a search."""
    account = case.account
    if account is None:
        return Doubt.UNKNOWN
    if account.loss and account.final <= min(account.loss / 2, LEAST):
        return Doubt.EVEN
    if case.is_proved:
        return None
    if any(region.kind in _KOS for region in _concerned(case, account)):
        return Doubt.KO
    if not _is_solved(case, account):
        return Doubt.ERROR
    if account.loss <= LEAST:
        return None
    if case.point == case.best:
        return Doubt.SEARCH
    if case.partner_cost is not None:
        return None
    if case.point != PASS and case.before.region_at(case.point) is None:
        return Doubt.SETTLED
    if case.before.regions[0].kind in _SENTE:
        return Doubt.SENTE
    if _is_near(case.point, case.previous) or _is_near(case.point, case.following):
        return Doubt.EXCHANGE
    hottest = case.before.regions[0].points
    if case.point not in hottest and not any(point in hottest for point in case.soon):
        return Doubt.LEFT
    return None


def needs_comparison(case: Case) -> bool:
    """Tell whether a move that nothing speaks against still needs a witness.

    Pre: `first_doubt` has none.
    """
    if case.is_proved:
        return False
    return case.point != case.best or case.partner_cost is not None


def second_doubt(case: Case, compared: Comparison | None) -> Doubt | None:
    """Return whether the witness speaks against the account.  Pre: a comparison is needed."""
    assert case.account is not None
    if compared is None:
        return Doubt.SEARCH
    costly = case.account.loss > LEAST
    agrees = compared.says_worse if costly else compared.says_same
    return None if agrees else Doubt.SEARCH


def third_doubt(case: Case) -> Doubt | None:
    """Return whether the game played to its end speaks against the account.

    Pre: nothing else does. What is proved needs nobody's consent.
    """
    assert case.account is not None
    if case.is_proved or case.closed_loss is None:
        return None
    contradicted = case.keeps_score if case.account.loss > LEAST else case.closed_loss > LEAST
    return Doubt.CLOSED if contradicted else None


def is_kept(case: Case) -> bool:
    """Tell whether a move is good because it kept the score of a closed board.

    Not if a partner sees a loss.
    """
    return case.keeps_score and (case.partner_cost is None or case.partner_cost <= SAME)


def may_be_elsewhere(case: Case) -> bool:
    """Tell whether long searches are worth asking for a far larger place.

    The short ones saw a loss, and nobody plays to the end otherwise.
    """
    searched, fall = case.before.searched, case.fall
    if searched is None or fall is None or case.partner_cost is not None:
        return False
    return searched.point != case.point and fall > SAME and not case.keeps_score


def is_elsewhere(case: Case, best: int, compared: Comparison) -> bool:
    """Tell whether searches alone find a move costly: a far larger place, which the game confirms.

    The difference must be large, and the place another one: what is better of two moves close by
    is read wrongly too often. And somebody must play there soon: what both players leave is as a
    rule misjudged by us.
    """
    if PASS in (best, case.point) or _is_near(case.point, best):
        return False
    return min(compared.differences) >= _FAR and best in case.soon


def is_choice(case: Case) -> bool:
    """Tell whether a move that the account leaves open is good: the search chose it as well.

    A partner's first choice will do; our own search must have chosen it clearly. Its lead must not
    fall with the move, nor the score of a closed board. An account that is not proved says nothing
    against that. After a short search that wants a longer one: see `is_steady`.
    """
    searched, partner, fall = case.before.searched, case.before.partner, case.fall
    if searched is None or fall is None or (case.closed_loss or 0) > LEAST:
        return False
    if partner is not None:
        return case.point == partner.best[case.colour] and fall <= SAME
    return case.point == searched.point == case.best and is_clear(searched.share, fall)


def is_steady(case: Case) -> bool:
    """Tell whether the searches before and after a move were long enough, or a partner's."""
    both = case.before.searched, case.after.searched
    partner = case.before.partner is not None
    return partner or all(each is not None and each.visits >= _STEADY for each in both)


def is_clear(share: float, fall: float) -> bool:
    """Tell whether our search is sure of its first choice.

    Args:
        share: of the visits.
        fall: by how many points its lead falls when that is played.
    """
    return share >= _CLEAR and fall <= SAME


def is_blunder(case: Case) -> bool:
    """Tell whether a partner's lead falls so far with a move that it needs no other witness.

    While a fight is open its lead swings from one position to the next; then that takes more.
    """
    before, cost = case.before.partner, case.partner_cost
    if before is None or cost is None:
        return False
    return cost >= max(_FAR, _FAR_SHARE * before.spread)


def is_proved(view: PositionView) -> bool:
    """Tell whether all that is open is proved, borders included."""
    return bool(view.regions) and all(r.certainty is Certainty.EXACT for r in view.regions)


def endgame_start(views: Sequence[PositionView]) -> int | None:
    """Return the place of the position with which the endgame begins; None if none does.

    The board is divided there, and in the positions that follow: every region is known. And from
    there to the end half of the board or more is settled: else a fight was still to come.
    """
    divided = [_is_divided(view) for view in views]
    first = len(views)
    while first and _is_settled(views[first - 1]):
        first -= 1
    for place in range(first, len(views)):
        if all(divided[place : place + _STAYS]):
            return place
    return None


def _is_divided(view: PositionView) -> bool:
    known = all(not region.theme and region.temperature is not None for region in view.regions)
    return view.closed is not None or (known and _is_settled(view))


def _is_settled(view: PositionView) -> bool:
    settled = sum(len(view.settled[colour]) for colour in (BLACK, WHITE))
    return view.closed is not None or settled >= _SETTLED_SHARE * view.width * view.height


def _is_solved(case: Case, account: MoveCost) -> bool:
    """Tell whether nothing that is only guessed can make another move better than this one."""
    rest = [r for r in case.before.regions if not account.area.issuperset(r.points)]
    return all(is_known(r) for r in _concerned(case, account)) and all(
        is_known(r)
        or (
            r.temperature is not None
            and r.errors is not None
            and r.temperature + ERRORS * r.errors[1] <= account.ambient
        )
        for r in rest
    )


def _concerned(case: Case, account: MoveCost) -> list[RegionView]:
    """Return the regions on which an account rests: the hottest one, and those of the move."""
    found = [*case.before.regions[:1]]
    for view in (case.before, case.after):
        found += [r for r in view.regions if account.area.issuperset(r.points)]
    return found


def _is_near(point: int, other: int | None) -> bool:
    if other is None or PASS in (point, other):
        return False
    across = column_of(point) - column_of(other)
    up = row_of(point) - row_of(other)
    return max(abs(across), abs(up)) <= _NEAR
