"""A board as a dictionary, rules by definition: slow, obvious, and sharing no code with the engine.

A state is (stones, ko): a frozenset of ((row, column), colour) and the banned (place, colour).
"""

from itertools import product

Place = tuple[int, int]


class SlowBoard:
    """The rules on a width x height grid; simple ko, suicide illegal."""

    def __init__(self, width: int, height: int):
        self.places = list(product(range(height), range(width)))
        self.near = {
            (r, c): [
                (r + a, c + b)
                for a, b in ((-1, 0), (0, -1), (0, 1), (1, 0))
                if 0 <= r + a < height and 0 <= c + b < width
            ]
            for r, c in self.places
        }

    def chain(self, stones: dict, place: Place) -> tuple[set, set]:
        """The chain at `place` and its liberties."""
        chain, liberties, todo = {place}, set(), [place]
        while todo:
            for other in self.near[todo.pop()]:
                if other not in stones:
                    liberties.add(other)
                elif stones[other] == stones[place] and other not in chain:
                    chain.add(other)
                    todo.append(other)
        return chain, liberties

    def play(self, state, place, colour, ignore_ko=False):
        """The state after the move, or None if it is illegal."""
        stones, ko = dict(state[0]), state[1]
        if place in stones or (ko == (place, colour) and not ignore_ko):
            return None
        stones[place] = colour
        taken = set()
        for other in self.near[place]:
            if other in stones and stones[other] != colour:
                chain, liberties = self.chain(stones, other)
                if not liberties:
                    taken |= chain
        for gone in taken:
            del stones[gone]
        chain, liberties = self.chain(stones, place)
        if not liberties:
            return None
        is_ko = len(taken) == 1 and len(chain) == 1 and len(liberties) == 1
        ban = (next(iter(taken)), 3 - colour) if is_ko else None
        return frozenset(stones.items()), ban

    def hunt(self, state, target, attacking, keep, master, budget, depth=0):
        """1 captured, 0 escapes, None when it gives up; every reply of the defender counts.

        The attacker may play the target's liberties and, with keep >= 2, the points beside them.
        """
        budget[0] -= 1
        if budget[0] < 0 or depth > 60:
            return None
        stones = dict(state[0])
        _, liberties = self.chain(stones, target)
        hunted = stones[target]
        if len(liberties) > keep + attacking:
            return 0
        if attacking:
            moves = set(liberties)
            if keep >= 2 and len(liberties) > 1:
                moves |= {p for q in liberties for p in self.near[q] if p not in stones}
            unknown = False
            for move in sorted(moves):
                after = self.play(state, move, 3 - hunted, master == 3 - hunted)
                if after is None:
                    continue
                if target not in dict(after[0]):
                    return 1
                result = self.hunt(after, target, 0, keep, master, budget, depth + 1)
                if result == 1:
                    return 1
                unknown |= result is None
            return None if unknown else 0
        options = [(state[0], None)]
        for place in self.places:
            after = self.play(state, place, hunted, master == hunted)
            if after is not None:
                options.append(after)
        unknown = False
        for after in options:
            result = self.hunt(after, target, 1, keep, master, budget, depth + 1)
            if result == 0:
                return 0
            unknown |= result is None
        return None if unknown else 1
