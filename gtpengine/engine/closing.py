"""The end of a game, for whoever is to move: what is still worth a move, and the score.

Where a board is closed, what is left are points and fractions of points. A search of the whole
board is off by more than that, and small searches of each place are not (`model.ending`). So they
say which moves cost nothing, and what the game counts once it is played to its end.

Importing this module loads, or compiles, the kernels of the search.
"""

from dataclasses import dataclass
from fractions import Fraction

from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.deadline import Deadline
from gtpengine.engine import aside
from gtpengine.engine.judge import even_ownership, played_on
from gtpengine.engine.kernel_reading import KernelReading
from gtpengine.engine.settings import Settings
from gtpengine.model.ending import Gain, gains, is_closed
from gtpengine.model.judgement import Judgement, judged, stones_of
from gtpengine.model.lives import LifeReader
from gtpengine.partition.bits import Bits, bits_of

# Share of the board, and points of a small one, that are open at most where a board is closed.
OVER = 0.08
FEW = 12
FULL = 0.5  # share of the board with stones on it, before which no game is over
_ROUGH = 30  # points more that may seem open to playouts alone, which misjudge a group
_LEAST_SECONDS = 0.05  # in less there is no answer, and a search has better use for them
_MOST_SECONDS = 10.0  # it takes less than one
MOST_GAINED = 8.0  # points; where more hangs on a move, it is a group
_EARLIER = 40  # moves; boards that were there since then must not come again


@dataclass(frozen=True)
class Closing:
    """What is known of a closed board.

    Attributes:
        gains: the moves of the player to move that cost nothing, the best first; none: a pass.
        final: Black's score when both play on to the end.
        agreed: both have passed, and nothing else is known of the moves.
    """

    gains: tuple[Gain, ...]
    final: Fraction
    agreed: bool = False

    @property
    def costless(self) -> frozenset[int]:
        """The moves that cost nothing."""
        return frozenset(gain.point for gain in self.gains)

    def moves(self, hidden: frozenset[int], *, fill_dame: bool) -> tuple[int, ...]:
        """Return the moves that are worth a turn, the best first, and a pass after them.

        Without `fill_dame` a pass is as good as what gains nothing. Where a group hangs there are
        none: that is for a search of the whole board.
        """
        if self.agreed:
            return ()
        if self.gains and self.gains[0].worth > MOST_GAINED:
            return ()
        worthy = [gain.point for gain in self.gains if gain.worth > 0 or fill_dame]
        return tuple(point for point in (*worthy, PASS) if point not in hidden)


class Closer:
    """Looks at boards that are closed; what became of a chain is remembered while it holds."""

    finish = staticmethod(aside.finish)  # which plays finished games to their end

    def __init__(self) -> None:
        self._reading = KernelReading()
        self._lives = LifeReader(captures=False)

    def look(self, position: Position, deadline: Deadline, settings: Settings) -> Closing | None:
        """Return what is known; None where the board is open, by area, or without time.

        None also where a whole group changes hands on the way: small searches are not to be
        believed then. After two passes the game is over, and there is a score nevertheless. Where
        visits are counted, playouts are, and the clock has no say.
        """
        if settings.visits:
            return self._known(position, deadline, settings)
        seconds = min(settings.thinking.closing_share * deadline.remaining(), _MOST_SECONDS)
        if seconds < _LEAST_SECONDS:
            return None
        with deadline.part(seconds) as part:
            return self._known(position, part, settings)

    def _known(self, position: Position, deadline: Deadline, settings: Settings) -> Closing | None:
        found = self._seen(position, deadline, settings)
        if found is not None or position.passes() < 2:
            return found
        owners = even_ownership(self._reading, position, deadline, settings)
        judgement = judged(position, aside.settle(position, owners, deadline, self._lives))
        counted = played_on(position, judgement, self, deadline) or judgement
        return None if deadline.expired() else Closing((), counted.score, agreed=True)

    def _seen(self, position: Position, deadline: Deadline, settings: Settings) -> Closing | None:
        area = position.width * position.height
        stones = sum(len(chain.stones) for chain in position.chains())
        if position.rules.scoring is Scoring.AREA or stones < FULL * area:
            return None
        owners = even_ownership(self._reading, position, deadline, settings)
        share = max(OVER, FEW / area)
        if not is_closed(position, _dead(judged(position, owners)), share + _ROUGH / area):
            return None
        judgement = judged(position, aside.settle(position, owners, deadline, self._lives))
        dead = _dead(judgement)
        if deadline.expired() or not is_closed(position, dead, share):
            return None
        found = tuple(gains(position, dead, _earlier(position)))
        end = played_on(position, judgement, self, deadline, share)
        return None if end is None or deadline.expired() else Closing(found, end.score)


def _dead(judgement: Judgement) -> Bits:
    return bits_of(stones_of(judgement.dead))


def _earlier(position: Position) -> set[int]:
    """Return the boards before this one, as hashes."""
    return {key for key, _ in position.situations()[-1 - _EARLIER : -1]}
