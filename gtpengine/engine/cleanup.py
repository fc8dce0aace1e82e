"""The cleaner takes dead stones off the board where the players cannot agree on them."""

from collections.abc import Callable, Iterator

from gtpengine.board.colours import BLACK, opponent
from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.board.position import Chain, IllegalMove, Position
from gtpengine.deadline import Deadline
from gtpengine.engine.judge import Judge
from gtpengine.engine.player import Choice, Player
from gtpengine.engine.settings import Settings
from gtpengine.model.judgement import Judgement, stones_of
from gtpengine.partition.bits import Bits, beside, bits_of, flood, points_of
from gtpengine.partition.bits import stones_of as board_stones
from gtpengine.partition.capture import Fight, sure_captures
from gtpengine.partition.eyespace import MOST_EMPTY
from gtpengine.partition.groups import ENOUGH, groups_of

# Where more is open than can be read to its end: how surely all must stay whose it is after a move,
# or how little may become doubtful.
SURE = 0.9
SLACK = 0.2
ANSWER_SHARE = 0.5  # of the time
MOST_GIVEN = 6  # stones inside an eye: when they are taken the room is one eye at best
HOPELESS, RISKY, SOUND, CAPTURE = range(4)


class CleanupPlayer:
    """Plays against dead stones as long as that is sure to lose nothing.

    A group with two eyes elsewhere may attack. A group that lives only by taking the dead stones
    attacks where the fight is read to its end and won, or where the land around is so wide that the
    judge has no doubt after the move either. Everything else is left alone: it may be a seki. Moves
    of the opponent, who may threaten something, are first answered as another player would. It
    fills no own eye and does not resign.
    """

    name = "cleanup player"

    def __init__(self, judge: Judge, other: Player, settings: Callable[[], Settings]) -> None:
        self._judge = judge
        self._other = other
        self._settings = settings

    def choose(self, position: Position, deadline: Deadline) -> Choice:
        """Return a move against the dead stones, an answer, or a pass."""
        judgement = self._judge.judgement(position, deadline, self._settings())
        last = position.moves[-1:]
        if last and last[0].colour != position.to_move and last[0].point != PASS:
            answer = self._answer(position, judgement, deadline)
            if answer is not None:
                return answer
        if judgement.dead_stones(opponent(position.to_move)):
            for point in self._attacks(position, judgement, deadline):
                return Choice(point, f"{vertex_of(point)} goes after dead stones.")
            return Choice(PASS, "Pass: to go after the dead stones could lose others.")
        return Choice(PASS, "Pass: no dead stones are left to take.")

    def _answer(
        self, position: Position, judgement: Judgement, deadline: Deadline
    ) -> Choice | None:
        """Return what the other player answers to the last move, if it is no pass and sure."""
        with deadline.part(ANSWER_SHARE * deadline.remaining()) as part:
            choice = self._other.choose(position.copy(), part)
        is_move = choice.point in position.points()
        if is_move and self._keeps_all(position, judgement, choice.point, deadline):
            return choice
        return None

    def forget(self) -> None:
        """Let the other player forget."""
        self._other.forget()

    def _attacks(
        self, position: Position, judgement: Judgement, deadline: Deadline
    ) -> Iterator[int]:
        """Yield moves against dead stones that lose nothing, the most promising first."""
        colour = position.to_move
        full, black, white = board_stones(position)
        own, foe = (black, white) if colour == BLACK else (white, black)
        dead = bits_of(stones_of(judgement.dead))
        ranked = []
        for chain in judgement.dead:
            if chain.colour == colour:
                continue
            for liberty in chain.liberties:
                quality = _quality(position, colour, liberty)
                if quality > HOPELESS:
                    ranked.append(((quality, -len(chain.liberties)), liberty, chain))
        fights: dict[Chain, Fight | None] = {}
        ko = 1 << position.ko_point if position.ko_point != NO_POINT else 0
        for _, liberty, chain in sorted(ranked, key=lambda each: each[:2], reverse=True):
            if chain not in fights:
                fights[chain] = _fight(full, own, foe, dead, chain)
            fight = fights[chain]
            if fight is None:
                yield liberty
            elif (fight.area & ~own & ~foe).bit_count() <= MOST_EMPTY:
                yield from points_of(sure_captures(fight, ko) or 0)
            elif self._keeps_all(position, judgement, liberty, deadline):
                yield liberty

    def _keeps_all(
        self, position: Position, judgement: Judgement, point: int, deadline: Deadline
    ) -> bool:
        """Tell whether the judge is sure that a move loses no stones and saves no dead ones."""
        colour = position.to_move
        after = position.copy()
        try:
            after.play(colour, point)
        except IllegalMove:
            return False
        then = self._judge.judgement(after, deadline, self._settings())
        if deadline.expired():
            return False
        sign = 1 if colour == BLACK else -1
        stones = stones_of((*judgement.alive, *judgement.seki)).intersection(
            position.stones(colour)
        )
        return all(
            sign * then.ownership[stone] >= min(SURE, sign * judgement.ownership[stone] - SLACK)
            for stone in stones | judgement.dead_stones(opponent(colour))
        )


def _fight(full: Bits, own: Bits, foe: Bits, dead: Bits, chain: Chain) -> Fight | None:
    """Return the fight about a dead chain; None if all that surrounds it has two eyes elsewhere.

    Groups without are at stake, but for a few stones inside the chain's eye: they may be given up.
    """
    target = bits_of(chain.stones)
    living = own & ~dead
    hole = flood(target, full & ~living & ~(foe & ~dead))
    stake = given = 0
    for group in groups_of(full, own, foe, dead & ~hole):
        if group.stones & living & beside(hole) and group.eyes < ENOUGH:
            enclosed = not beside(group.stones) & full & ~(group.stones | hole)
            if enclosed and group.stones.bit_count() <= MOST_GIVEN:
                given |= group.stones
            else:
                stake |= group.stones
    if not stake | given:
        return None
    near = beside(stake | given) & full & ~own & ~foe
    return Fight(full, own, foe, target, stake, hole | given | near, dead & ~target)


def _quality(position: Position, colour: int, point: int) -> int:
    """Return how good a move against dead stones is, by what stands there after it."""
    if position.is_own_eye(colour, point):
        return HOPELESS
    taken = position.prisoners[colour]
    try:
        position.play(colour, point)
    except IllegalMove:
        return HOPELESS
    captured = position.prisoners[colour] > taken
    stands = position.colour_at(point) == colour
    liberties = len(position.chain_at(point).liberties) if stands else 0
    position.undo()
    if captured:
        return CAPTURE
    return SOUND if liberties >= 2 else RISKY
