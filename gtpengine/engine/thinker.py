"""The way of one move, top to bottom: tree, survey, strategy, exact sum, guard.

    position ── tree ──▶ ownership ── surveyor ──▶ regions with their values
             ── outlooks ──▶ strategy, or the exact sum ──▶ proposal ── guard ──▶ move

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from gtpengine.board.colours import BLACK, EMPTY, WHITE, colour_name
from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.board.position import Move, Position
from gtpengine.board.score import result_text
from gtpengine.engine.alarms import AlarmReader
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.differences import difference
from gtpengine.engine.estimator import CouponEstimator
from gtpengine.engine.exactsum import ExactSum
from gtpengine.engine.finishing import free_moves
from gtpengine.engine.guard import Guard
from gtpengine.engine.kos import SIDE
from gtpengine.engine.lives import LifeReader, corrected
from gtpengine.engine.merging import Merging
from gtpengine.engine.outlooks import outlooks
from gtpengine.engine.safety import Safety
from gtpengine.engine.settings import Settings
from gtpengine.engine.survey import Survey
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thinking import Watch
from gtpengine.engine.thought import Check, Difference, Thought
from gtpengine.engine.treekeeper import TreeKeeper, is_decided
from gtpengine.localgame.solution import Scoring
from gtpengine.partition.partition import Partition
from gtpengine.partition.themes import is_divisible
from gtpengine.search.montecarlo.findings import Findings
from gtpengine.strategy.choice import Choice
from gtpengine.strategy.chooser import Chooser, Policy, Strategy
from gtpengine.strategy.situation import Ambient, Situation

# Shares of a move's time while the board is divided; the guard has the rest.
TREE_SHARE = 0.3
SURVEY_SHARE = 0.35
SUM_SHARE = 0.1
ALARM_SHARE = 0.25  # of what is left for the guard
SAFETY_SHARE = 0.4  # of what is left then
MERGING_SHARE = 0.1  # of what the guard has, kept for what follows a veto
RECALL_SHARE = 0.1  # of the survey's time, more, for merges of earlier turns
# A board is divided once the regions that are not solved have no more of it than this: guesses at
# the temperatures of large ones are much worse than the tree, and what is unknown is left unplayed.
OPEN_SHARE = 0.04
# Where they have more than so many times that, the board is not looked at again for some moves of
# both players: the tree has better use for the time.
FAR_FROM_DIVIDED = 2
LEFT_ALONE = 8
# On boards of no more points than this the tree is the better judge of anything hotter than that
# (by area scoring): it sees the whole board, and borders hang on each other.
SMALL_BOARD = 200
WARM_BY_TREE = Fraction(3, 2)
ALL_HANGING = 2.0  # chains that hang are open regions, however sure they seem
# Share of the tree's visits, and the number of them, that leave no doubt about a move.
SOLE_SHARE = 0.9
SOLE_VISITS = 1000
FAVOURITE_SHARE = 0.4  # of the visits that make a move worth a look, whatever the regions say
SURE = 0.5  # ownership from which a border counts as settled
_SHOWN_MOVES = 6  # of a variation
_BELOW_DAME = Fraction(-1, 2)  # dame are at 0 by territory, what is settled at -1


class Thinker:
    """Chooses moves by the sum of regions where there are several, else by the tree alone."""

    def __init__(self) -> None:
        self.surveyor = Surveyor(hanging=ALL_HANGING)
        self._guessing = Surveyor(
            self.surveyor.solver,
            CouponEstimator(),
            lives=self.surveyor.lives,
            hanging=ALL_HANGING,
        )
        self.watch: Watch | None = None
        self._tree = TreeKeeper()
        self._guard = Guard()
        self._alarms = AlarmReader()
        self._safety = Safety(self.surveyor.lives)
        self._sums = ExactSum()
        self._merging = Merging(self._guessing)
        self._partition: Partition | None = None
        self._open_after: list[Move] | None = None  # moves after which it was far from divided
        self._ambient = Ambient()
        self._choosers: dict[Strategy, Chooser] = {}

    def cache_counts(self) -> tuple[int, int]:
        """Return how often regions were found in the cache of graphs, and how often not."""
        statistics = self.surveyor.solver.cache.statistics
        return statistics.hits, statistics.misses

    def forget(self) -> None:
        """Drop what is remembered of a game; solved graphs are no part of that."""
        self._tree.forget()
        self._merging.forget()
        self._partition = None
        self._open_after = None
        self._ambient = Ambient()

    def think(self, position: Position, deadline: Deadline, settings: Settings) -> Thought:
        """Return a move for the player to move, PASS among them."""
        watch = self.watch
        self._tree.watch = None if watch is None else lambda findings: watch(findings, None)
        themes = settings.themes and is_divisible(position)
        alone = is_open(position) or self._was_open(position)
        if settings.one_region or (alone and not themes):
            findings = self._tree.grow(position, deadline, settings)
            return self._by_tree(position, findings, None)
        with deadline.part(TREE_SHARE * deadline.remaining()) as part:
            findings = self._tree.grow(position, part, settings)
        deadline.offer = findings.best
        seconds = SURVEY_SHARE * deadline.remaining() / (1 - TREE_SHARE)
        guessed = themes or settings.estimator != "off"
        surveyor = self._guessing if guessed else self.surveyor
        surveyor.method = settings.estimator
        survey = surveyor.survey(
            position,
            findings.ownership,
            seconds,
            previous=self._partition,
            sure=SURE,
            themes=themes,
        )
        self._partition = survey.partition
        if settings.merging:
            survey = self._merging.recalled(survey, RECALL_SHARE * seconds)
        if watch is not None:
            watch(findings, survey)
            self._tree.watch = lambda findings: watch(findings, survey)
        share = open_share(survey, guessed=guessed)
        if share > FAR_FROM_DIVIDED * OPEN_SHARE:
            self._open_after = list(position.moves)
        if share > OPEN_SHARE or is_small_and_hot(survey, findings.win_rate):
            findings = self._tree.grow(position, deadline, settings)
            return self._by_tree(position, findings, survey)
        return self._by_sum(position, deadline, settings, findings, survey)

    def ponder(self, position: Position, deadline: Deadline, settings: Settings) -> None:
        """Grow the tree of a position; the thought about one that follows it begins with that."""
        self._tree.watch = None
        self._tree.grow(position, deadline, replace(settings, think_full_time=True, visits=0))

    def settle(
        self, position: Position, ownership: Mapping[int, float], deadline: Deadline
    ) -> dict[int, float]:
        """Return an ownership with verdicts about the chains that live or die in it.

        Whatever else goes on: another thread may think at the same time.
        """
        found = LifeReader(captures=False).read(position, ownership, deadline)
        return corrected(ownership, found.fates, hanging=0.0)

    def _was_open(self, position: Position) -> bool:
        """Tell whether the board was far from divided a few moves ago."""
        before = self._open_after
        if before is None:
            return False
        news = len(position.moves) - len(before)
        return 0 <= news < LEFT_ALONE and position.moves[: len(before)] == before

    def _chooser(self, settings: Settings) -> Chooser:
        """Return the chooser by these settings; it keeps what it learns."""
        strategy = Strategy(settings.strategy)
        if strategy not in self._choosers:
            self._choosers[strategy] = Chooser(Policy(strategy))
        return self._choosers[strategy]

    def _proposed(self, survey: Survey, settings: Settings) -> Choice:
        """Return what the strategy makes of a survey."""
        position = survey.position
        moves = position.moves
        last = moves[-1].point if moves and moves[-1].colour != position.to_move else NO_POINT
        seen = outlooks(survey, last)
        self._ambient = self._ambient.after(seen)
        situation = Situation(
            seen,
            SIDE[position.to_move],
            self._ambient.lowest,
            idle=_idle(survey, settings),
            banned=banned_moves(position, survey),
            show=vertex_of,
        )
        return self._chooser(settings).choose(situation)

    def _by_tree(self, position: Position, findings: Findings, survey: Survey | None) -> Thought:
        best = findings.moves[0]
        line = " ".join(vertex_of(point) for point in best.variation[:_SHOWN_MOVES])
        who = colour_name(position.to_move)
        text = (
            f"{vertex_of(best.point)}: the board is one region; {who} wins {best.win_rate:.0%} of "
            f"{best.visits} playouts, by {best.score:+.1f} points on average; {line}"
        )
        return Thought(best.point, (text,), findings.win_rate, survey=survey, findings=findings)

    def _by_sum(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        findings: Findings,
        survey: Survey,
    ) -> Thought:
        if settings.guard:
            with deadline.part(ALARM_SHARE * deadline.remaining()) as part:
                survey = replace(survey, alarms=self._alarms.read(survey, part))
        proposal = self._proposed(survey, settings)
        point = PASS if proposal.move is None else proposal.move
        reasons = list(proposal.reasons)
        proved = False
        if settings.exact_sums:
            result = self._sums.best(survey, SUM_SHARE * deadline.remaining())
            if result is not None:
                proved = True
                if point not in result.points:
                    point = result.points[0]
                    reasons = [f"{vertex_of(point)}: the exact sum of all regions", *reasons]
                else:
                    reasons.append("the exact sum of all regions agrees")
        free: list[int] = []
        if point == PASS and settings.fill_dame:
            free = free_moves(survey, position.to_move)
            if free:
                point = free[0]
                text = "costs nothing, and must be filled before the board is counted"
                reasons = [f"{vertex_of(point)}: {text}", *reasons]
        sole = sole_move(findings) if settings.guard and is_over(survey) else None
        if sole is not None and sole != point:
            point, proved = sole, False
            text = "nothing is at stake by the sum, and the tree of the whole board sees no other"
            reasons = [f"{vertex_of(point)}: {text}", *reasons]
        deadline.offer = point
        checks: tuple[Check, ...] = ()
        vetoed = merged = False
        apart: Difference | None = None
        unsafe: frozenset[int] = frozenset()
        wished = [point, *free, *(each.move for each in proposal.candidates)]
        proposals = list(dict.fromkeys(wished))
        if settings.guard and point not in (PASS, sole):
            worth = {each.move: each.worth for each in proposal.candidates}
            worth.setdefault(point, _heat_at(survey, point))
            wishes = [(each, worth.get(each, Fraction(0))) for each in proposals]
            with deadline.part(SAFETY_SHARE * deadline.remaining()) as part:
                safe = self._safety.safe_move(
                    position, wishes, survey.ownership, part, survey.plain
                )
            proposals = [each for each in proposals if each not in safe.unsafe]
            unsafe = safe.unsafe
            if safe.point != point:
                point = safe.point
                reasons = [f"{vertex_of(point)}: {safe.text}", *reasons]
                proposals = list(dict.fromkeys([point, *proposals]))
                proved = False
                deadline.offer = point
        if settings.guard and point != sole:
            share = 1.0 - MERGING_SHARE if settings.merging else 1.0
            with deadline.part(share * deadline.remaining()) as part:
                verdict = self._guard.check(
                    position, proposals, survey, part, settings, unsafe, favourite(findings)
                )
            apart = difference(proposals[0], proposal.candidates, verdict.checks, survey.scoring)
            checks, vetoed = verdict.checks, verdict.vetoed
            if vetoed:
                point = verdict.point
                reasons = [verdict.text, *reasons]
            if vetoed and settings.merging:
                deadline.offer = point
                second = self._merging.second(
                    survey,
                    proposals[0],
                    verdict,
                    lambda survey: self._proposed(survey, settings),
                    deadline,
                )
                if second is not None and second.point not in unsafe:
                    survey, proposal, point = second.survey, second.choice, second.point
                    reasons = [second.text, *proposal.reasons, *reasons]
                    merged = True
        lead = survey.likely_score
        if lead is not None:
            reasons.append(f"expected: {result_text(lead)}")
        return Thought(
            point,
            tuple(reasons),
            findings.win_rate,
            None if lead is None else (lead if position.to_move == BLACK else -lead),
            survey,
            findings,
            proposal,
            proved and not vetoed,
            checks,
            vetoed,
            apart,
            merged,
        )


def _idle(survey: Survey, settings: Settings) -> Fraction:
    """Return the temperature that a region must exceed to be worth a move.

    By territory a dame is worth nothing, but filling it costs nothing either.
    """
    if survey.scoring is Scoring.AREA or not settings.fill_dame:
        return Fraction(0)
    return _BELOW_DAME


def _heat_at(survey: Survey, point: int) -> Fraction:
    """Return the temperature of the region in which a point lies, 0 where nothing is known."""
    report = survey.at(point)
    heat = None if report is None else report.likely_temperature
    return Fraction(0) if heat is None else heat


def is_open(position: Position) -> bool:
    """Tell whether so few stones are on the board that it cannot be divided."""
    area = position.width * position.height
    return len(position.stones(BLACK)) + len(position.stones(WHITE)) < area * 0.3


def open_share(survey: Survey, *, guessed: bool = False) -> float:
    """Return the share of the board that is empty and lies in regions that are not solved.

    Where regions that are `guessed` at are good enough, those without a guess alone count.
    """
    area = survey.position.width * survey.position.height
    unsolved = [
        report
        for report in survey.regions
        if report.value is None and not (guessed and report.likely_mean is not None)
    ]
    return sum(len(report.region.empty) for report in unsolved) / area


def is_undivided(survey: Survey) -> bool:
    """Tell whether regions that are not solved dominate the board."""
    return open_share(survey) > OPEN_SHARE


def is_small_and_hot(survey: Survey, win_rate: float) -> bool:
    """Tell whether a small board still has something at stake that the tree should decide.

    A game that is decided anyway is played for points, and there solved regions know more than a
    tree; where it is open, one border that does not hold would cost it.
    """
    if survey.position.width * survey.position.height > SMALL_BOARD:
        return False
    if any(report.likely_mean is None for report in survey.regions):
        return True
    if survey.scoring is Scoring.TERRITORY:
        return False
    if survey.ambient is None or survey.ambient <= WARM_BY_TREE:
        return False
    solved = all(report.value is not None for report in survey.regions)
    return not (solved and is_decided(win_rate))


def is_over(survey: Survey) -> bool:
    """Tell whether by the regions nothing but dame is left to play for."""
    dame = 1 if survey.scoring is Scoring.AREA else 0
    return survey.ambient is None or survey.ambient <= dame


def sole_move(findings: Findings) -> int | None:
    """Return the only move on the board that a tree has any use for; None: there is none such."""
    best = findings.moves[0]
    total = sum(move.visits for move in findings.moves)
    alone = best.visits >= max(SOLE_VISITS, SOLE_SHARE * total)
    return best.point if alone and best.point != PASS else None


def favourite(findings: Findings) -> int:
    """Return the move that a tree clearly prefers; PASS: there is none."""
    best = findings.moves[0]
    total = sum(move.visits for move in findings.moves)
    return best.point if best.visits >= max(1, FAVOURITE_SHARE * total) else PASS


def banned_moves(position: Position, survey: Survey) -> frozenset[int]:
    """Return the best moves of the player that the rules forbid now."""
    colour = position.to_move
    moves = {report.moves[colour] for report in survey.regions}
    moves |= {known.moves[colour] for known in survey.alarms} - {NO_POINT}
    return frozenset(
        move
        for move in moves
        if move is not None
        and (position.colour_at(move) != EMPTY or not position.is_legal(colour, move))
    )
