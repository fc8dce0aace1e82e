"""The referee: one game from start to outcome. Nothing that an engine does escapes as an error."""

import datetime
import platform
import time
from dataclasses import dataclass, field
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, colour_letter, colour_name, opponent
from gtpengine.board.points import RESIGN
from gtpengine.board.position import Move, Position
from gtpengine.board.recordwriting import record_of, record_text
from gtpengine.board.rules import KoRule
from gtpengine.board.score import result_text
from gtpengine.match.clock import MatchClock
from gtpengine.match.counting import Counting
from gtpengine.match.outcome import Count, End, Outcome, Played
from gtpengine.match.schedule import GameSpec
from gtpengine.match.side import Forfeit, Side, opening_side

# A position that comes this often under rules without superko ends the game without result.
REPETITIONS = 4


@dataclass(frozen=True)
class Finish:
    """How a game ended."""

    end: End
    winner: str  # black, white, draw or nothing
    result: str
    reason: str
    score: Fraction | None = None
    counts: tuple[Count, ...] = ()


@dataclass
class Game:
    """A game in progress."""

    spec: GameSpec
    position: Position
    clock: MatchClock
    sides: dict[int, Side]
    comments: dict[int, str] = field(default_factory=dict)

    def run(self) -> Finish:
        """Play to the end and have it counted."""
        try:
            for side in self.sides.values():
                side.start(self.clock, self.position)
            return self._played() or self._counted()
        except Forfeit as forfeit:
            winner = opponent(forfeit.colour)
            loser = f"{self.sides[forfeit.colour].engine.name} ({colour_name(forfeit.colour)})"
            return Finish(
                End.FAULT,
                colour_name(winner),
                f"{colour_letter(winner)}+F",
                f"{loser} {forfeit}",
            )

    def _played(self) -> Finish | None:
        """Play until somebody resigns, both pass or it takes too long; None: it must be counted."""
        limit = self.spec.game.move_limit()
        while self.position.passes() < 2 and len(self.position.moves) < limit:
            colour = self.position.to_move
            side = self.sides[colour]
            point, words = side.choose(self.clock, self.position)
            if point == RESIGN:
                winner = opponent(colour)
                return Finish(
                    End.RESIGNATION,
                    colour_name(winner),
                    f"{colour_letter(winner)}+R",
                    f"{side.engine.name} ({colour_name(colour)}) resigned",
                )
            self.position.play(colour, point)
            self.comments[len(self.position.moves)] = self._comment(side, words)
            self.sides[opponent(colour)].tell(Move(colour, point))
            if self._repeats():
                return Finish(End.REPETITION, "", "Void", "the same position came again and again")
        return None

    def _repeats(self) -> bool:
        simple = self.spec.game.rule_set().ko is KoRule.SIMPLE
        return simple and not self.position.passes() and self.position.times_seen() >= REPETITIONS

    def _comment(self, side: Side, words: str) -> str:
        used = side.times[-1]
        cpu = "" if used.cpu is None else f", {used.cpu:.2f} s CPU"
        left = self.clock.shown(side.colour)
        lines = [f"{side.engine.name}: {used.wall:.2f} s{cpu}" + (f", {left} left" if left else "")]
        return "\n".join(lines + ([words] if words else []))

    def _counted(self) -> Finish:
        """Have the judges count."""
        stopped = "" if self.position.passes() >= 2 else " after the last move allowed"
        counting = Counting(self.position, self.spec.judges, self.sides, self.spec.time.hang)
        score = counting.agreed_score()
        counts = tuple(counting.counts)
        if score is not None:
            return Finish(
                End.SCORE,
                _winner(score),
                result_text(score),
                "the judges agree" + stopped,
                score,
                counts,
            )
        winners = {_winner(one) for one in counting.scores}
        said = "; ".join(counts[-1].scores)
        if len(winners) == 1 and len(counting.scores) == len(self.spec.judges.names):
            winner = winners.pop()
            result = f"{winner[0].upper()}+" if winner != "draw" else "0"
            return Finish(End.MARGIN_DISPUTED, winner, result, said + stopped, None, counts)
        return Finish(End.DISPUTED, "", "?", said + stopped, None, counts)


def _winner(score: Fraction) -> str:
    return "draw" if score == 0 else colour_name(BLACK if score > 0 else WHITE)


def play_game(spec: GameSpec) -> Played:
    """Play one game and return how it went; runs in a worker, knows no files."""
    began = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    started = time.monotonic()
    position = spec.opening.position(spec.game)
    opening_moves = len(position.moves)
    clock = MatchClock(spec.time.settings(), spec.time.lag)
    sides = {colour: opening_side(colour, spec) for colour in (BLACK, WHITE)}
    game = Game(spec, position, clock, sides)
    try:
        finish = game.run()
    finally:
        for side in sides.values():
            side.leave()
    outcome = Outcome(
        spec.number,
        spec.pair,
        spec.digest(),
        spec.black.name,
        spec.white.name,
        spec.opening.name,
        finish.result,
        finish.winner,
        finish.end.value,
        finish.reason,
        "" if finish.score is None else str(finish.score),
        len(position.moves) - opening_moves,
        finish.counts,
        sides[BLACK].summary(),
        sides[WHITE].summary(),
        sides[BLACK].version,
        sides[WHITE].version,
        platform.node(),
        began,
        round(time.monotonic() - started, 3),
        spec.file_name,
    )
    stderr = {}
    if finish.end is End.FAULT:
        stderr = {side.engine.name: side.stderr() for side in sides.values() if side.stderr()}
    return Played(outcome, _sgf(game, outcome), stderr)


def _sgf(game: Game, outcome: Outcome) -> str:
    """Return the game's record, with what the engines said and what the judges said."""
    record = record_of(
        game.position,
        black_name=_full_name(outcome.black, outcome.black_version),
        white_name=_full_name(outcome.white, outcome.white_version),
        result=outcome.result,
    )
    root = [
        f"game {outcome.number}, opening: {outcome.opening}",
        f"{outcome.end}: {outcome.reason}",
    ]
    for count in outcome.counts:
        then = f"; then {count.then}" if count.then else ""
        root.append(f"after {count.moves} moves: {', '.join(count.scores)}{then}")
    return record_text(record, {**game.comments, 0: "\n".join(root)})


def _full_name(name: str, version: str) -> str:
    return f"{name} ({version})" if version else name
