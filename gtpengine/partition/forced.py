"""Forced wins in a small graph of positions, found by going backward from the won ones.

A line of play that only repeats itself wins nothing, so whoever follows a forced win never needs to
repeat a position: the result holds under every ko rule.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

P = TypeVar("P", bound=Hashable)


class Choice(NamedTuple):
    """What can follow a position."""

    ours: bool  # we choose among the children, otherwise the opponent does
    children: Iterable[Hashable]


WON = Choice(ours=True, children=())


def forced_wins(
    roots: Iterable[P], follow: Callable[[P], Choice], limit: int
) -> Callable[[P], bool] | None:
    """Return a test whether we force a win from a position; None if there are more than `limit`.

    `follow` returns WON for a position that is won. A position where the opponent has nothing to
    choose from is won as well; one where we have nothing is not. The test knows all positions that
    `roots` lead to.
    """
    numbers: dict[P, int] = {}
    places: list[P] = []
    for root in roots:
        if numbers.setdefault(root, len(places)) == len(places):
            places.append(root)
    parents: list[list[int]] = [[] for _ in places]
    ours: list[bool] = []
    unanswered: list[int] = []  # children not yet known to be won
    won: list[int] = []
    for number, place in enumerate(places):  # grows while it runs
        if number > limit:
            return None
        choice = follow(place)
        children: set[P] = set(choice.children)  # type: ignore[arg-type]
        ours.append(choice.ours)
        unanswered.append(len(children))
        if choice is WON or not (children or choice.ours):
            won.append(number)
            continue
        for child in children:
            other = numbers.setdefault(child, len(places))
            if other == len(places):
                places.append(child)
                parents.append([])
            parents[other].append(number)
    winning = [False] * len(places)
    for number in won:
        winning[number] = True
    while won:
        for parent in parents[won.pop()]:
            unanswered[parent] -= 1
            if not winning[parent] and (ours[parent] or unanswered[parent] == 0):
                winning[parent] = True
                won.append(parent)
    return lambda place: winning[numbers[place]]
