"""How the sum of regions decides a move: alarms, draft, tree, safety, guard, merging.

survey ── alarms ──▶ Drafter ──▶ draft ── tree, safety ──▶ draft ── guard, merging ──▶ move
"""

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from gtpengine.board.colours import BLACK, opponent
from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.board.score import result_text
from gtpengine.engine.alarms import AlarmReader, is_alarming
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.differences import difference
from gtpengine.engine.division import (
    better_in_points,
    favourite,
    is_as_likely,
    is_much_preferred,
    is_over,
    sole_move,
    tree_s_choice,
    tree_s_moves,
)
from gtpengine.engine.draft import Draft, Drafter
from gtpengine.engine.guard import Guard, Verdict
from gtpengine.engine.lives import LifeReader
from gtpengine.engine.merging import Merging
from gtpengine.engine.preparation import prepared_by
from gtpengine.engine.safety import Safety
from gtpengine.engine.settings import Settings
from gtpengine.engine.survey import RegionReport, Survey
from gtpengine.engine.thought import Thought
from gtpengine.search.montecarlo.findings import Findings
from gtpengine.strategy.choice import Choice

# Shares of the time that is left, one after the other; the guard has the rest.
ALARM_SHARE = 0.25
LONGER_SHARE = 0.6  # for longer searches of the alarms, if there are any
SAFER_SHARE = 0.3  # for a comparison of both players' moves where a chain hangs
AGAIN_SHARE = 0.4  # for a look at the best move of the tree, and
CONFIRMING_SHARE = 0.6  # for a second one that is to confirm it
PREPARING_SHARE = 0.7  # after a veto, for what would prepare the sum's own move
MOST_PREPARED = 2  # moves that are compared with the best one because of that
SAFETY_SHARE = 0.4
VETO_SHARE = 0.15  # of what the guard has, kept for what follows a veto


class Opinion(NamedTuple):
    """What the sum of regions would play, and why."""

    point: int
    proposal: Choice
    reasons: tuple[str, ...]


