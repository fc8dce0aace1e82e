"""Monte-Carlo tree search of a position: the face of the kernels."""

import math
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.layout import (
    RANDOM_HIGH,
    RANDOM_LOW,
)
from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.board.vector import hash_of, light_vector
from gtpengine.errors import BadInput
from gtpengine.evaluation.frozen import frozen_vector
from gtpengine.evaluation.weights import Weights, default_weights
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import Bits, points_of
from gtpengine.search.findings import Counts, Findings, MoveFinding
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.local.tables import no_tables
from gtpengine.search.tree.kernels import types as layout
from gtpengine.search.tree.kernels.grow import copy_subtree
from gtpengine.search.tree.kernels.run import (
    absorb,
    forget_rests,
    search,
    withdraw,
)
from gtpengine.search.whole import SUPERKO, history_of, news_between, stones_ahead

COUPON = layout.COUPON
UNLIMITED = 1 << 60
# A variation ends where its moves were visited less often than this.
_LEAST_VISITS = 4
# The spread of results below which exploration does not shrink any more, as a share.
_LEAST_SPREAD = 0.4
_LEAST_COUPON_SPREAD = 0.02
# What a move's place in the tables does to its prior, by the classes of `kernels.grow`: elsewhere,
# inferior, answer, hottest, and further below the hottest. `scripts/learn-tables 160`: on the half
# that was not fitted the log-loss of professional endgame moves falls from 3.00 to 2.70.
TABLE_GAMMAS = (1.0, 3.0, 6.4, 18.3, 6.6, 3.0, 7.2, 5.4)
_LARGE = 19  # the side of the board that numbers of points are for
# The prior of a pass by territory: there a move may cost a point.
_TERRITORY_PASS_SHARE = 0.02

Flag = npt.NDArray[np.int64]
Singles = npt.NDArray[np.float32]


