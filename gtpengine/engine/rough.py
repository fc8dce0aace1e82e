"""Reading in plain Python: atari only, few playouts. For the time before the kernels are there."""

import random
from dataclasses import replace

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.points import NO_POINT, PASS, SIDES
from gtpengine.board.position import Chain, IllegalMove, Position
from gtpengine.board.rules import KoRule
from gtpengine.board.score import owners
from gtpengine.deadline import Deadline

# A playout here costs milliseconds; more than this adds little to a rough answer.
MOST_PLAYOUTS = 30


class RoughTactics:
    """Sees atari, and one move ahead."""

    def __init__(self, position: Position) -> None:
        self._position = position.copy()

    def attack(self, stone: int) -> int:
        """Return the last liberty of the chain of `stone` if the opponent may take it."""
        chain = self._position.chain_at(stone)
        if len(chain.liberties) == 1:
            (liberty,) = chain.liberties
            if self._position.is_legal(opponent(chain.colour), liberty):
                return liberty
        return NO_POINT

    def defence(self, stone: int) -> int:
        """Return a move after which the chain of `stone` has two liberties or more."""
        chain = self._position.chain_at(stone)
        for move in (*self._attackers_in_atari(chain), *sorted(chain.liberties)):
            if self._liberties_after(chain.colour, move, stone) >= 2:
                return move
        return NO_POINT

    def is_self_atari(self, colour: int, point: int) -> bool:
        """Tell whether the stone played there has at most one liberty."""
        return self._liberties_after(colour, point, point) <= 1

    def _attackers_in_atari(self, chain: Chain) -> list[int]:
        """Return the last liberties of opposing chains beside `chain`."""
        found: set[int] = set()
        for near in {stone + side for stone in chain.stones for side in SIDES}:
            if self._position.colour_at(near) == opponent(chain.colour):
                liberties = self._position.chain_at(near).liberties
                found |= liberties if len(liberties) == 1 else set()
        return sorted(found)

    def _liberties_after(self, colour: int, move: int, stone: int) -> int:
        """Return the liberties of the chain of `stone` after a move, 0 if illegal or taken."""
        try:
            self._position.play(colour, move)
        except IllegalMove:
            return 0
        stands = self._position.colour_at(stone) == colour
        liberties = len(self._position.chain_at(stone).liberties) if stands else 0
        self._position.undo()
        return liberties


class RoughReading:
    """A `Reading` that sees one move ahead."""

    name = "rough reading"

    def tactics(self, position: Position) -> RoughTactics:
        """Return a reader of this position."""
        return RoughTactics(position)

    def ownership(
        self, position: Position, playouts: int, seed: int, deadline: Deadline
    ) -> dict[int, float]:
        """Return the ownership over a few playouts; the last one may end early."""
        chance = random.Random(seed)
        # Playouts end by themselves; without superko they need not remember positions for it.
        start = Position(position.width, position.height)
        start.rules = replace(position.rules, ko=KoRule.SIMPLE, suicide=False)
        start.setup(position.stones(BLACK), position.stones(WHITE), to_move=position.to_move)
        total = dict.fromkeys(start.points(), 0)
        games = 0
        while games < min(playouts, MOST_PLAYOUTS) and (games == 0 or not deadline.expired()):
            game = start.copy()
            _play_out(game, chance, deadline)
            for point, owner in owners(game).items():
                total[point] += (owner == BLACK) - (owner == WHITE)
            games += 1
        return {point: balance / games for point, balance in total.items()}


def _play_out(game: Position, chance: random.Random, deadline: Deadline) -> None:
    """Play random moves that fill no own eye until both sides pass, or time is over."""
    most = 3 * game.width * game.height
    while game.passes() < 2 and len(game.moves) < most and not deadline.expired():
        empty = [point for point in game.points() if game.colour_at(point) == EMPTY]
        chance.shuffle(empty)
        for point in [*empty, PASS]:
            if point == PASS or not game.is_own_eye(game.to_move, point):
                try:
                    game.play(game.to_move, point)
                except IllegalMove:
                    continue
                break
