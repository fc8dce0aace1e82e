"""Monte-Carlo tree search of a position: the face of the kernels."""

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.layout import (
    RANDOM_HIGH,
    RANDOM_LOW,
)
from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector
from gtpengine.errors import BadInput
from gtpengine.evaluation.weights import Weights, default_weights
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import Bits, points_of
from gtpengine.search.findings import Counts, Findings
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.tree.judge import Judge, Singles
from gtpengine.search.tree.kernels import types as layout
from gtpengine.search.tree.kernels.grow import copy_subtree
from gtpengine.search.tree.kernels.run import (
    absorb,
    forget_rests,
    search,
    withdraw,
)
from gtpengine.search.tree.results import children_of, moves_of
from gtpengine.search.tree.scene import scene_of
from gtpengine.search.whole import news_between

COUPON = layout.COUPON
UNLIMITED = 1 << 60

Flag = npt.NDArray[np.int64]


class TreeSearch:
    """A growing tree for one position; moves may be made on it and the subtree is kept.

    The whole board is counted by the rules' scoring, a part of it, or one beside coupons, by area.

    Args:
        position: the root; it is copied.
        allowed: where moves may be made, everywhere if None. With a restriction only these points
            are counted, nothing outside is played, and chains keep the liberties they have there.
        ambient: the top of a coupon stack; each player may take a coupon instead of a move. None:
            no coupons, the ordinary game with komi.
        settings: see there.
        weights: of playouts and priors, those of the package by default.
        settled: verdicts: points and their owners, which hold in the whole tree.
        goal: points that alone are counted, without komi; None: all where moves are allowed.
        judge: a network that is asked about nodes that were visited often; None: nobody is.
        hidden: moves of the root that are not searched.
        seed: of the playouts. One thread, the same seed and number of playouts: the same tree.
    """

    def __init__(
        self,
        position: Position,
        *,
        allowed: Bits | None = None,
        ambient: float | None = None,
        settings: SearchSettings | None = None,
        seed: int = 1,
        weights: Weights | None = None,
        settled: Mapping[int, int] | None = None,
        goal: Bits | None = None,
        judge: Judge | None = None,
        hidden: frozenset[int] = frozenset(),
    ) -> None:
        self.settings = settings or SearchSettings()
        self._judge = judge
        self.hidden = hidden
        self.all_sides = True  # where the network is asked about the root
        self._judged_owners: Singles | None = None  # of the root
        self._tilt = 0.0  # of all judgements, from that of the root
        self._even = 0.0  # Black's lead by area at which the game is even; 0 for parts of a board
        self._goal = None if goal is None else frozenset(points_of(goal))
        self._position = position.copy()
        self._allowed = None if allowed is None else frozenset(points_of(allowed))
        self._ambient = ambient
        self._seed = seed
        self._settled = dict(settled or {})
        self._weights = default_weights() if weights is None else weights
        self._full = False
        self._tree = layout.new_tree(self.settings.nodes)
        self._workers: list[layout.Worker] = []
        self._flag: Flag = np.zeros(1, np.int64)
        layout.clear_root(self._tree)
        self._used = 1
        self._rooms = [(1, self.settings.nodes)]
        self._scene: layout.Scene
        self._look()

    @property
    def position(self) -> Position:
        """A copy of the root's position."""
        return self._position.copy()

    @property
    def playouts(self) -> int:
        """How many playouts the root has seen."""
        return int(self._tree.visits[0])

    @property
    def judge(self) -> Judge | None:
        """Who is asked about nodes."""
        return self._judge

    def run(self, flag: Any = None, playouts: int | None = None, threads: int = 1) -> int:
        """Search until the flag is raised or so many playouts are made; return how many were.

        Args:
            flag: a buffer of one int64 that kernels poll, such as that of a deadline; the search
                stops within one playout of its becoming other than 0. None: no flag.
            playouts: to add; None: until the flag is raised.
            threads: that share the tree.

        Raises:
            BadInput: neither a flag nor a number of playouts was given.
        """
        if flag is None and playouts is None:
            raise BadInput("a search without flag and number of playouts would not end")
        polled = self._flag if flag is None else np.frombuffer(flag, dtype=np.int64)
        scene = self._scene._replace(flag=polled)
        count = UNLIMITED if playouts is None else playouts
        shares = [count // threads + (index < count % threads) for index in range(threads)]
        workers = self._staff(threads)
        done = [0] * threads
        self._hide()

        def work(index: int) -> None:
            worker = workers[index]
            while True:
                done[index] += search(self._tree, scene, worker, shares[index] - done[index])
                if not worker.counts[layout.QUEUED]:
                    return
                if polled[0]:
                    withdraw(self._tree, worker)
                    return
                self._ask(scene, worker)
                if done[index] >= shares[index]:
                    return

        helpers = [threading.Thread(target=work, args=(index,)) for index in range(1, threads)]
        for helper in helpers:
            helper.start()
        work(0)
        for helper in helpers:
            helper.join()
        self._gather(workers)
        return sum(done)

    def inform(self, tables: Tables) -> None:
        """Let the search read these tables of the root's regions from now on.

        Without a network, what the playouts so far give to the rest of the board is its worth.
        """
        if len(tables.roots) or len(self._scene.tables.roots):
            forget_rests(self._tree, self._used)
        self._scene = self._scene._replace(tables=tables)
        numbers = self._scene.numbers
        numbers[layout.REST_TEMPO] = 0.0
        numbers[layout.NET_SHARE] = self.settings.net_share
        if not self.playouts or not len(tables.roots):
            return
        if self._judge is None:
            numbers[layout.NET_SHARE] = self.settings.sum_share
        inside = np.flatnonzero(tables.region_at >= 0)
        if self._judge is None or not self.settings.net_rest:
            found = self.findings()
            owned = sum(found.ownership[int(point)] for point in inside)
            self._tree.rest[0] = found.score + float(numbers[layout.KOMI]) - owned
            heats = tables.heat[tables.roots]
            self._tree.spread[0] = 1.0 + 0.5 * float(np.sqrt((heats**2).sum()))
        else:
            # With either player to move: half of the difference is what the turn is worth there.
            said = self._judge.evaluate(
                np.stack([self._scene.board] * 2),
                np.array([BLACK, WHITE], np.int64),
                np.array([[self._last(0), self._last(1)]] * 2, np.int64),
            )
            rests = said.lead + self._tilt - said.ownership[:, inside].sum(axis=1)
            numbers[layout.REST_TEMPO] = max(0.0, float(rests[0] - rests[1]))
            self._tree.rest[0] = float(rests.mean())
            self._tree.spread[0] = float(said.spread.mean())
        self._tree.asked[0] |= layout.JUDGED

    def favour(self, shares: Mapping[int, float]) -> None:
        """Give these moves of the root at least such shares of the visits from now on.

        Somebody who knows something else speaks for them; so they can be compared with the others.
        The first four count.  Pre: the root was searched.
        """
        place_of = {int(self._tree.move[child]): child for child in children_of(self._tree, 0)}
        known = [move for move in shares if move in place_of][: layout.MOST_FAVOURED]
        forced = self._forced()
        words, numbers = self._scene.words, self._scene.numbers
        words[layout.FAVOURED : layout.FORCED] = -1
        words[layout.FORCED :] = 0
        for place, move in enumerate(known):
            child = place_of[move]
            words[layout.FAVOURED + place] = child
            words[layout.FORCED + place] = forced.get(child, 0)
            numbers[layout.FAVOUR + place] = shares[move]

    def _forced(self) -> dict[int, int]:
        """Return how often children of the root were visited only because they are favoured."""
        words = self._scene.words
        children = words[layout.FAVOURED : layout.FORCED].tolist()
        counts = words[layout.FORCED :].tolist()
        return {child: count for child, count in zip(children, counts, strict=True) if child >= 0}

    def _last(self, back: int) -> int:
        """Return the last move but `back`, NO_POINT if there is none."""
        moves = self._position.moves
        return moves[-1 - back].point if len(moves) > back else NO_POINT

    def counts(self) -> Counts:
        """Return how tables and network were used since the root was made."""
        total = sum((worker.counts for worker in self._workers), np.zeros(5, np.int64))
        return Counts(
            int(total[layout.ANSWERS]),
            int(total[layout.GUIDED]),
            int(total[layout.FOLLOWED]),
            int(total[layout.BROKE]),
        )

    def _ask(self, scene: layout.Scene, worker: layout.Worker) -> None:
        """Ask the network about the nodes in a worker's queue."""
        assert self._judge is not None
        count = int(worker.counts[layout.QUEUED])
        rows = worker.queue[:count]
        is_root = bool((rows[:, layout.Q_NODE] == 0).any())
        said = self._judge.evaluate(
            worker.boards[:count],
            rows[:, layout.Q_COLOUR].copy(),
            np.ascontiguousarray(rows[:, [layout.Q_LAST, layout.Q_BEFORE_LAST]]),
            turned=is_root and self.all_sides,
        )
        if is_root:
            root = int(np.argmin(rows[:, layout.Q_NODE]))
            # The same for the whole tree: no line shall gain by being unclear.
            self._tilt = self._judge.tilt(self._even, float(said.spread[root]))
        for place in range(count):
            absorb(
                self._tree,
                scene,
                worker,
                place,
                said.moves[place],
                said.ownership[place],
                float(said.lead[place]) + self._tilt,
                float(said.spread[place]),
            )
            if rows[place, layout.Q_NODE] == 0:
                self._judged_owners = said.ownership[place].copy()
        worker.counts[layout.QUEUED] = 0

    def _hide(self) -> None:
        """Forbid the moves of the root that are hidden, as soon as there are any."""
        if not self.hidden:
            return
        if not children_of(self._tree, 0):
            worker = self._staff(1)[0]
            search(self._tree, self._scene, worker, 1)
            withdraw(self._tree, worker)
            self._gather([worker])
        for child in children_of(self._tree, 0):
            if int(self._tree.move[child]) in self.hidden:
                self._tree.prior[child] = layout.FORBIDDEN

    def findings(self) -> Findings:
        """Return what is known now."""
        tree = self._tree
        to_move = self._position.to_move
        playouts = int(tree.visits[0])
        totals = sum((worker.totals for worker in self._workers), np.zeros(layout.TOTALS))
        games = max(1.0, float(totals[layout.GAMES]))
        mean = float(totals[layout.SCORE_SUM]) / games
        variance = float(totals[layout.SCORE_SQUARES]) / games - mean * mean
        balance = sum((worker.balance for worker in self._workers), np.zeros(GRID_LEN, np.int64))
        share = float(self._scene.numbers[layout.NET_SHARE])
        forced = self._forced()
        root, found = moves_of(tree, to_move, share, is_judged=self._judge is not None)
        moves = [
            replace(move, forced=forced.get(child, 0))
            for child, move in found.items()
            if tree.prior[child] >= 0
        ]
        moves.sort(key=lambda move: (-move.votes, -move.prior, move.point))
        return Findings(
            to_move,
            tuple(moves),
            playouts,
            root.win_rate,
            root.score if to_move == BLACK else -root.score,
            max(0.0, variance) ** 0.5,
            self._owners(balance / games),
            self._used,
            self._full,
        )

    def visits(self) -> dict[int, int]:
        """Return how often each move of the root was visited, those that were."""
        tree = self._tree
        return {
            int(tree.move[child]): int(tree.visits[child])
            for child in children_of(self._tree, 0)
            if tree.visits[child] and tree.prior[child] >= 0
        }

    def leaders(self) -> tuple[int, int | None]:
        """Return the best move, and by how many visits it leads; `findings` in short.

        NO_POINT if nothing was searched, None if there is no second move.
        """
        tree, children = self._tree, children_of(self._tree, 0)
        those = slice(children.start, children.stop)
        open_ = np.flatnonzero(tree.prior[those] >= 0)
        if not open_.size:
            return NO_POINT, None
        votes = tree.visits[those].astype(np.int64)
        for child, count in self._forced().items():
            votes[child - children.start] -= count
        visits = votes[open_]
        prior, move = (each[those][open_] for each in (tree.prior, tree.move))
        order = np.lexsort((move, -prior, -visits))
        first = int(order[0])
        best = int(move[first]) if visits[first] else NO_POINT
        if order.size < 2:
            return best, None
        return best, int(visits[first]) - int(visits[order[1]])

    def advance(self, move: int) -> bool:
        """Make a move of the player to move at the root; return whether its subtree was kept.

        Raises:
            IllegalMove: the rules forbid it.
            BadInput: the search has coupons: its stack would not fit any more.
        """
        if self._ambient is not None:
            raise BadInput("a search beside coupons cannot go on to the next move")
        self._position.play(self._position.to_move, move)
        children = [child for child in children_of(self._tree, 0) if self._tree.move[child] == move]
        fresh = layout.new_tree(self.settings.nodes)
        kept = bool(children) and int(self._tree.visits[children[0]]) > 0
        if kept:
            origins = np.empty(self.settings.nodes, np.int64)
            used = int(copy_subtree(self._tree, children[0], fresh, origins))
        else:
            layout.clear_root(fresh)
            used = 1
        self._tree = fresh
        self._used = used
        self._full = False
        self._rooms = [(used, self.settings.nodes)]
        for worker in self._workers:
            worker.totals[:] = 0
            worker.balance[:] = 0
            worker.counts[:] = 0
        self.hidden = frozenset()
        self._judged_owners = None
        tracked = len(self._scene.tables.roots) > 0
        self._look()
        # The root is asked about again in any case: whose the points are is not kept with a node.
        forget_rests(self._tree, self._used if tracked else 1)
        return kept

    def follow(self, position: Position) -> bool:
        """Advance to `position` where it is this root with one or two more moves; tell whether.

        If not, the search is left as it is, of no use for that position.
        """
        news = news_between(self._position, position)
        if self._ambient is not None or news is None:
            return False
        for move in news:
            self.advance(move)
        return True

    def _look(self) -> None:
        """Derive from the position what the kernels read."""
        self._scene = scene_of(
            self._position,
            self.settings,
            allowed=self._allowed,
            goal=self._goal,
            settled=self._settled,
            ambient=self._ambient,
            is_judged=self._judge is not None,
            weights=self._weights,
            flag=self._flag,
        )
        position = self._position
        bonus = position.rules.handicap_bonus.points(position.handicap)
        self._even = float(position.komi + bonus) if self._is_whole() else 0.0

    def _is_whole(self) -> bool:
        """Tell whether the game is that of the whole board, with its komi."""
        return self._ambient is None and self._goal is None and self._allowed is None

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
        largest = min(self._position.width * self._position.height, self.settings.most_moves) + 1
        self._full = any(end - begin < largest for begin, end in self._rooms[: len(workers)])

    def _owners(self, played: npt.NDArray[np.float64]) -> dict[int, float]:
        """Return whose each point will be, by playouts and network."""
        owners = played
        if self._judged_owners is not None:
            share = self.settings.net_owner_share
            owners = (1.0 - share) * played + share * self._judged_owners
        return {point: float(owners[point]) for point in self._position.points()}
