"""The search of a whole board that a network leads: the face of its kernels.

Every visit ends at a leaf that the network judges: the chances of moves become priors, lead and
spread become the leaf's value, and the value of a node is the mean of the leaves below it.
"""

import math
import threading
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.layout import RANDOM_HIGH, RANDOM_LOW
from gtpengine.board.points import GRID_LEN, NO_POINT, STRIDE
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.errors import BadInput
from gtpengine.evaluation.weights import default_weights
from gtpengine.parameters import PuctSettings
from gtpengine.search.findings import Counts, Findings, MoveFinding
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.local.tables import no_tables
from gtpengine.search.puct.kernels import types as layout
from gtpengine.search.puct.kernels.walk import absorb, copy_subtree, gather, withdraw
from gtpengine.search.whole import SUPERKO, history_of, news_between, stones_ahead

UNLIMITED = 1 << 60
_LEAST_VISITS = 3  # of the moves of a variation
_SPREAD_TO_STDEV = math.pi / math.sqrt(3)  # of a logistic distribution
_LEAVES_PER_VISITS = 8  # a batch grows by one leaf with so many visits of the root
# What a move's place in the tables does to its prior, by the classes of `montecarlo.kernels.grow`.
# All ones: the network's priors are not weighed by tables until that is shown to gain.
TABLE_GAMMAS = (1.0,) * 8

Flag = npt.NDArray[np.int64]
Singles = npt.NDArray[np.float32]


class Opinions(Protocol):
    """What a network says of some positions, a row each: see `gtpengine.evaluation.network`."""

    @property
    def moves(self) -> Singles:
        """The chance of each move of the player to move."""
        ...

    @property
    def passing(self) -> Singles:
        """The chance of a pass."""
        ...

    @property
    def ownership(self) -> Singles:
        """Whose each point will be, from 1 (Black's) to -1."""
        ...

    @property
    def lead(self) -> Singles:
        """Black's lead by area at the end."""
        ...

    @property
    def spread(self) -> Singles:
        """The scale of the logistic distribution of that lead."""
        ...


class Judge(Protocol):
    """A network, or whoever else judges positions as one does."""

    def evaluate(
        self,
        vectors: npt.NDArray[np.int32],
        colours: npt.NDArray[np.int64],
        lasts: npt.NDArray[np.int64],
    ) -> Opinions:
        """Return what it says of positions with these players to move and these last moves."""
        ...