class Opinions(Protocol):
    """What a network says of some positions, a row each: see `gtpengine.evaluation.network`."""

    @property
    def moves(self) -> Singles:
        """The chance of each move of the player to move."""
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
        *,
        turned: bool = False,
    ) -> Opinions:
        """Return what it says of positions with these players to move and these last moves.

        With `turned` the positions are worth a look from all sides.
        """
        ...


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
            rests = said.lead - said.ownership[:, inside].sum(axis=1)
            numbers[layout.REST_TEMPO] = max(0.0, float(rests[0] - rests[1]))
            self._tree.rest[0] = float(rests.mean())
            self._tree.spread[0] = float(said.spread.mean())
        self._tree.asked[0] |= layout.JUDGED

    def favour(self, moves: Sequence[int]) -> None:
        """Give these moves of the root at least `settings.favour` of the visits each from now on.

        Somebody who knows something else speaks for them; so they can be compared with the others.
        The first four count.  Pre: the root was searched.
        """
        place_of = {int(self._tree.move[child]): child for child in self._children(0)}
        known = [place_of[move] for move in moves if move in place_of][: layout.MOST_FAVOURED]
        forced = self._forced()
        words = self._scene.words
        words[layout.FAVOURED : layout.FORCED] = -1
        words[layout.FORCED :] = 0
        for place, child in enumerate(known):
            words[layout.FAVOURED + place] = child
            words[layout.FORCED + place] = forced.get(child, 0)

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
        for place in range(count):
            absorb(
                self._tree,
                scene,
                worker,
                place,
                said.moves[place],
                said.ownership[place],
                float(said.lead[place]),
                float(said.spread[place]),
            )
            if rows[place, layout.Q_NODE] == 0:
                self._judged_owners = said.ownership[place].copy()
        worker.counts[layout.QUEUED] = 0

    def _hide(self) -> None:
        """Forbid the moves of the root that are hidden, as soon as there are any."""
        if not self.hidden:
            return
        if not self._children(0):
            worker = self._staff(1)[0]
            search(self._tree, self._scene, worker, 1)
            withdraw(self._tree, worker)
            self._gather([worker])
        for child in self._children(0):
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
        visits = max(1, playouts)
        black_wins, score, value = self._means(0)
        root = MoveFinding(
            NO_POINT,
            visits,
            black_wins if to_move == BLACK else 1.0 - black_wins,
            score if to_move == BLACK else -score,
            1.0 - value,
            1.0,
            (),
        )
        forced = self._forced()
        found = [
            (tree.visits[child] - forced.get(child, 0), self._move(child, root))
            for child in self._children(0)
            if tree.prior[child] >= 0
        ]
        # A visit that was forced is no vote for a move.
        found.sort(key=lambda each: (-each[0], -each[1].prior, each[1].point))
        moves = [move for _, move in found]
        return Findings(
            to_move,
            tuple(moves),
            playouts,
            root.win_rate,
            score,
            max(0.0, variance) ** 0.5,
            self._owners(balance / games),
            self._used,
            self._full,
            1.0 - float(self._scene.numbers[layout.NET_SHARE]) if tree.net_visits[0] else 1.0,
        )

    def visits(self) -> dict[int, int]:
        """Return how often each move of the root was visited, those that were."""
        tree = self._tree
        return {
            int(tree.move[child]): int(tree.visits[child])
            for child in self._children(0)
            if tree.visits[child] and tree.prior[child] >= 0
        }

    def leaders(self) -> tuple[int, int | None]:
        """Return the best move, and by how many visits it leads; `findings` in short.

        NO_POINT if nothing was searched, None if there is no second move.
        """
        tree, children = self._tree, self._children(0)
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
        children = [child for child in self._children(0) if self._tree.move[child] == move]
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
        position, settings = self._position, self.settings
        board = frozen_vector(position, self._settled, self._allowed)
        area = position.width * position.height
        words = np.zeros(layout.WORDS, np.int64)
        scored = np.ones(GRID_LEN, np.uint8)
        counted = self._allowed if self._goal is None else self._goal
        if counted is not None:
            scored[:] = 0
            scored[list(counted)] = 1
            area = len(counted)
        numbers = np.zeros(layout.NUMBERS, np.float64)
        moves = [move.point for move in position.moves[-2:]]
        words[layout.TO_MOVE] = position.to_move
        words[layout.LAST] = moves[-1] if moves else NO_POINT
        words[layout.BEFORE_LAST] = moves[0] if len(moves) == 2 else NO_POINT
        # A pass on the board does not count: with a second one dead stones would be counted alive.
        words[layout.PASSES] = 0
        words[layout.SUPERKO] = SUPERKO[position.rules.ko]
        judged = self._judge is not None
        most = max(1, settings.ask_at // 2) if judged else settings.expand_at
        words[layout.EXPAND_AT] = min(settings.expand_at, most)
        words[layout.MOST_MOVES] = settings.most_moves
        bonus = position.rules.handicap_bonus.points(position.handicap)
        numbers[layout.KOMI] = float(position.komi + bonus) if self._goal is None else 0.0
        numbers[layout.OTHER_SHARE] = settings.pass_share
        if self._is_by_territory():
            words[layout.TERRITORY] = 1
            numbers[layout.KOMI] += stones_ahead(position)
            numbers[layout.OTHER_SHARE] = max(settings.pass_share, _TERRITORY_PASS_SHARE)
        numbers[layout.EXPLORATION] = settings.exploration
        numbers[layout.RAVE_EQUIVALENCE] = settings.rave_equivalence
        numbers[layout.RAVE_WINDOW] = settings.rave_window
        numbers[layout.PRIOR_GAMES] = settings.prior_games
        numbers[layout.FIRST_PLAY_LOSS] = settings.first_play_loss
        numbers[layout.WIDENING_BASE] = settings.widening_base
        numbers[layout.WIDENING_GROWTH] = settings.widening_growth
        weight = settings.played_score_weight if judged else settings.score_weight
        numbers[layout.SCORE_WEIGHT] = weight
        numbers[layout.SCORE_SCALE] = settings.score_scale or max(5.0, area / 4)
        numbers[layout.LEAST_SPREAD] = _LEAST_SPREAD
        numbers[layout.NET_SHARE] = settings.net_share
        numbers[layout.DOUBT_SHARE] = settings.doubt_share
        numbers[layout.NET_SCORE_WEIGHT] = settings.net_score_weight
        side = math.sqrt(position.width * position.height)
        numbers[layout.NET_SCORE_SCALE] = settings.net_score_scale * side / _LARGE
        numbers[layout.POLICY_POINTS] = settings.policy_points
        numbers[layout.NET_GAMES] = settings.net_games
        numbers[layout.PRIOR_POWER] = settings.prior_power
        numbers[layout.NET_POWER] = settings.net_power
        words[layout.ASK_AT] = 0 if self._judge is None else settings.ask_at
        words[layout.TOGETHER] = settings.together
        words[layout.FAVOURED : layout.FORCED] = -1
        numbers[layout.FAVOUR] = settings.favour
        words[layout.JUDGING] = settings.net_rest
        words[layout.CORRECTED] = settings.corrected
        words[layout.TRUST] = round(1024 * settings.trust)
        # By area a game is played to its end; by territory a move that gains less than a point by
        # area costs its player something.
        numbers[layout.TAX] = 1.0 if self._is_by_territory() else 0.0
        numbers[layout.LEAST_HEAT] = 0.9 if self._is_by_territory() else 0.0
        stack = np.zeros(2, np.float64)
        words[layout.LAYERS] = -1
        if self._ambient is not None:
            stack = coupon_values(self._ambient, settings.coupon_step)
            words[layout.LAYERS] = len(stack) // 2 - 1
            words[layout.PASSES] = 0
            numbers[layout.KOMI] = 0.0
            numbers[layout.OTHER_SHARE] = settings.coupon_share
            numbers[layout.EXPLORATION] = settings.coupon_exploration
            numbers[layout.SCORE_WEIGHT] = 1.0
            numbers[layout.SCORE_SCALE] = 2 * area + float(stack[: len(stack) // 2].sum())
            numbers[layout.LEAST_SPREAD] = _LEAST_COUPON_SPREAD
        self._scene = layout.Scene(
            board,
            # Settled points change the board's hash, by the same in every position.
            history_of(position, position.hash ^ hash_of(board)),
            scored,
            words,
            numbers,
            stack,
            self._flag,
            self._weights,
            no_tables(),
            table_gammas(),
        )

    def _is_by_territory(self) -> bool:
        whole = self._ambient is None and self._goal is None and self._allowed is None
        return whole and self._position.rules.scoring is Scoring.TERRITORY

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

    def _children(self, node: int) -> range:
        packed = int(self._tree.children[node])
        first = packed >> layout.COUNT_BITS
        return range(first, first + (packed & layout.COUNT_MASK))

    def _move(self, child: int, root: MoveFinding) -> MoveFinding:
        tree = self._tree
        visits = int(tree.visits[child])
        point, prior = int(tree.move[child]), float(tree.prior[child])
        if visits == 0:
            return MoveFinding(point, 0, root.win_rate, root.score, root.value, prior, (point,))
        wins, score, value = self._means(child)
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
            score if black else -score,
            value,
            prior,
            tuple(variation),
            tuple(counted),
        )

    def _means(self, node: int) -> tuple[float, float, float]:
        """Return Black's chance and lead, and the value to who moved there: playouts and network.

        Where the network has not judged a node, the difference that it makes to the root stands in.
        """
        tree, share = self._tree, float(self._scene.numbers[layout.NET_SHARE])
        visits = max(1, int(tree.visits[node]))
        sums = (tree.wins, tree.score, tree.value)
        played = [float(each[node]) / visits for each in sums]
        if not tree.net_visits[0]:
            return played[0], played[1], played[2]
        judged_at = node if tree.net_visits[node] else 0
        mine = judged_at == node
        base = played if mine else [float(each[0]) / max(1, int(tree.visits[0])) for each in sums]
        judged = [
            float(each[judged_at]) / int(tree.net_visits[judged_at])
            for each in (tree.net_wins, tree.net_score, tree.net_value)
        ]
        shift = [share * (net - own) for net, own in zip(judged, base, strict=True)]
        if not mine:
            shift[2] = -shift[2]  # the other player has moved at the root
        found = [own + more for own, more in zip(played, shift, strict=True)]
        return min(1.0, max(0.0, found[0])), found[1], min(1.0, max(0.0, found[2]))

    def _owners(self, played: npt.NDArray[np.float64]) -> dict[int, float]:
        """Return whose each point will be, by playouts and network."""
        owners = played
        if self._judged_owners is not None:
            share = self.settings.net_owner_share
            owners = (1.0 - share) * played + share * self._judged_owners
        return {point: float(owners[point]) for point in self._position.points()}


def table_gammas() -> Singles:
    """Return what a move's place in the tables does to its prior, by class."""
    return np.array(TABLE_GAMMAS, np.float32)


def coupon_values(top: float, step: float) -> npt.NDArray[np.float64]:
    """Return the coupons of a stack by layer, layer 0 empty, and then each layer's worth.

    The worth is what the player to move gains when both take coupons to the end. Coupons fall by
    `step` from `top` to the last one above 0.
    """
    coupons = [0.0]
    height = top
    above = []
    while height > 1e-9:
        above.append(height)
        height -= step
    coupons += reversed(above)
    worth = [0.0]
    for coupon in coupons[1:]:
        worth.append(coupon - worth[-1])
    return np.array(coupons + worth)
