"""Mean and temperature of small binary trees straight from the definition.

The tax rises in steps so small that no corner of a wall can lie between two of them: with whole
numbers at the leaves every corner is a multiple of 1 / 2**depth. At each tax every position is
evaluated anew, by minimax; the first tax at which moving first gains nothing freezes its value.
Trees are numbers or pairs.
"""

from fractions import Fraction


def depth_of(tree):
    return 1 + max(depth_of(tree[0]), depth_of(tree[1])) if isinstance(tree, tuple) else 0


def leaves(tree):
    return leaves(tree[0]) + leaves(tree[1]) if isinstance(tree, tuple) else [tree]


def mean_and_temperature(tree):
    """Raise the tax until the root freezes."""
    step = Fraction(1, 2 ** depth_of(tree))
    frozen = {}  # path -> value above its temperature

    def scores(node, path, tax):
        """Left's score moving first and Right's."""
        if not isinstance(node, tuple):
            return node, node
        after_left = scores(node[0], path + "L", tax)[1] - tax
        after_right = scores(node[1], path + "R", tax)[0] + tax
        if path in frozen:
            return frozen[path], frozen[path]
        assert tax > 0 or after_left >= after_right, f"cold at {path or 'the root'}"
        if after_left <= after_right:
            assert after_left == after_right, "the step was too long"
            frozen[path] = after_left
        return after_left, after_right

    tax = Fraction(0)
    while "" not in frozen:
        if not isinstance(tree, tuple):
            return Fraction(tree), Fraction(0)
        scores(tree, "", tax)
        tax += step
    return Fraction(frozen[""]), tax - step


def stops(games, left_moves, known=None):
    """The score of a sum of trees under best play; players alternate until all is numbers."""
    known = {} if known is None else known
    key = (tuple(sorted(games, key=repr)), left_moves)
    if key not in known:
        settled = sum(game for game in games if not isinstance(game, tuple))
        hot = [game for game in games if isinstance(game, tuple)]
        results = [
            settled + stops([*hot[:i], game[not left_moves], *hot[i + 1 :]], not left_moves, known)
            for i, game in enumerate(hot)
        ]
        best = max if left_moves else min
        known[key] = best(results) if results else settled
    return known[key]
