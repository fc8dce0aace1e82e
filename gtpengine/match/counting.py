"""The end of a game: judges count; where they disagree the game is played on, never guessed.

First the players go on, with cleanup moves if they know them. If the judges still disagree, GNU Go
plays on for both sides until it has captured all that it holds dead. Under area rules the new board
is then counted. Under territory rules playing on costs points, so it only shows what was dead: the
count is that of the board as it was when the players stopped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, colour_letter, opponent
from gtpengine.board.points import PASS, RESIGN, BadVertex, point_of, vertex_of
from gtpengine.board.position import Move, Position
from gtpengine.board.rules import Scoring
from gtpengine.board.score import owners, score
from gtpengine.match.client import Client, EngineFailure, Fault
from gtpengine.match.judges import (
    Judge,
    NoVerdict,
    Verdict,
    gnugo_words,
    judges_named,
    setup_commands,
)
from gtpengine.match.outcome import Count
from gtpengine.match.settings import JudgeSettings
from gtpengine.match.side import Side
from gtpengine.processes.programs import find_program

# Moves of a playing-on: every point could be filled about twice.
MOST_MOVES_PER_POINT = 3


@dataclass
class Counting:
    """The judges' work on one game.

    Attributes:
        counts: what they said, in order.
        position: the board as it now stands; playing on changes it.
        scores: the newest scores, one for each judge that reached a verdict.
    """

    position: Position
    settings: JudgeSettings
    sides: dict[int, Side]
    hang: float
    counts: list[Count] = field(default_factory=list)
    scores: list[Fraction] = field(default_factory=list)

    def agreed_score(self) -> Fraction | None:
        """Return the score on which all judges agree, after playing on if need be; else None.

        Raises:
            Forfeit: a side misbehaved while playing on.
        """
        self._final = self.position.copy()
        judges = judges_named(self.settings.names)
        verdicts = self._count(judges, "")
        for turn in range(self.settings.play_on):
            if _agree(verdicts, len(judges)):
                break
            how = self._play_on(turn)
            self.counts[-1] = _then(self.counts[-1], how or "nobody could play on")
            if not how:
                break
            verdicts = self._count(judges, how)
        self.scores = [verdict.score for verdict in verdicts]
        return verdicts[0].score if _agree(verdicts, len(judges)) else None

    def _count(self, judges: Sequence[Judge], how: str) -> list[Verdict]:
        verdicts = []
        said = []
        for judge in judges:
            try:
                verdict = judge.verdict(self.position, self.settings.seconds)
            except NoVerdict as failure:
                said.append(f"{judge.name}: no verdict, {failure}")
                continue
            if how and self.position.rules.scoring is Scoring.TERRITORY:
                verdict = self._as_it_was(verdict)
            verdicts.append(verdict)
            said.append(f"{judge.name} {verdict}")
        agreed = _agree(verdicts, len(judges))
        self.counts.append(Count(len(self.position.moves), tuple(said), agreed))
        return verdicts

    def _as_it_was(self, verdict: Verdict) -> Verdict:
        """Return the verdict on the board where the players stopped, by what came of its stones."""
        owner = owners(self.position, verdict.dead)
        final = self._final
        dead = frozenset(
            stone
            for colour in (BLACK, WHITE)
            for stone in final.stones(colour)
            if owner[stone] == opponent(colour)
        )
        standing = frozenset(final.stones(BLACK)) | frozenset(final.stones(WHITE))
        seki = (verdict.seki & standing) - dead
        return Verdict(dead, seki, score(final, dead, seki))

    def _play_on(self, turn: int) -> str:
        """Play on; return by whom, or nothing if nobody can."""
        before = len(self.position.moves)
        if turn == 0:
            self._players_go_on()
            if self.position.moves[before:] and _has_stone(self.position, before):
                return "the players went on"
        if find_program("gnugo") and self._gnugo_goes_on():
            return "GNU Go went on for both"
        return ""

    def _most(self) -> int:
        return MOST_MOVES_PER_POINT * self.position.width * self.position.height

    def _players_go_on(self) -> None:
        passes = 0
        moves = 0
        while passes < 2 and moves < self._most():
            colour = self.position.to_move
            point = self.sides[colour].choose_cleanup(self.position)
            # Nobody resigns a game that is over.
            point = PASS if point == RESIGN else point
            self.position.play(colour, point)
            self.sides[opponent(colour)].tell(Move(colour, point))
            passes = passes + 1 if point == PASS else 0
            moves += 1

    def _gnugo_goes_on(self) -> bool:
        """Let GNU Go capture what it holds dead; return whether anything was played."""
        before = len(self.position.moves)
        try:
            with Client(gnugo_words(self.position, "--capture-all-dead")) as client:
                for command in setup_commands(self.position):
                    client.ask(command, self.hang)
                self._gnugo_moves(client)
        except EngineFailure:
            return False
        return _has_stone(self.position, before)

    def _gnugo_moves(self, client: Client) -> None:
        passes = 0
        moves = 0
        while passes < 2 and moves < self._most():
            colour = self.position.to_move
            answer = client.ask(f"genmove {colour_letter(colour).lower()}", self.hang)
            try:
                point = point_of(answer, self.position.width, self.position.height)
            except BadVertex:
                raise EngineFailure(Fault.GARBAGE, answer[:100]) from None
            if point != PASS and not self.position.is_legal(colour, point):
                raise EngineFailure(Fault.ILLEGAL, vertex_of(point))
            self.position.play(colour, point)
            passes = passes + 1 if point == PASS else 0
            moves += 1


def _agree(verdicts: Sequence[Verdict], judges: int) -> bool:
    """Tell whether every judge reached a verdict, and all the same score."""
    return len(verdicts) == judges and len({verdict.score for verdict in verdicts}) == 1


def _has_stone(position: Position, since: int) -> bool:
    return any(move.point != PASS for move in position.moves[since:])


def _then(count: Count, words: str) -> Count:
    return Count(count.moves, count.scores, count.agreed, words)
