"""Domineering, Amazons and NoGo on tiny boards, by plain loops: games with published values.

A board is its rows joined by "|": "." empty, "#" blocked, "X" Black (Left), "O" White (Right).
Left plays vertical dominoes.
"""

from collections.abc import Callable, Iterator

from gtpengine.values.graph import GameGraph, Node, Option

Moves = Callable[[str, str], Iterator[str]]

KING = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]


def cells(board: str) -> dict[tuple[int, int], int]:
    """Return where each (row, column) stands in the text."""
    width = board.index("|") + 1 if "|" in board else len(board) + 1
    return {divmod(i, width): i for i, what in enumerate(board) if what != "|"}


def put(board: str, *changes: tuple[int, str]) -> str:
    text = list(board)
    for place, what in changes:
        text[place] = what
    return "".join(text)


def domineering(board: str, player: str) -> Iterator[str]:
    where = cells(board)
    for (row, column), first in where.items():
        second = where.get((row + 1, column) if player == "X" else (row, column + 1))
        if second is not None and board[first] == board[second] == ".":
            yield put(board, (first, "#"), (second, "#"))


def rays(board: str, row: int, column: int) -> Iterator[tuple[int, int]]:
    """Yield what a queen at (row, column) can reach."""
    where = cells(board)
    for down, right in KING:
        r, c = row + down, column + right
        while (r, c) in where and board[where[r, c]] == ".":
            yield r, c
            r, c = r + down, c + right


def amazons(board: str, player: str) -> Iterator[str]:
    where = cells(board)
    for (row, column), place in where.items():
        if board[place] == player:
            for r, c in rays(board, row, column):
                moved = put(board, (place, "."), (where[r, c], player))
                for arrow in rays(moved, r, c):
                    yield put(moved, (where[arrow], "#"))


def nogo(board: str, player: str) -> Iterator[str]:
    for place in cells(board).values():
        if board[place] == ".":
            played = put(board, (place, player))
            if all_have_liberties(played):
                yield played


def all_have_liberties(board: str) -> bool:
    where = cells(board)
    for start in where:
        colour = board[where[start]]
        if colour not in "XO":
            continue
        chain, free = [start], False
        for row, column in chain:
            for point in [
                (row + 1, column),
                (row - 1, column),
                (row, column + 1),
                (row, column - 1),
            ]:
                if point in where:
                    free = free or board[where[point]] == "."
                    if board[where[point]] == colour and point not in chain:
                        chain.append(point)
        if not free:
            return False
    return True


def graph_of(board: str, moves: Moves) -> GameGraph:
    """Return all positions that play can reach; the last player to move wins."""
    index = {board: 0}
    order = [board]
    nodes = []
    for position in order:
        sides = []
        for player in "XO":
            found = list(dict.fromkeys(moves(position, player)))
            for each in found:
                if each not in index:
                    index[each] = len(order)
                    order.append(each)
            sides.append(tuple(Option(index[each]) for each in found))
        nodes.append(Node(position, None, *sides))
    return GameGraph(tuple(nodes))
