"""Monte-Carlo tree search of a position: the face of the kernels."""

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK
from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.errors import BadInput
from gtpengine.evaluation.weights import Weights, default_weights
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import Bits, points_of
from gtpengine.search.findings import Counts, Findings
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.tree.asking import Questions
from gtpengine.search.tree.favours import favour, given_visits
from gtpengine.search.tree.judge import Judge
from gtpengine.search.tree.kernels import types as layout
from gtpengine.search.tree.kernels.judgements import forget_rests, withdraw
from gtpengine.search.tree.kernels.run import search
from gtpengine.search.tree.pool import Pool
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
        self.hidden = hidden
        self.all_sides = True  # where the network is asked about the root
        self._goal = None if goal is None else frozenset(points_of(goal))
        self._position = position.copy()
        self._allowed = None if allowed is None else frozenset(points_of(allowed))
        self._ambient = ambient
        self._settled = dict(settled or {})
        self._weights = default_weights() if weights is None else weights
        self._questions = None if judge is None else Questions(judge, self._even())
        self._pool = Pool(self.settings.nodes, seed)
        self._full = False
        self._flag: Flag = np.zeros(1, np.int64)
        self._scene: layout.Scene
        self._look()

    @property
    def position(self) -> Position:
        """A copy of the root's position."""
        return self._position.copy()

    @property
    def playouts(self) -> int:
        """How many playouts the root has seen."""
        return int(self._pool.tree.visits[0])

    @property
    def judge(self) -> Judge | None:
        """Who is asked about nodes."""
        return None if self._questions is None else self._questions.judge

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
        workers = self._pool.staff(threads, scene.board)
        done = [0] * threads
        self._hide()

        def work(index: int) -> None:
            tree, worker = self._pool.tree, workers[index]
            while True:
                done[index] += search(tree, scene, worker, shares[index] - done[index])
                if not worker.counts[layout.QUEUED]:
                    return
                if polled[0]:
                    withdraw(tree, worker)
                    return
                assert self._questions is not None
                self._questions.ask(tree, scene, worker, all_sides=self.all_sides)
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
        tree = self._pool.tree
        if len(tables.roots) or len(self._scene.tables.roots):
            forget_rests(tree, self._pool.used)
        self._scene = self._scene._replace(tables=tables)
        numbers = self._scene.numbers
        numbers[layout.REST_TEMPO] = 0.0
        numbers[layout.NET_SHARE] = self.settings.net_share
        if not self.playouts or not len(tables.roots):
            return
        if self._questions is None:
            numbers[layout.NET_SHARE] = self.settings.sum_share
        inside = np.flatnonzero(tables.region_at >= 0)
        if self._questions is None or not self.settings.net_rest:
            found = self.findings()
            owned = sum(found.ownership[int(point)] for point in inside)
            tree.rest[0] = found.score + float(numbers[layout.KOMI]) - owned
            heats = tables.heat[tables.roots]
            tree.spread[0] = 1.0 + 0.5 * float(np.sqrt((heats**2).sum()))
        else:
            rest = self._questions.rest_of(self._scene.board, self._last(0), self._last(1), inside)
            tree.rest[0], tree.spread[0] = rest.lead, rest.spread
            numbers[layout.REST_TEMPO] = rest.tempo
        tree.asked[0] |= layout.JUDGED

    def favour(self, shares: Mapping[int, float]) -> None:
        """Give these moves of the root at least such shares of the visits from now on.

        Somebody who knows something else speaks for them; so they can be compared with the others.
        The first four count.  Pre: the root was searched.
        """
        favour(self._pool.tree, self._scene, shares)

    def _last(self, back: int) -> int:
        """Return the last move but `back`, NO_POINT if there is none."""
        moves = self._position.moves
        return moves[-1 - back].point if len(moves) > back else NO_POINT

    def counts(self) -> Counts:
        """Return how tables and network were used since the root was made."""
        total = self._pool.counts()
        return Counts(
            int(total[layout.ANSWERS]),
            int(total[layout.GUIDED]),
            int(total[layout.FOLLOWED]),
            int(total[layout.BROKE]),
        )

    def _hide(self) -> None:
        """Forbid the moves of the root that are hidden, as soon as there are any."""
        if not self.hidden:
            return
        tree = self._pool.tree
        if not children_of(tree, 0):
            worker = self._pool.staff(1, self._scene.board)[0]
            search(tree, self._scene, worker, 1)
            withdraw(tree, worker)
            self._gather([worker])
        for child in children_of(tree, 0):
            if int(tree.move[child]) in self.hidden:
                tree.prior[child] = layout.FORBIDDEN

    def findings(self) -> Findings:
        """Return what is known now."""
        tree = self._pool.tree
        to_move = self._position.to_move
        playouts = int(tree.visits[0])
        totals = self._pool.totals()
        games = max(1.0, float(totals[layout.GAMES]))
        mean = float(totals[layout.SCORE_SUM]) / games
        variance = float(totals[layout.SCORE_SQUARES]) / games - mean * mean
        share = float(self._scene.numbers[layout.NET_SHARE])
        forced = given_visits(self._scene)
        root, found = moves_of(tree, to_move, share, is_judged=self._questions is not None)
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
            self._owners(self._pool.balance() / games),
            self._pool.used,
            self._full,
        )

    def visits(self) -> dict[int, int]:
        """Return how often each move of the root was visited, those that were."""
        tree = self._pool.tree
        return {
            int(tree.move[child]): int(tree.visits[child])
            for child in children_of(tree, 0)
            if tree.visits[child] and tree.prior[child] >= 0
        }

    def leaders(self) -> tuple[int, int | None]:
        """Return the best move, and by how many visits it leads; `findings` in short.

        NO_POINT if nothing was searched, None if there is no second move.
        """
        tree = self._pool.tree
        children = children_of(tree, 0)
        those = slice(children.start, children.stop)
        open_ = np.flatnonzero(tree.prior[those] >= 0)
        if not open_.size:
            return NO_POINT, None
        votes = tree.visits[those].astype(np.int64)
        for child, count in given_visits(self._scene).items():
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
        kept = self._pool.make_root(move)
        self._full = False
        self.hidden = frozenset()
        if self._questions is not None:
            self._questions.owners = None
        tracked = len(self._scene.tables.roots) > 0
        self._look()
        # The root is asked about again in any case: whose the points are is not kept with a node.
        forget_rests(self._pool.tree, self._pool.used if tracked else 1)
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
            is_judged=self._questions is not None,
            weights=self._weights,
            flag=self._flag,
        )

    def _even(self) -> float:
        """Return Black's lead by area at which the game is even; 0 for parts of a board."""
        if self._ambient is not None or self._goal is not None or self._allowed is not None:
            return 0.0
        position = self._position
        bonus = position.rules.handicap_bonus.points(position.handicap)
        return float(position.komi + bonus)

    def _gather(self, workers: list[layout.Worker]) -> None:
        """Take back what workers have left, and note whether any could not go on with it."""
        largest = min(self._position.width * self._position.height, self.settings.most_moves) + 1
        self._full = self._pool.gather(workers) < largest

    def _owners(self, played: npt.NDArray[np.float64]) -> dict[int, float]:
        """Return whose each point will be, by playouts and network."""
        owners = played
        if self._questions is not None and self._questions.owners is not None:
            share = self.settings.net_owner_share
            owners = (1.0 - share) * played + share * self._questions.owners
        return {point: float(owners[point]) for point in self._position.points()}
