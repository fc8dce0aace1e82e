"""A search led by a judge, in plain Python on positions: the twin of `gtpengine.search.puct`.

One leaf at a time, no pool, no batches: a node is an object, a line is replayed on a `Position`.
"""

import math
from dataclasses import dataclass, field

import numpy as np

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS
from gtpengine.board.rules import Scoring
from gtpengine.board.vector import vector_of


@dataclass
class Node:
    move: int
    prior: float
    visits: int = 0
    value: float = 0.0
    squares: float = 0.0
    lead: float = 0.0
    wins: float = 0.0
    children: list = field(default_factory=list)
    ended: bool = False


class SlowPuct:
    def __init__(self, position, said_of, settings):
        self.position, self.said_of, self.settings = position, said_of, settings
        self.root = Node(PASS, 1.0)

    def run(self, visits):
        for _ in range(visits):
            self._visit()

    def _visit(self):
        position, path, passes = self.position.copy(), [self.root], 0
        while path[-1].children:
            child = self._best(path[-1], position)
            if child is None:
                break
            colour = position.to_move
            if child.move != PASS and self._repeats(position, child.move):
                child.prior = -1.0
                continue
            position.play(colour, child.move)
            passes = passes + 1 if child.move == PASS else 0
            path.append(child)
        leaf = path[-1]
        if leaf.ended and leaf.visits:
            result = (leaf.value / leaf.visits, leaf.lead / leaf.visits, leaf.wins / leaf.visits)
        else:
            result = self._judged(leaf, position, ended=passes >= 2)
        for node in path:
            node.visits += 1
            node.value += result[0]
            node.squares += result[0] ** 2
            node.lead += result[1]
            node.wins += result[2]

    def _repeats(self, position, move):
        trial = position.copy()
        if not trial.is_legal(trial.to_move, move):
            return True
        prisoners = tuple(trial.prisoners)
        trial.play(trial.to_move, move)
        if tuple(trial.prisoners) == prisoners:
            return False
        past = trial.copy()
        for _ in range(len(trial.moves) - len(self.position.moves)):
            past.undo()
            if past.hash == trial.hash:
                return True
        return False

    def _best(self, node, position):
        settings = self.settings
        mean = node.value / node.visits if node.visits else 0.5
        if position.to_move != BLACK:
            mean = 1.0 - mean
        tried = sum(child.prior for child in node.children if child.visits)
        first = 2 * settings.first_spread**2
        own = node.value / node.visits if node.visits else 0.0
        inner = max(0.0, node.squares - node.visits * own * own)
        spread = max(settings.least_spread, math.sqrt((first + inner) / (2 + node.visits)))
        start = mean - settings.first_play_loss * spread * math.sqrt(tried)
        # The visit that is being made counts already.
        factor = settings.exploration * spread * math.sqrt(max(1.0, node.visits + 1))

        def worth(child):
            value = start
            if child.visits:
                value = child.value / child.visits
                if position.to_move != BLACK:
                    value = 1.0 - value
            return value + factor * child.prior / (1.0 + child.visits)

        allowed = [child for child in node.children if child.prior >= 0]
        return max(allowed, key=worth, default=None)

    def _judged(self, leaf, position, *, ended):
        settings = self.settings
        said = self.said_of(position)
        area, spread = said.lead, said.spread
        if ended:
            leaf.ended = True
            owners = [said.ownership[point] for point in position.points()]
            area = sum(owner > 0.25 for owner in owners) - sum(owner < -0.25 for owner in owners)
            spread = 0.1
        elif not leaf.children:
            self._grow(leaf, position, said)
        lead = area - float(position.komi)
        if position.rules.scoring is Scoring.TERRITORY:
            black = sum(move.colour == BLACK and move.point != PASS for move in position.moves)
            white = sum(move.colour != BLACK and move.point != PASS for move in position.moves)
            lead -= black - white
        won = 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, lead / max(spread, 0.1)))))
        centre = self.root.lead / self.root.visits if self.root.visits else 0.0
        area_of_board = position.width * position.height
        scale = settings.score_scale * math.sqrt(area_of_board)
        points = 0.5 + math.atan((lead - centre) / scale) / math.pi
        weight = settings.score_weight
        return (1.0 - weight) * won + weight * points, lead, won

    def _grow(self, leaf, position, said):
        from gtpengine.board.kernels import moves as kernels

        vector = vector_of(position)
        colour = position.to_move
        found = [
            (float(said.moves[point]), point)
            for point in position.points()
            if said.moves[point] > 0 and not kernels.own_eye(vector, point, colour)
        ]
        found.sort(key=lambda each: (-each[0], each[1]))
        found = found[: self.settings.most_moves]
        total = sum(chance for chance, _ in found)
        share = min(max(said.passing, self.settings.least_pass), self.settings.most_pass)
        share = share if found else 1.0
        leaf.children = [
            Node(point, float(np.float32((1 - share) * chance / total))) for chance, point in found
        ]
        leaf.children.append(Node(PASS, float(np.float32(share))))