class SumThinker:
    """Chooses a move from a survey; remembers what belongs to a game.

    Args:
        lives: asks about chains and remembers the answers.
        merging: what to do after a veto.
    """

    def __init__(self, lives: LifeReader, merging: Merging) -> None:
        self._merging = merging
        self._guard = Guard()
        self._alarms = AlarmReader()
        self._safety = Safety(lives)
        self._drafter = Drafter()

    def forget(self) -> None:
        """Drop what is remembered of a game."""
        self._merging.forget()
        self._drafter.forget()

    def think(
        self, survey: Survey, findings: Findings, deadline: Deadline, settings: Settings
    ) -> Thought:
        """Return the move that the sum of the regions proposes and nobody vetoes.

        Args:
            survey: the regions, on a board that is divided, and alarms.
            findings: of a tree of the whole board.
            deadline: for all of it; its offer is kept up to date.
            settings: strategy, guard and the like.
        """
        draft = self._drafter.drafted(survey, deadline, settings)
        deadline.offer = draft.point
        if settings.guard:
            _prefer_points(draft, findings)
            self._prefer_opponents_move(draft, findings, deadline, settings)
            if is_over(survey):
                _prefer_sole(draft, findings)
            if draft.point not in (PASS, draft.sole):
                self._make_safe(draft, deadline)
            if draft.sole is None:
                self._look_again(draft, findings, deadline, settings)
            deadline.offer = draft.point
            if draft.point != draft.sole:
                self._check(draft, favourite(findings), deadline, settings)
        return _thought(draft, findings)

    def alarmed(self, survey: Survey, deadline: Deadline) -> Survey:
        """Return the survey with the areas where more is at stake than its regions say."""
        with deadline.part(ALARM_SHARE * deadline.remaining()) as part:
            raised = self._alarms.read(survey, part)
        with deadline.part(LONGER_SHARE * deadline.remaining()) as part:
            known = self._alarms.confirmed(survey, raised, part)
        colour = survey.position.to_move
        return replace(
            survey,
            alarms=tuple(longer for _, longer in known if is_alarming(survey, longer)),
            instead={
                first.moves[colour]: longer.moves[colour]
                for first, longer in known
                if NO_POINT not in (first.moves[colour], longer.moves[colour])
            },
        )

    def opinion(self, survey: Survey, deadline: Deadline, settings: Settings) -> Opinion:
        """Return the move of strategy and exact sum, which nobody has checked."""
        draft = self._drafter.drafted(survey, deadline, settings)
        return Opinion(draft.point, draft.proposal, tuple(draft.reasons))

    def _prefer_opponents_move(
        self, draft: Draft, findings: Findings, deadline: Deadline, settings: Settings
    ) -> None:
        """Where a chain hangs, take the opponent's best move there if that is the safer one.

        Both moves are from searches for that chain alone. The tree may much prefer one, or searches
        after each may tell.
        """
        report = next((each for each in draft.survey.regions if _hangs_by(each, draft.point)), None)
        if report is None:
            return
        position = draft.survey.position
        theirs = report.moves[opponent(position.to_move)]
        if theirs in (None, draft.point) or not position.is_legal(position.to_move, theirs):
            return
        if is_much_preferred(findings, theirs, draft.point):
            text = "more to the tree than"
        else:
            with deadline.part(SAFER_SHARE * deadline.remaining()) as part:
                if not self._guard.is_safer(position, draft.point, theirs, part, settings):
                    return
            text = "it wins more often than"
        draft.sole = theirs
        text = f"it matters to the opponent too, and {text} {vertex_of(draft.point)}"
        draft.change(theirs, f"{vertex_of(theirs)}: {text}")

    def _look_again(
        self, draft: Draft, findings: Findings, deadline: Deadline, settings: Settings
    ) -> None:
        """See whether the tree's best move was overlooked: with the whole board open."""
        liked = tree_s_choice(findings)
        liked = _known_better(draft.survey, findings, liked)
        if liked in (PASS, draft.point):
            return
        for number, share in enumerate((AGAIN_SHARE, CONFIRMING_SHARE)):
            with deadline.part(share * deadline.remaining()) as part:
                verdict = self._guard.overlooked(
                    draft.survey.position,
                    draft.point,
                    liked,
                    part,
                    replace(settings, seed=settings.seed ^ number),
                )
            if not verdict.vetoed:
                return
        deadline.offer = verdict.point
        verdict = self._prepared(draft, verdict, findings, deadline, settings)
        draft.sole, draft.checks, draft.vetoed = verdict.point, verdict.checks, True
        draft.change(verdict.point, verdict.text)

    def _prepared(
        self,
        draft: Draft,
        verdict: Verdict,
        findings: Findings,
        deadline: Deadline,
        settings: Settings,
    ) -> Verdict:
        """Return the verdict for a move of the tree that lets the sum's own follow, if as good."""
        position, moves = draft.survey.position, [verdict.point, *tree_s_moves(findings)]
        with deadline.part(PREPARING_SHARE * deadline.remaining()) as part:
            found = prepared_by(self._guard, position, draft.point, moves, part, settings)
        best = found.best()[:MOST_PREPARED]
        for number, point in enumerate(best):
            with deadline.part(deadline.remaining() / (len(best) - number)) as part:
                other = self._guard.overlooked(position, draft.point, point, part, settings)
            if other.vetoed and found.is_better(other.checks[0], verdict.checks[0]):
                return replace(other, text=f"{other.text} and which can follow then")
        return verdict

    def _make_safe(self, draft: Draft, deadline: Deadline) -> None:
        """Ask about the chains around the move, and take another one if it loses some."""
        survey = draft.survey
        worth = {each.move: each.worth for each in draft.proposal.candidates}
        worth.setdefault(draft.point, _heat_at(survey, draft.point))
        wishes = [(move, worth.get(move, Fraction(0))) for move in draft.moves]
        with deadline.part(SAFETY_SHARE * deadline.remaining()) as part:
            safe = self._safety.safe_move(
                survey.position, wishes, survey.ownership, part, survey.plain
            )
        draft.unsafe = safe.unsafe
        if safe.point != draft.point:
            draft.change(safe.point, f"{vertex_of(safe.point)}: {safe.text}")

    def _check(self, draft: Draft, favourite: int, deadline: Deadline, settings: Settings) -> None:
        """Let the guard compare the move with others; after a veto regions may be merged."""
        survey, moves = draft.survey, draft.moves
        with deadline.part((1.0 - VETO_SHARE) * deadline.remaining()) as part:
            verdict = self._guard.check(
                survey.position, moves, survey, part, settings, draft.unsafe, favourite
            )
        draft.checks = verdict.checks
        draft.difference = difference(
            moves[0], draft.proposal.candidates, verdict.checks, survey.scoring
        )
        if not verdict.vetoed:
            return
        draft.vetoed = True
        deadline.offer = verdict.point
        played = self._rival(draft, verdict, moves, deadline, settings)
        draft.change(played.point, played.text)
        deadline.offer = draft.point
        if not settings.merging:
            return
        second = self._merging.second(
            survey,
            moves[0],
            verdict,
            lambda survey: self._drafter.proposed(survey, settings),
            deadline,
        )
        if second is not None and second.point not in draft.unsafe:
            draft.survey, draft.proposal, draft.point = second.survey, second.choice, second.point
            draft.reasons = [second.text, *second.choice.reasons, *draft.reasons]
            draft.merged = True

    def _rival(
        self,
        draft: Draft,
        verdict: Verdict,
        proposals: list[int],
        deadline: Deadline,
        settings: Settings,
    ) -> Verdict:
        """Return the verdict for a rival that lets the sum's own move follow, if it is as good."""
        rivals = [check for check in verdict.checks if check.point not in (PASS, *proposals)]
        if verdict.point not in [check.point for check in rivals]:
            return verdict
        position, moves = draft.survey.position, [check.point for check in rivals]
        with deadline.part(PREPARING_SHARE * deadline.remaining()) as part:
            found = prepared_by(self._guard, position, proposals[0], moves, part, settings)
        better = [check for check in rivals if found.is_better(check, rivals[0])]
        if not better:
            return verdict
        best = max(better, key=lambda check: check.score + found.gain(check.point)).point
        text = f"{vertex_of(best)}: prepares {vertex_of(proposals[0])}; {verdict.text}"
        return replace(verdict, point=best, text=text)


