"""Can an attacker who moves first capture one of some stones? Alternating play on a whole board."""

from functools import cache

from tests.oracles.attacker_alone import Stones, chain, played


class TooLarge(Exception):
    """More positions than the search may visit."""


def ko_point(before: Stones, after: Stones, colour: int, point: int) -> int:
    """Return where the opponent may not retake after `colour` played at `point`, or 0."""
    taken = [p for p, c in before.items() if c == 3 - colour and after[p] == 0]
    stones, liberties = chain(after, point)
    return taken[0] if len(taken) == len(stones) == len(liberties) == 1 else 0


def can_capture(
    stones: Stones, attacker: int, targets: set[int], depth: int, most: int = 20_000
) -> bool:
    """Tell whether the attacker, moving first, captures a target within `depth` moves of his.

    Both may pass; the simple ko rule binds both. A False is a proof for that depth only.
    """
    points = tuple(stones)
    visited = 0

    @cache
    def attacks(cells: tuple[int, ...], ko: int, left: int) -> bool:
        nonlocal visited
        visited += 1
        if visited > most:
            raise TooLarge
        now = dict(zip(points, cells, strict=True))
        if left == 0:
            return False
        for point in points:
            if now[point] or point == ko:
                continue
            after = played(now, attacker, point)
            if after is None:
                continue
            if any(after[target] == 0 for target in targets):
                return True
            if not defends(tuple(after.values()), ko_point(now, after, attacker, point), left - 1):
                return True
        return False

    @cache
    def defends(cells: tuple[int, ...], ko: int, left: int) -> bool:
        if not attacks(cells, 0, left):
            return True
        now = dict(zip(points, cells, strict=True))
        for point in points:
            if now[point] or point == ko:
                continue
            after = played(now, 3 - attacker, point)
            if after is not None:
                ban = ko_point(now, after, 3 - attacker, point)
                if not attacks(tuple(after.values()), ban, left):
                    return True
        return False

    return attacks(tuple(stones.values()), 0, depth)