class PuctSearch:
    """A growing tree for one position; moves may be made on it and the subtree is kept.

    Args:
        position: the root; it is copied.
        judge: a network.
        settings: see there.
        seed: of the playouts, where they have a share. One thread, the same seed and number of
            visits: the same tree.
        hidden: moves of the root that are not searched.
    """

    def __init__(
        self,
        position: Position,
        judge: Judge,
        *,
        settings: PuctSettings | None = None,
        seed: int = 1,
        hidden: frozenset[int] = frozenset(),
    ) -> None:
        self.settings = settings or PuctSettings()
        self.judge = judge
        self.hidden = hidden
        self._position = position.copy()
        self._seed = seed
        self._tree = layout.new_tree(self.settings.nodes)
        layout.clear_root(self._tree)
        self._used = 1
        self._rooms = [(1, self.settings.nodes)]
        self._workers: list[layout.Worker] = []
        self._flag: Flag = np.zeros(1, np.int64)
        self._scene: layout.Scene
        self._look()

    @property
    def position(self) -> Position:
        """A copy of the root's position."""
        return self._position.copy()

    @property
    def playouts(self) -> int:
        """How many visits the root has seen."""
        return int(self._tree.visits[0])

    def run(self, flag: Any = None, playouts: int | None = None, threads: int = 1) -> int:
        """Search until the flag is raised or so many visits are made; return how many were.

        Args:
            flag: a buffer of one int64 that is polled, such as that of a deadline; the search stops
                within one batch of its becoming other than 0. None: no flag.
            playouts: visits to add; None: until the flag is raised.
            threads: that share the tree.

        Raises:
            BadInput: neither a flag nor a number of visits was given.
        """
        if flag is None and playouts is None:
            raise BadInput("a search without flag and number of visits would not end")
        polled = self._flag if flag is None else np.frombuffer(flag, dtype=np.int64)
        scene = self._scene._replace(flag=polled)
        count = UNLIMITED if playouts is None else playouts
        self._tree.pending[: self._used] = 0
        done = 0
        if count > 0 and self._tree.children[0] == 0:
            done += self._visit(scene, self._staff(1)[0], 1)
            self._gather(self._workers[:1])
        self._hide()
        shares = [
            (count - done) // threads + (i < (count - done) % threads) for i in range(threads)
        ]
        workers = self._staff(threads)
        made = [0] * threads

        def work(index: int) -> None:
            while made[index] < shares[index] and not polled[0]:
                found = self._visit(scene, workers[index], shares[index] - made[index])
                made[index] += found
                if not found and not polled[0] and self._is_stuck(workers[index]):
                    return

        helpers = [threading.Thread(target=work, args=(index,)) for index in range(1, threads)]
        for helper in helpers:
            helper.start()
        work(0)
        for helper in helpers:
            helper.join()
        self._gather(workers)
        return done + sum(made)

    def inform(self, tables: Tables) -> None:
        """Let the search read these tables of the root's regions from now on."""
        self._scene = self._scene._replace(tables=tables)
        numbers = self._scene.numbers
        numbers[layout.REST_TEMPO] = 0.0
        inside = np.flatnonzero(tables.region_at >= 0)
        if not len(inside) or not self.settings.corrected:
            return
        # With either player to move: the difference is what the turn is worth in the rest.
        said = self.judge.evaluate(
            np.stack([self._scene.board] * 2),
            np.array([BLACK, WHITE], np.int64),
            np.array([[self._last(0), self._last(1)]] * 2, np.int64),
        )
        rests = said.lead - said.ownership[:, inside].sum(axis=1)
        numbers[layout.REST_TEMPO] = max(0.0, float(rests[0] - rests[1]))

    def take_hints(self, hints: Singles) -> None:
        """Mix into all priors from now on what somebody else would play first.

        Args:
            hints: (2, GRID_LEN) chances of Black's moves and of White's, each player first.
        """
        self._scene = self._scene._replace(hints=hints)
        share = self.settings.hint_share
        self._scene.numbers[layout.HINT_SHARE] = share
        own = hints[0 if self._position.to_move == BLACK else 1]
        for child in self._children(0):
            point = int(self._tree.move[child])
            if self._tree.prior[child] >= 0 and point >= STRIDE:
                mixed = (1.0 - share) * self._tree.prior[child] + share * own[point]
                self._tree.prior[child] = mixed

    def counts(self) -> Counts:
        """Return how tables and network were used since the root was made."""
        total = sum((worker.counts for worker in self._workers), np.zeros(layout.COUNTS, np.int64))
        return Counts(
            int(total[layout.JUDGED]), 0, int(total[layout.FOLLOWED]), int(total[layout.BROKE])
        )

    def findings(self) -> Findings:
        """Return what is known now."""
        tree = self._tree
        to_move = self._position.to_move
        visits = max(1, int(tree.visits[0]))
        black_wins, lead, value = (
            float(each[0]) / visits for each in (tree.wins, tree.lead, tree.value)
        )
        if not tree.visits[0]:
            black_wins = value = 0.5
        black = to_move == BLACK
        root = MoveFinding(
            NO_POINT,
            visits,
            black_wins if black else 1.0 - black_wins,
            lead if black else -lead,
            value if black else 1.0 - value,
            1.0,
            (),
        )
        moves = [self._move(child, root) for child in self._children(0) if tree.prior[child] >= 0]
        moves.sort(key=lambda move: (-move.visits, -move.prior, move.point))
        counts = sum((w.counts for w in self._workers), np.zeros(layout.COUNTS, np.int64))
        totals = sum((w.totals for w in self._workers), np.zeros(layout.TOTALS))
        owners = sum((w.owners for w in self._workers), np.zeros(GRID_LEN))
        judged = max(1, int(counts[layout.JUDGED]))
        return Findings(
            to_move,
            tuple(moves),
            int(tree.visits[0]),
            root.win_rate,
            lead,
            _SPREAD_TO_STDEV * float(totals[layout.SPREADS]) / judged,
            {point: float(owners[point]) / judged for point in self._position.points()},
            self._used,
            self._is_full(),
        )

    def advance(self, move: int) -> bool:
        """Make a move of the player to move at the root; return whether its subtree was kept.

        Raises:
            IllegalMove: the rules forbid it.
        """
        self._position.play(self._position.to_move, move)
        children = [child for child in self._children(0) if self._tree.move[child] == move]
        fresh = layout.new_tree(self.settings.nodes)
        kept = bool(children) and int(self._tree.visits[children[0]]) > 0
        if kept:
            origins = np.empty(self.settings.nodes, np.int64)
            self._used = int(copy_subtree(self._tree, children[0], fresh, origins))
        else:
            layout.clear_root(fresh)
            self._used = 1
        if fresh.children[0] == layout.ENDED:
            # Both have passed, and the game goes on: the root is a position like any other.
            layout.clear_root(fresh)
        self._tree = fresh
        self._rooms = [(self._used, self.settings.nodes)]
        for worker in self._workers:
            for array in (worker.counts, worker.totals, worker.owners):
                array[:] = 0
        self.hidden = frozenset()
        self._look()
        return kept

    def follow(self, position: Position) -> bool:
        """Advance to `position` where it is this root with one or two more moves; tell whether.

        If not, the search is left as it is, of no use for that position.
        """
        news = news_between(self._position, position)
        if news is None:
            return False
        for move in news:
            self.advance(move)
        return True

    def _visit(self, scene: layout.Scene, worker: layout.Worker, most: int) -> int:
        """Make a batch of visits, at most so many; return how many were made."""
        wanted = 1 + int(self._tree.visits[0]) // _LEAVES_PER_VISITS
        wanted = min(self.settings.batch, layout.MOST_BATCH, wanted)
        leaves, counted = gather(self._tree, scene, worker, wanted, most)
        if not leaves:
            return int(counted)
        words = worker.leaves[:leaves]
        try:
            said = self.judge.evaluate(
                worker.boards[:leaves],
                words[:, layout.L_COLOUR].copy(),
                np.ascontiguousarray(words[:, [layout.L_LAST, layout.L_BEFORE_LAST]]),
            )
        except BaseException:
            withdraw(self._tree, worker, leaves)
            raise
        for slot in range(leaves):
            absorb(
                self._tree,
                scene,
                worker,
                slot,
                said.moves[slot],
                float(said.passing[slot]),
                said.ownership[slot],
                float(said.lead[slot]),
                float(said.spread[slot]),
            )
        return int(leaves + counted)

    def _is_stuck(self, worker: layout.Worker) -> bool:
        """Tell whether no visit can be made: the root has no move that is allowed."""
        return all(self._tree.prior[child] < 0 for child in self._children(0))

    def _hide(self) -> None:
        """Forbid the moves of the root that are hidden."""
        for child in self._children(0):
            if int(self._tree.move[child]) in self.hidden:
                self._tree.prior[child] = layout.FORBIDDEN

    def _last(self, back: int) -> int:
        """Return the last move but `back`, NO_POINT if there is none."""
        moves = self._position.moves
        return moves[-1 - back].point if len(moves) > back else NO_POINT

    def _look(self) -> None:
        """Derive from the position what the kernels read."""
        position, settings = self._position, self.settings
        area = position.width * position.height
        territory = position.rules.scoring is Scoring.TERRITORY
        words = np.zeros(layout.WORDS, np.int64)
        words[layout.TO_MOVE] = position.to_move
        words[layout.LAST] = self._last(0)
        words[layout.BEFORE_LAST] = self._last(1)
        words[layout.SUPERKO] = SUPERKO[position.rules.ko]
        words[layout.MOST_MOVES] = settings.most_moves
        words[layout.TERRITORY] = territory
        words[layout.CORRECTED] = settings.corrected
        numbers = np.zeros(layout.NUMBERS, np.float64)
        bonus = position.rules.handicap_bonus.points(position.handicap)
        ahead = stones_ahead(position) if territory else 0
        numbers[layout.KOMI] = float(position.komi + bonus) + ahead
        numbers[layout.EXPLORATION] = settings.exploration
        numbers[layout.FIRST_SPREAD] = settings.first_spread
        numbers[layout.LEAST_SPREAD] = settings.least_spread
        numbers[layout.FIRST_PLAY_LOSS] = settings.first_play_loss
        numbers[layout.SCORE_WEIGHT] = settings.score_weight
        numbers[layout.SCORE_SCALE] = settings.score_scale * math.sqrt(area)
        numbers[layout.ROLLOUT_SHARE] = settings.rollout_share
        numbers[layout.LEAST_PASS] = settings.least_pass
        numbers[layout.MOST_PASS] = settings.most_pass
        numbers[layout.TAX] = 1.0 if territory else 0.0
        self._scene = layout.Scene(
            vector_of(position),
            history_of(position),
            words,
            numbers,
            self._flag,
            default_weights(),
            np.ones(GRID_LEN, np.uint8),
            no_tables(),
            np.array(TABLE_GAMMAS, np.float32),
            np.zeros((2, GRID_LEN), np.float32),
        )

    def _staff(self, threads: int) -> list[layout.Worker]:
        """Return a worker for each thread, each with a part of the pool that is still free."""
        while len(self._workers) < threads:
            board = self._scene.board.copy()
            start = light_vector(self._seed + 7919 * len(self._workers))
            board[[RANDOM_LOW, RANDOM_HIGH]] = start[[RANDOM_LOW, RANDOM_HIGH]]
            self._workers.append(layout.new_worker(board))
        while len(self._rooms) < threads:
            self._rooms.sort(key=lambda room: room[0] - room[1])
            begin, end = self._rooms.pop(0)
            middle = (begin + end) // 2
            self._rooms += [(begin, middle), (middle, end)]
        self._rooms.sort(key=lambda room: room[0] - room[1])
        workers = self._workers[:threads]
        for worker, room in zip(workers, self._rooms, strict=False):
            worker.room[:] = room
        return workers

    def _gather(self, workers: list[layout.Worker]) -> None:
        """Take back the free parts of the pool."""
        for index, worker in enumerate(workers):
            begin, end = (int(place) for place in worker.room)
            self._used += begin - self._rooms[index][0]
            self._rooms[index] = (begin, end)

    def _is_full(self) -> bool:
        largest = min(self._position.width * self._position.height, self.settings.most_moves) + 1
        return all(end - begin < largest for begin, end in self._rooms)

    def _children(self, node: int) -> range:
        packed = int(self._tree.children[node])
        if packed <= 0:
            return range(0)
        first = packed >> layout.COUNT_BITS
        return range(first, first + (packed & layout.COUNT_MASK))

    def _move(self, child: int, root: MoveFinding) -> MoveFinding:
        tree = self._tree
        visits = int(tree.visits[child])
        point, prior = int(tree.move[child]), float(tree.prior[child])
        if visits == 0:
            return MoveFinding(point, 0, root.win_rate, root.score, root.value, prior, (point,))
        wins, lead, value = (
            float(each[child]) / visits for each in (tree.wins, tree.lead, tree.value)
        )
        black = self._position.to_move == BLACK
        variation, counted = [point], [visits]
        node = child
        while children := self._children(node):
            node = children[int(tree.visits[children.start : children.stop].argmax())]
            if tree.visits[node] < _LEAST_VISITS:
                break
            variation.append(int(tree.move[node]))
            counted.append(int(tree.visits[node]))
        return MoveFinding(
            point,
            visits,
            wins if black else 1.0 - wins,
            lead if black else -lead,
            value if black else 1.0 - value,
            prior,
            tuple(variation),
            tuple(counted),
        )
