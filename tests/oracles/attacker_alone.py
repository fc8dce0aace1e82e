"""What an attacker can do who moves as often as he likes while the defender passes: brute force."""

from collections.abc import Iterator

from gtpengine.board.points import STRIDE, board_points

Stones = dict[int, int]


def neighbours(stones: Stones, point: int) -> list[int]:
    return [
        near for near in (point - 1, point + 1, point - STRIDE, point + STRIDE) if near in stones
    ]


def chain(stones: Stones, point: int) -> tuple[set[int], set[int]]:
    """Return the stones and the liberties of the chain at `point`."""
    colour, found, liberties, todo = stones[point], {point}, set(), [point]
    while todo:
        for near in neighbours(stones, todo.pop()):
            if stones[near] == 0:
                liberties.add(near)
            elif stones[near] == colour and near not in found:
                found.add(near)
                todo.append(near)
    return found, liberties


def played(stones: Stones, colour: int, point: int, *, suicide: bool = False) -> Stones | None:
    """Return the stones after the move, or None if it is suicide and that is forbidden."""
    after = {**stones, point: colour}
    for near in neighbours(after, point):
        if after[near] == 3 - colour:
            taken, liberties = chain(after, near)
            if not liberties:
                after.update(dict.fromkeys(taken, 0))
    own, liberties = chain(after, point)
    if liberties:
        return after
    if not suicide or len(own) == 1:
        return None
    return {**after, **dict.fromkeys(own, 0)}


def empty_board(width: int, height: int) -> Stones:
    return dict.fromkeys(board_points(width, height), 0)


def reachable(stones: Stones, attacker: int, *, suicide: bool = False) -> Iterator[Stones]:
    """Yield every position that moves of the attacker alone lead to, the present one first."""
    seen = {tuple(stones.values())}
    todo = [stones]
    while todo:
        now = todo.pop()
        yield now
        for point, colour in now.items():
            if colour == 0:
                after = played(now, attacker, point, suicide=suicide)
                if after is not None and (key := tuple(after.values())) not in seen:
                    seen.add(key)
                    todo.append(after)
