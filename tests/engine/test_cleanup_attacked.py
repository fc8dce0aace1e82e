"""Cleanup by false beliefs and under attack: it loses no stones that were safe before it."""

import random

import pytest

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import PASS, point_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.cleanup import CleanupPlayer
from gtpengine.engine.judge import judged
from gtpengine.engine.settings import Settings
from tests.engine.positions import Answerer, picture
from tests.engine.sekis import DEAD_BESIDE, SEKIS, swapped

SIGN = {BLACK: 1.0, WHITE: -1.0}


class Fixed:
    """A judge for whom certain stones of one player are dead, and all others live."""

    def __init__(self, position, dead):
        self._owners = {stone: -SIGN[position.colour_at(stone)] for stone in dead}

    def judgement(self, position, deadline, settings):
        ownership = dict.fromkeys(position.points(), 0.0)
        for chain in position.chains():
            ownership |= dict.fromkeys(chain.stones, SIGN[chain.colour])
        return judged(position, ownership | self._owners)


def liar(position, colour, chance):
    """Return a judge for whom half of the chains of one player are dead, whichever they are."""
    chains = [each for each in position.chains() if each.colour == colour]
    lies = [each for each in chains if chance.random() < 0.5]
    return Fixed(position, {stone for each in lies for stone in each.stones})


def turned(text, times, *, mirrored):
    """Return a picture turned by so many quarters, and mirrored."""
    rows = [line.split() for line in text.split("\n") if line.strip()]
    if mirrored:
        rows = [row[::-1] for row in rows]
    for _ in range(times):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
    return "\n".join(" ".join(row) for row in rows)


def attack(position, colour, chance):
    """Return a move of the attacker: a capture, a move beside weak stones, or any."""
    legal = [p for p in position.legal_points(colour) if not position.is_own_eye(colour, p)]
    if not legal:
        return PASS
    foe = opponent(colour)
    liberties = [chain.liberties for chain in position.chains() if chain.colour == foe]
    for most in (1, 2, 3):
        good = [p for p in legal if any(p in each and len(each) <= most for each in liberties)]
        if good and chance.random() < 0.7:
            return chance.choice(good)
    return chance.choice([*legal, PASS])


@pytest.mark.parametrize("name", SEKIS)
def test_a_judge_that_lies_costs_no_stone_of_a_seki(name):
    board, _ = SEKIS[name]
    for seed in range(48):
        chance = random.Random(f"{name} {seed}")
        text = turned(board, seed % 4, mirrored=seed % 8 > 3)
        text = swapped(text) if seed % 16 > 7 else text
        position = picture(text, rules=chance.choice((CHINESE, JAPANESE)))
        colour = chance.choice((BLACK, WHITE))
        cleaner = CleanupPlayer(liar(position, opponent(colour), chance), Answerer(), Settings)
        own = set(position.stones(colour))
        for move in range(12):
            position.to_move = colour
            with Deadline(20.0) as deadline:
                point = cleaner.choose(position.copy(), deadline).point
            if point == PASS and not move:
                break
            position.play(colour, point)
            position.play(opponent(colour), attack(position, opponent(colour), chance))
            assert own <= set(position.stones(colour)), f"seed {seed}\n{position.diagram()}"


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_threat_is_answered_before_dead_stones_are_taken(colour):
    """The attacker takes a shared liberty of the seki: whoever moves next captures."""
    position = picture(DEAD_BESIDE, rules=JAPANESE)
    dead, threat, capture = (
        point_of(name, position.width, position.height)
        for name in ("B5" if colour == BLACK else "M5", "G2", "G1")
    )
    judge = Fixed(position, position.chain_at(dead).stones)
    cleaner = CleanupPlayer(judge, Answerer(), Settings)
    position.play(opponent(colour), threat)
    with Deadline(20.0) as deadline:
        assert cleaner.choose(position.copy(), deadline).point == capture
