"""The whole board played out by brute force: every line of play, real ko rule, no idea of regions.

A state is (black stones, white stones, banned point, who moves, was the last move a pass). All
states that play can reach are listed first, then their scores are worked out backwards, twice: once
with endless play counted as worst for Black (`low`), once as best for him (`high`). Where the two
agree no rule about repetition can change the result; `superko` below plays by such a rule instead.

Rules: area scoring, suicide forbidden, two passes in a row end the game, a stone that took a single
stone and stands alone in atari may not be retaken at once. `pass_lifts` says whether a pass ends
that ban (plain ko rule) or only a change on the board does (what superko comes to).

Only `playable` points (and points that become empty) are played on: the caller leaves out eyes
whose loss nobody wants. Chains beside an empty point that is never played on can never be captured.
"""

BLACK, WHITE = 1, 2
LIMIT = 10_000


class TooBig(Exception):
    """More states than the caller wants to wait for."""


class FullBoard:
    def __init__(self, position, playable, pass_lifts=False):
        self.pass_lifts = pass_lifts
        board = {p: position.colour_at(p) for p in position.points()}
        near = {p: [q for q in (p - 1, p + 1, p - 26, p + 26) if q in board] for p in board}
        immortal = {p for p in board if board[p] == 0 and p not in playable}
        todo = list(immortal)
        while todo:
            p = todo.pop()
            for q in near[p]:
                if board[q] and q not in immortal and board[p] in (0, board[q]):
                    immortal.add(q)
                    todo.append(q)
        self.points = [p for p in board if p not in immortal]
        self.bit = {p: 1 << i for i, p in enumerate(self.points)}
        self.near = [sum(self.bit[q] for q in near[p] if q in self.bit) for p in self.points]
        self.held = {
            c: sum(
                self.bit[p]
                for p in self.points
                if any(q in immortal and board[q] == c for q in near[p])
            )
            for c in (BLACK, WHITE)
        }
        self.all = (1 << len(self.points)) - 1
        self.fixed = 0
        for p in immortal:
            space, todo, owners = {p}, [p], set()
            while todo:
                here = todo.pop()
                if board[here]:
                    owners.add(board[here])
                    continue
                todo += [q for q in near[here] if q not in space]
                space.update(near[here])
            if len(owners) == 1:
                self.fixed += 1 if owners == {BLACK} else -1
        black = sum(self.bit[p] for p in self.points if board[p] == BLACK)
        white = sum(self.bit[p] for p in self.points if board[p] == WHITE)
        banned = self.bit.get(position.ko_point, 0)
        self.root = (black, white, banned)
        self._moves = {}
        self._scores = {}

    def spread(self, start, within):
        """Return the points of `within` connected to `start`."""
        found = todo = start
        while todo:
            low = todo & -todo
            todo ^= low
            new = self.near[low.bit_length() - 1] & within & ~found
            found |= new
            todo |= new
        return found

    def touched(self, points):
        found = 0
        while points:
            low = points & -points
            points ^= low
            found |= self.near[low.bit_length() - 1]
        return found

    def moves(self, black, white, player):
        """Return {point: (black, white, ban)} of every legal move, ko left out of account."""
        key = (black, white, player)
        if key in self._moves:
            return self._moves[key]
        found = {}
        own, other = (black, white) if player == BLACK else (white, black)
        theirs = self.held[BLACK + WHITE - player]
        free = self.all & ~(black | white)
        rest = free
        while rest:
            move = rest & -rest
            rest ^= move
            mine = own | move
            taken = 0
            beside = self.near[move.bit_length() - 1] & other
            while beside:
                chain = self.spread(beside & -beside, other)
                beside &= ~chain
                if not chain & theirs and not self.touched(chain) & free & ~move:
                    taken |= chain
            chain = self.spread(move, mine)
            safe = chain & self.held[player]
            liberties = self.touched(chain) & ((free & ~move) | taken)
            if not (taken or safe or liberties):
                continue
            alone = chain == move and not safe and liberties.bit_count() == 1
            ban = taken if taken.bit_count() == 1 and alone else 0
            left = other & ~taken
            found[move] = (mine, left, ban) if player == BLACK else (left, mine, ban)
        self._moves[key] = found
        return found

    def score(self, black, white):
        """Return stones and surrounded points, Black minus White, of the whole board."""
        key = (black, white)
        if key not in self._scores:
            total = self.fixed + black.bit_count() - white.bit_count()
            free = self.all & ~(black | white)
            while free:
                space = self.spread(free & -free, free)
                free &= ~space
                edge = self.touched(space)
                seen_black = edge & black or space & self.held[BLACK]
                seen_white = edge & white or space & self.held[WHITE]
                if bool(seen_black) != bool(seen_white):
                    total += space.bit_count() if seen_black else -space.bit_count()
            self._scores[key] = total
        return self._scores[key]

    def successors(self, state):
        """Return (score or None, following states) of a state."""
        black, white, ban, player, passed = state
        other = BLACK + WHITE - player
        after = [
            (*left, other, False)
            for move, left in self.moves(black, white, player).items()
            if not (player == ban_colour(ban) and move == abs(ban))
        ]
        after = [(b, w, k if other == WHITE else -k, p, f) for b, w, k, p, f in after]
        if passed:
            return self.score(black, white), after
        kept = 0 if self.pass_lifts else ban
        after.append((black, white, kept, other, True))
        return None, after

    def start(self, player, ban=None):
        """Return the state of the root with `player` to move; only he can be banned there."""
        black, white, banned = self.root
        return (black, white, banned if player == WHITE else -banned, player, False)

    def solve(self, player, most=1_000_000):
        """Return (low, high) as dictionaries from every reachable state to its score."""
        root = self.start(player)
        order, index, after, ends = [root], {root: 0}, [], []
        for state in order:
            end, following = self.successors(state)
            ends.append(end)
            for new in following:
                if new not in index:
                    index[new] = len(order)
                    order.append(new)
                    if len(order) > most:
                        raise TooBig
            after.append([index[new] for new in following])
        results = []
        for unknown in (-LIMIT, LIMIT):
            value = [unknown] * len(order)
            changed = True
            while changed:
                changed = False
                for i in range(len(order) - 1, -1, -1):
                    choices = [value[j] for j in after[i]]
                    if ends[i] is not None:
                        choices.append(ends[i])
                    new = max(choices) if order[i][3] == BLACK else min(choices)
                    if new != value[i]:
                        value[i] = new
                        changed = True
            results.append(dict(zip(order, value, strict=True)))
        return results[0], results[1]

    def best_moves(self, player, values):
        """Return {point or None for a pass: score} after each move of `player` at the root."""
        root = self.start(player)
        black, white, ban, _, _ = root
        found = {}
        other = BLACK + WHITE - player
        for move, (b, w, k) in self.moves(black, white, player).items():
            if player == ban_colour(ban) and move == abs(ban):
                continue
            point = self.points[move.bit_length() - 1]
            found[point] = values[b, w, k if other == WHITE else -k, other, False]
        kept = 0 if self.pass_lifts else ban
        found[None] = values[black, white, kept, other, True]
        return found


def ban_colour(ban):
    """A ban is written as the point's bit, positive for White, negative for Black."""
    return 0 if ban == 0 else WHITE if ban > 0 else BLACK


def superko(board, player, situational=False, most=200_000):
    """Return the score with `player` to move when no position may come back; no memory at all.

    With `situational` only a position with the same player to move may not.
    """
    left = [most]

    def play(black, white, player, passed, seen, low, high):
        left[0] -= 1
        if left[0] < 0:
            raise TooBig
        other = BLACK + WHITE - player
        best = -LIMIT if player == BLACK else LIMIT
        moves = [(b, w, False) for b, w, _ in board.moves(black, white, player).values()]
        for b, w, ends in [*moves, (black, white, True)]:
            key = (b, w, other if situational else 0)
            if ends:
                if passed:
                    value = board.score(black, white)
                else:
                    value = play(b, w, other, True, seen, low, high)
            elif key in seen:
                continue
            else:
                value = play(b, w, other, False, seen | {key}, low, high)
            if player == BLACK:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    black, white, _ = board.root
    seen = frozenset({(black, white, player if situational else 0)})
    return play(black, white, player, False, seen, -LIMIT, LIMIT)
