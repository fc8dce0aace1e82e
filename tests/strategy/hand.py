"""Outlooks written by hand, for tests: regions are numbers, a region's move is its number."""

from fractions import Fraction
from typing import Any

from gtpengine.strategy.outlook import Kind, LocalGame, Outlook
from gtpengine.strategy.situation import Situation
from gtpengine.values.notation import parse
from gtpengine.values.thermograph import thermograph

BLACK, WHITE = 1, -1


def region(number: int, temperature: str, mean: str = "0", **more: Any) -> Outlook:
    """Return a region of which mean and temperature alone are known."""
    facts = {"black_move": number, "white_move": number, "kind": Kind.GOTE, "exact": True} | more
    return Outlook(number, f"region {number}", Fraction(mean), Fraction(temperature), **facts)


def of_game(number: int, notation: str, **more: Any) -> Outlook:
    """Return the outlook of a loop-free game with one option a side."""
    graph = parse(notation)
    seen = thermograph(graph, 0)
    facts = {
        "left_wall": seen.left,
        "right_wall": seen.right,
        "game": LocalGame(graph, (number,), (number,)),
    }
    return region(number, str(seen.temperature), str(seen.mean), **(facts | more))


def asked(*outlooks: Outlook, side: int = BLACK, **more: Any) -> Situation:
    """Return the situation of these regions; moves are shown as M1, M2, ..."""
    return Situation(outlooks, side, show=lambda move: f"M{move}", **more)
