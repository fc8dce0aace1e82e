"""Which chains live, where playouts alone leave doubts: verdicts that correct an ownership."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Chain, Position
from gtpengine.board.rules import Scoring
from gtpengine.board.tactics import Fate as Captive
from gtpengine.board.tactics import Tactician
from gtpengine.deadline import Deadline
from gtpengine.model.bentfour import BentFour, bent_fours, with_one_eye
from gtpengine.partition.bits import Bits, beside, bits_of, points_of
from gtpengine.reading.status import StatusReader
from gtpengine.search.tree.fates import Fate, close_surroundings, fate, surroundings

MOST_REMEMBERED = 4000
MOST_HUNTED = 3  # liberties of a chain that is tried to be captured at once
MOST_LIBERTIES = 4  # of a chain beside wide land that may hang all the same
_READ_NODES = 20_000  # positions of one reading
_PLAYOUTS = 800  # for one chain
_MORE_PLAYOUTS = 4000  # where those do not decide
_CLEAR = 0.3  # from one half: shares that need no more playouts
LOST = -0.6  # share of its points down to which a chain may be called alive
DOOMED = 0.1  # share of its points below which a chain may be called dead
# The same at the end of a game: playouts lose won races. Of 54 finished boards 52 come out right at
# 0.1 and 0.4, 50 at 0.7; of the races and sekis in tests/engine/test_seki.py two fail at 0.1.
DOOMED_AT_THE_END = 0.4
HANGING = 0.5  # share of its points, either way, up to which a chain may be called open
_SIGN = {BLACK: 1, WHITE: -1}

Seen = tuple[Bits, Bits, Bits, Bits, int]
Key = tuple[Bits, Bits, Seen]


@dataclass(frozen=True)
class Lives:
    """Verdicts about chains in doubt, and the ownership that they leave.

    Attributes:
        fates: of the chains asked about, the largest first.
        ownership: as given, but for the chains that live or die and what hangs on them.
    """

    fates: tuple[Fate, ...]
    ownership: dict[int, float]


class LifeReader:
    """Asks about chains; an answer is remembered while nothing near the chain changes."""

    def __init__(self, *, captures: bool = True) -> None:
        """Make a reader; with `captures` it looks for ways out by taking stones."""
        self._captures = captures
        self._known: dict[Key, Fate] = {}

    def read(
        self,
        position: Position,
        ownership: Mapping[int, float],
        deadline: Deadline,
        safe: Bits = 0,
        hanging: float = HANGING,
        shares: tuple[float, float] = (-1.0, 1.0),
    ) -> Lives:
        """Return what becomes of the chains, those with most in doubt first, as time allows.

        Args:
            position: whoever is to move.
            ownership: per point from 1.0 Black to -1.0 White, of playouts without a favourite.
            deadline: no search is begun after it.
            safe: stones that are proved to stay.
            hanging: see `corrected`.
            shares: chains with less or more of their points are not asked about.
        """
        low, high = shares
        stakes = [
            (
                -len(chain.stones) * (1.01 - abs(belonging(chain, ownership))),
                min(chain.stones),
                chain,
            )
            for chain in position.chains()
            if not safe & bits_of(chain.stones) and low <= belonging(chain, ownership) <= high
        ]
        found = []
        for _, _, chain in sorted(stakes, key=lambda stake: stake[:2]):
            known = self.fate(position, chain, ownership, deadline)
            if known is not None:
                found.append(known)
        if position.rules.scoring is Scoring.TERRITORY:
            ruled = self._by_rule(position, ownership, deadline)
            found = [*(each for each in found if each.chain not in ruled), *ruled.values()]
        found.sort(key=lambda known: (-len(known.chain.stones), min(known.chain.stones)))
        return Lives(tuple(found), corrected(ownership, found, hanging))

    def _by_rule(
        self, position: Position, ownership: Mapping[int, float], deadline: Deadline
    ) -> dict[Chain, Fate]:
        """Return the chains whose fate is a matter of rules: walls around a bent four, and it.

        A wall is dead that would be so with a single eye in its place.
        """
        found: dict[Chain, Fate] = {}
        for four in bent_fours(position):
            other = with_one_eye(position, four)
            dead: list[tuple[Chain, Fate]] = []
            for chain in position.chains():
                stones = bits_of(chain.stones)
                if chain.colour != four.colour and beside(four.space) & stones:
                    twin = other.chain_at(min(chain.stones))
                    known = self.fate(other, twin, ownership, deadline)
                    if known is None or not known.dies:
                        dead.clear()
                        break
                    dead.append((chain, known))
            for chain, known in dead:
                found[chain] = _ruled(chain, known, four)
            if dead:
                corner = position.chain_at(min(points_of(four.stones)))
                found[corner] = _ruled(corner, dead[0][1], four)
        return found

    def fate(
        self,
        position: Position,
        chain: Chain,
        ownership: Mapping[int, float],
        deadline: Deadline,
    ) -> Fate | None:
        """Return what becomes of one chain; None if too much depends on it, or it is too late.

        Where it could depend on too much, a look at what is near can still tell that it hangs.
        """
        area = surroundings(position, chain, ownership, captures=self._captures)
        if area is not None:
            return self._asked(position, chain, area, deadline)
        if not self._captures or len(chain.liberties) > MOST_LIBERTIES:
            return None
        area = close_surroundings(position, chain, ownership)
        if area is None:
            return None
        known = self._asked(position, chain, area, deadline)
        return known if known is not None and known.hangs else None

    def _asked(
        self, position: Position, chain: Chain, area: Bits, deadline: Deadline
    ) -> Fate | None:
        key = _key(position, chain, area)
        known = self._known.get(key)
        if known is not None or deadline.expired():
            return known
        known = self._searched(position, chain, area, deadline)
        if deadline.expired():
            return None
        self._remember(key, known)
        return known

    def _searched(self, position: Position, chain: Chain, area: Bits, deadline: Deadline) -> Fate:
        known = fate(position, chain, area, _PLAYOUTS, flag=deadline.flag)
        if all(abs(share - 0.5) >= _CLEAR for share in (known.attacked, known.defended)):
            return known
        return fate(position, chain, area, _MORE_PLAYOUTS, flag=deadline.flag)

    def _remember(self, key: Key, known: Fate) -> None:
        while len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[key] = known


def _ruled(chain: Chain, known: Fate, four: BentFour) -> Fate:
    """Return the fate of a chain of a bent four or its wall; what is around is as it was found."""
    share = float(chain.colour == four.colour)
    taken = dict.fromkeys(points_of(four.space), float(_SIGN[four.colour]))
    taken |= dict.fromkeys(chain.stones, float(_SIGN[four.colour]))
    attack, defence = ({**found, **taken} for found in (known.attack, known.defence))
    area = known.area | four.space
    return Fate(chain, area, share, share, NO_POINT, NO_POINT, attack, defence, by_rule=True)


def belonging(chain: Chain, ownership: Mapping[int, float]) -> float:
    """Return how far the chain's points stay its owner's: 1 always, -1 never."""
    return _SIGN[chain.colour] * sum(ownership[stone] for stone in chain.stones) / len(chain.stones)


def corrected(
    ownership: Mapping[int, float],
    fates: Iterable[Fate],
    hanging: float = HANGING,
    doomed: float = DOOMED,
) -> dict[int, float]:
    """Return the ownership with the verdicts in it, those that the playouts do not belie.

    A chain that lives or dies is decided, one that hangs belongs to nobody. Where a verdict says
    the contrary of the playouts, the points around are those of the search. The limits are from 30
    shared games, 80 and 40 moves before their end: of 19 stones that playouts gave to their owner
    and a search called dead, 16 stayed to the end; of 23 that hung though playouts nearly always
    lost them, 2 did; of 84 that hung though playouts mostly kept them, 70. Only chains whose share
    of their points is within `hanging` of nobody's are opened, and only those with a share below
    `doomed` are called dead.
    """
    found = dict(ownership)
    verdicts = []
    for known in fates:
        share = belonging(known.chain, ownership)
        if known.lives and (known.by_rule or share > LOST):
            verdicts.append((known, 1.0))
        elif known.dies and (known.by_rule or share < doomed):
            verdicts.append((known, -1.0))
        elif known.hangs and abs(share) < hanging:
            verdicts.append((known, 0.0))
    for known, verdict in reversed(verdicts):
        if verdict * belonging(known.chain, ownership) < 0:
            found.update(known.ownership)
    for known, verdict in verdicts:
        found.update(dict.fromkeys(known.chain.stones, verdict * _SIGN[known.chain.colour]))
    return found


def with_sekis(
    position: Position,
    ownership: Mapping[int, float],
    fates: Iterable[Fate],
    deadline: Deadline,
) -> dict[int, float]:
    """Return the ownership with the chains alive that are read to live in a seki.

    Asked are lost chains, unless the rules say so, that share a liberty with an opponent who is
    short of liberties himself.
    """
    found = dict(ownership)
    ruled = {known.chain for known in fates if known.by_rule}
    short = [each for each in position.chains() if len(each.liberties) <= MOST_HUNTED]
    reader: StatusReader | None = None
    for chain in short:
        if chain in ruled or belonging(chain, ownership) >= 0 or deadline.expired():
            continue
        foes = [each for each in short if each.colour != chain.colour]
        if any(each.liberties & chain.liberties for each in foes):
            reader = reader or StatusReader(_READ_NODES)
            if reader.status(position, min(chain.stones)).word() == "alive":
                found.update(dict.fromkeys(chain.stones, 1.0 * _SIGN[chain.colour]))
    return found


def with_captures(position: Position, ownership: Mapping[int, float]) -> dict[int, float]:
    """Return the ownership with the chains lost that are captured even if their owner moves first.

    That is read to its end (`board.tactics`), for chains with few liberties beside an opponent who
    stays.
    """
    found = dict(ownership)
    tactics = Tactician(position)
    chains = list(position.chains())
    for chain in chains:
        if len(chain.liberties) > MOST_HUNTED or belonging(chain, ownership) < 0:
            continue
        touched = beside(bits_of(chain.stones))
        foes = [each for each in chains if each.colour != chain.colour]
        near = [each for each in foes if touched & bits_of(each.stones)]
        if not any(belonging(each, ownership) > 0 for each in near):
            continue
        stone = min(chain.stones)
        if tactics.hunt(stone, attacker_first=False).fate is Captive.CAPTURED:
            found.update(dict.fromkeys(chain.stones, -1.0 * _SIGN[chain.colour]))
    return found


def seen_around(position: Position, area: Bits) -> Seen:
    """Return what a search of an area sees: stones in and beside it, those that reach out, a ko."""
    near = area | beside(area)
    stones = {colour: bits_of(position.stones(colour)) for colour in (BLACK, WHITE)}
    empty_outside = ~(stones[BLACK] | stones[WHITE] | area)
    held: Bits = 0
    for each in position.chains():
        bits = bits_of(each.stones)
        if bits & near and bits_of(each.liberties) & empty_outside:
            held |= bits & near
    ko = position.ko_point
    return area, stones[BLACK] & near, stones[WHITE] & near, held, ko if area >> ko & 1 else 0


def _key(position: Position, chain: Chain, area: Bits) -> Key:
    """Return all that the searches about a chain see."""
    return bits_of(chain.stones), bits_of(chain.liberties), seen_around(position, area)
