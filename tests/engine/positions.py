"""Positions as pictures, and players that read without kernels."""

from gtpengine.board.points import PASS, SIDES, vertex_of
from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.player import Choice
from gtpengine.engine.rough import RoughReading
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.warmup import Warmup

# Two walls that live, a dame at E5, and a corridor for each side: White's is longer.
CORRIDORS = """
    . X . X O . . . .
    X X X X O O O O .
    X . . O O . . O .
    X X X X O O O O O
    X X . X . O . O .
    X X X X O O O O O
    X O . . . . . X X
    X O O O O O O X .
    X X X X X X X X X
    """
# The same with both corridors filled: the dame is all that is left.
SETTLED = """
    . X . X O . . . .
    X X X X O O O O .
    X X X X O . . O .
    X X X X O O O O O
    X X . X . O . O .
    X X X X O O O O O
    X X X X O O O O O
    X . X X O O . O O
    X X X X O O O O O
    """


class Answerer:
    """Saves his stones from atari, by a capture if he can; passes otherwise."""

    name = "answerer"

    def choose(self, position, deadline):
        chains = list(position.chains())
        own = [each for each in chains if each.colour == position.to_move]
        foes = [each for each in chains if each.colour != position.to_move]
        weak = [each for each in own if len(each.liberties) == 1]
        for chain in sorted(weak, key=lambda each: -len(each.stones)):
            near = {stone + side for stone in chain.stones for side in SIDES}
            for foe in foes:
                if len(foe.liberties) == 1 and near & foe.stones:
                    return Choice(*foe.liberties, "takes what attacks")
        return Choice(PASS, "nothing is to be saved")

    def forget(self):
        """Nothing is remembered."""


def staff_with(reading=RoughReading, **settings):
    warmup = Warmup(load=reading)
    warmup.start()
    return Staff(Settings(**settings), warmup)


def chosen(player, position, seconds=20.0):
    """Return the vertex that a player chooses."""
    with Deadline(seconds) as deadline:
        return vertex_of(player.choose(position.copy(), deadline).point)


def judged(staff, position):
    with Deadline(20.0) as deadline:
        return staff.judgement(position, deadline)


def picture(text, **details):
    return Position.from_diagram(text, **details)
