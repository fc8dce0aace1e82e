"""Following regions and adding them up, slowly and in plain words: the twin of the kernels."""

from gtpengine.board.colours import BLACK
from gtpengine.search.local.kernels.tracking import BROKEN


class SlowTables:
    """The pool of tables as dictionaries: node -> (colour, point) -> (node, gain)."""

    def __init__(self, tables):
        self.tables = tables
        self.states = [int(root) for root in tables.roots]
        self.gains = [float(settled) for settled in tables.settled]

    def moves(self, node, colour):
        row = 2 * node + (colour != BLACK)
        first = int(self.tables.first[row])
        return {
            int(self.tables.point[edge]): (
                int(self.tables.target[edge]),
                int(self.tables.gain[edge]),
            )
            for edge in range(first, first + int(self.tables.degree[row]))
        }

    def follow(self, before, point, colour):
        """Follow a move; return the region that it was made in."""
        region = int(self.tables.region_at[point])
        if before >= 0 and before != region and self.states[before] >= 0:
            self.states[before] = int(self.tables.lift[self.states[before]])
        if region >= 0 and self.states[region] >= 0:
            known = self.moves(self.states[region], colour)
            target, gain = known.get(point, (BROKEN, 0))
            self.states[region] = target
            self.gains[region] += gain
        return region

    def tracked(self):
        """Return (region, node) for all that are not given up."""
        return [(region, node) for region, node in enumerate(self.states) if node >= 0]

    def total(self, colour, tax):
        means = sum(self.gains[r] + float(self.tables.mean[n]) for r, n in self.tracked())
        hottest = max([tax, *(float(self.tables.heat[n]) for _, n in self.tracked())])
        return means + (hottest - tax) / 2 * (1 if colour == BLACK else -1)

    def hottest_moves(self, position, colour, least):
        """Return the best moves of the hottest regions whose best move is legal."""
        found = {}
        for _, node in self.tracked():
            point = int(self.tables.best[2 * node + (colour != BLACK)])
            heat = float(self.tables.heat[node])
            if point > 0 and heat > least and position.is_legal(colour, point):
                found.setdefault(heat, set()).add(point)
        return found[max(found)] if found else set()
