"""Reading in plain Python: atari only, few playouts. For the time before the kernels are there."""

import random
from dataclasses import replace

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.points import NO_POINT, PASS, SIDES
from gtpengine.board.position import IllegalMove, Position
from gtpengine.board.rules import KoRule
from gtpengine.board.score import owners
from gtpengine.engine.deadline import Deadline

# A playout here costs milliseconds; more than this adds little to a rough answer.
MOST_PLAYOUTS = 60


class RoughReading:
    """A `Reading` that sees one move ahead."""

    name = "rough reading"

    def attack(self, position: Position, point: int) -> int:
        """Return the last liberty of the chain at `point` if the opponent may take it."""
        chain = position.chain_at(point)
        if len(chain.liberties) == 1:
            (liberty,) = chain.liberties
            if position.is_legal(opponent(chain.colour), liberty):
                return liberty
        return NO_POINT

    def defence(self, position: Position, point: int) -> int:
        """Return a move after which the chain at `point` has two liberties or more."""
        chain = position.chain_at(point)
        candidates = sorted(chain.liberties)
        for near in sorted({stone + side for stone in chain.stones for side in SIDES}):
            if position.colour_at(near) == opponent(chain.colour):
                attacker = position.chain_at(near)
                if len(attacker.liberties) == 1:
                    candidates = [*attacker.liberties, *candidates]
        for candidate in candidates:
            try:
                position.play(chain.colour, candidate)
            except IllegalMove:
                continue
            safe = (
                position.colour_at(point) == chain.colour
                and len(position.chain_at(point).liberties) >= 2
            )
            position.undo()
            if safe:
                return candidate
        return NO_POINT

    def is_self_atari(self, position: Position, colour: int, point: int) -> bool:
        """Tell whether the stone played there has at most one liberty."""
        try:
            position.play(colour, point)
        except IllegalMove:
            return True
        stands = position.colour_at(point) == colour
        lost = not stands or len(position.chain_at(point).liberties) <= 1
        position.undo()
        return lost

    def ownership(
        self, position: Position, playouts: int, seed: int, deadline: Deadline
    ) -> dict[int, float]:
        """Return the ownership over a few playouts."""
        chance = random.Random(seed)
        # Playouts end by themselves; without superko they need not remember positions for it.
        start = Position(position.width, position.height)
        start.rules = replace(position.rules, ko=KoRule.SIMPLE, suicide=False)
        start.setup(position.stones(BLACK), position.stones(WHITE), to_move=position.to_move)
        total = dict.fromkeys(start.points(), 0)
        games = 0
        while games < min(playouts, MOST_PLAYOUTS) and (games == 0 or not deadline.expired()):
            game = start.copy()
            _play_out(game, chance)
            for point, owner in owners(game).items():
                total[point] += (owner == BLACK) - (owner == WHITE)
            games += 1
        return {point: balance / games for point, balance in total.items()}


def _play_out(game: Position, chance: random.Random) -> None:
    """Play random moves that fill no own eye until both sides pass."""
    most = 3 * game.width * game.height
    while game.passes() < 2 and len(game.moves) < most:
        empty = [point for point in game.points() if game.colour_at(point) == EMPTY]
        chance.shuffle(empty)
        for point in [*empty, PASS]:
            if point == PASS or not game.is_own_eye(game.to_move, point):
                try:
                    game.play(game.to_move, point)
                except IllegalMove:
                    continue
                break