def _prefer_sole(draft: Draft, findings: Findings) -> None:
    """Play the only move that the tree sees, if there is one: the regions have missed something."""
    sole = sole_move(findings)
    if sole is None:
        return
    sole = _known_better(draft.survey, findings, sole)
    draft.sole = sole
    if sole != draft.point:
        text = "nothing is at stake by the sum, and the tree of the whole board sees no other"
        draft.change(sole, f"{vertex_of(sole)}: {text}")


def _known_better(survey: Survey, findings: Findings, point: int) -> int:
    """Return what a longer search plays where an alarm asked for a move, unless the tree objects.

    Where it finds nothing at stake its move means nothing, and the tree may know what is.
    """
    other = survey.instead.get(point, point)
    return other if is_as_likely(findings, point, other) else point


def _prefer_points(draft: Draft, findings: Findings) -> None:
    """Play what brings clearly more points by the tree of a tiny board."""
    more = better_in_points(draft.survey, findings, draft.point)
    if more:
        best = findings.moves[0].point
        text = f"{more:.1f} points better than {vertex_of(draft.point)} by the tree of the board"
        draft.others.insert(0, draft.point)
        draft.change(best, f"{vertex_of(best)}: {text}")


def _hangs_by(report: RegionReport, point: int) -> bool:
    """Tell whether a move is the verdict about a chain that is all that is known of a region."""
    return report.hangs and point in report.moves.values()


def _thought(draft: Draft, findings: Findings) -> Thought:
    survey, reasons = draft.survey, list(draft.reasons)
    lead = survey.likely_score
    if lead is not None:
        reasons.append(f"expected: {result_text(lead)}")
    return Thought(
        draft.point,
        tuple(reasons),
        findings.win_rate,
        None if lead is None else (lead if survey.position.to_move == BLACK else -lead),
        survey,
        findings,
        draft.proposal,
        draft.proved,
        draft.checks,
        draft.vetoed,
        draft.difference,
        draft.merged,
    )


def _heat_at(survey: Survey, point: int) -> Fraction:
    """Return the temperature of the region in which a point lies, 0 where nothing is known."""
    report = survey.at(point)
    heat = None if report is None else report.likely_temperature
    return Fraction(0) if heat is None else heat
