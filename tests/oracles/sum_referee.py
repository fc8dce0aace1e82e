"""Is a proved result of a sum right? Three judges that share nothing with the search of sums.

`by_brute_force` plays the whole board out (fast_board.py). `by_proofs` looks for proofs on the
whole board that the score is no less and no more (proof_board.py). Where both are out of reach,
`by_playing` has both players keep what was proved for them over the real board, under the engine's
positional superko, against opponents that play at random, greedily, or by the proofs themselves.
Those games are played on graphs without the static rule for decided parts, so every move is there.
"""

from random import Random

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import PASS
from gtpengine.board.position import IllegalMove
from gtpengine.board.score import area_score
from gtpengine.localgame.graph import expand
from gtpengine.search.sums.regions import RegionSums
from gtpengine.search.sums.result import PASS as PASS_MOVE
from gtpengine.search.sums.solver import Term
from tests.oracles import fast_board
from tests.oracles.full_board import FullBoard

SIDE = {BLACK: 0, WHITE: 1}
MOST_MOVES = 300


def loss_by_brute_force(enclosed, colour, score, points):
    """Return by how much the worst of `points` misses the optimum, and whether `score` is it.

    None where the board itself leaves the score to a rule about repetition.
    """
    board = FullBoard(enclosed.position, set(enclosed.empty))
    low, high, low_after, high_after = fast_board.solve(board, colour)
    if low != high:
        return None
    after = low_after if colour == BLACK else high_after
    got = [after[None if point == PASS else point] for point in points]
    sign = 1 if colour == BLACK else -1
    return max(sign * (low - each) for each in got), low == score


def loss_by_proofs(proofs, enclosed, colour, score, points):
    """Return by how much the worst of `points` misses `score`, and whether `score` is the optimum.

    The first is proved for every move, the second by what the opponent can prove at the root. A
    number of points is what was not proved in spite of a finished search.

    Raises:
        TooBig: it takes more positions than `proofs` may look at.
    """
    board = FullBoard(enclosed.position, set(enclosed.empty))
    proofs.reload(board)
    other = opponent(colour)
    sign = 1 if colour == BLACK else -1
    root = board.start(colour)
    same = proofs.proves(other, score, root)
    worst = 0
    for point in points:
        state = after_move(board, root, point)
        while not proofs.proves(colour, score - sign * worst, state):
            worst += 1
    return worst, same


def after_move(board, state, point):
    """Return the state after a move of the player to move.  Pre: it is legal."""
    black, white, _, player, _ = state
    other = opponent(player)
    if point == PASS:
        return (black, white, 0, other, True)
    black, white, ban = board.moves(black, white, player)[board.bit[point]]
    return (black, white, ban if other == WHITE else -ban, other, False)


class Table:
    """One real game, followed on the graphs of its regions."""

    def __init__(self, enclosed, sums):
        self.enclosed = enclosed
        self.sums = sums
        self.position = enclosed.position.copy()
        self.placements, self.terms = sums.terms(enclosed.regions)
        self.where = {
            point: (index, bit)
            for index, placement in enumerate(self.placements)
            for bit, point in placement.points.items()
        }

    def play(self, colour, point):
        self.position.play(colour, point)
        index, bit = self.where.get(point, (None, None))
        for i, term in enumerate(self.terms):
            if i == index:
                edge = term.summand.edge_of(term.node, SIDE[colour], bit)
                assert edge is not None, "a legal move is missing in the graph"
                node = int(term.summand.target[edge])
            else:
                node = int(term.summand.lift[term.node])
            self.terms[i] = Term(term.name, term.summand, node)

    def free_points(self, colour):
        return [
            point
            for point in self.where
            if self.position.colour_at(point) == 0 and self.position.is_legal(colour, point)
        ]

    def proved_moves(self, colour, budget, *, all_moves=False):
        passed = self.position.passes() > 0
        result = self.sums.solver.solve(
            self.terms, SIDE[colour], budget, all_moves=all_moves, passed=passed
        )
        points = [
            PASS if move == PASS_MOVE else self.placements[move.summand].points[move.move]
            for move in result.moves
        ]
        return result, points


def full_sums():
    """Return a solver of sums whose graphs play decided parts out."""
    return RegionSums(lambda key: expand(key, decide=False))


def play_game(sums, enclosed, colour, prover, style, seed, budget):
    """Return the final area score, without komi, of a game in which `prover` plays proved moves."""
    random = Random(seed)
    table = Table(enclosed, sums)
    for _ in range(MOST_MOVES):
        if colour == prover or style == "perfect":
            _, points = table.proved_moves(colour, budget())
            assert points, "no move was proved"
            try:
                table.play(colour, points[0])
            except IllegalMove:
                # Superko forbids it: any other move with the same proof will do.
                _, points = table.proved_moves(colour, budget(), all_moves=True)
                legal = [p for p in points if table.position.is_legal(colour, p)]
                assert legal, "superko forbids every proved move"
                table.play(colour, legal[0])
        else:
            points = table.free_points(colour)
            if not points or random.random() < 0.05:
                table.play(colour, PASS)
            elif style == "greedy":
                table.play(colour, max(points, key=lambda p: gain(table.position, colour, p)))
            else:
                table.play(colour, random.choice(points))
        if table.position.passes() == 2:
            break
        colour = opponent(colour)
    else:
        raise AssertionError("the game does not end")
    return int(area_score(table.position) + table.position.komi)


def gain(position, colour, point):
    """Return what a move brings by the count right after it."""
    before = area_score(position)
    position.play(colour, point)
    after = area_score(position)
    position.undo()
    return after - before if colour == BLACK else before - after


def loss_by_playing(sums, enclosed, colour, score, seeds, budget):
    """Return the worst that any prover missed of `score` (of the whole board) in all the games."""
    worst = 0
    for prover in (BLACK, WHITE):
        sign = 1 if prover == BLACK else -1
        for seed in seeds:
            for style in ("random", "greedy", "perfect") if seed == seeds[0] else ("random",):
                final = play_game(sums, enclosed, colour, prover, style, seed, budget)
                missed = sign * (score - final)
                worst = max(worst, missed if style != "perfect" else abs(missed))
    return worst
