"""The chooser: sente that must be played now, then kos, a proved sum, a strategy, or a pass.

A sum is proved if all regions that are worth a move have exact games and few enough states. Near
ties are searched in the same way, but regions without a game stand in as plain gote: that informs a
choice and proves nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from gtpengine.strategy.candidates import candidates, passing
from gtpengine.strategy.choice import Candidate, Choice
from gtpengine.strategy.forcing import forcing
from gtpengine.strategy.hotstrat import hotstrat, sentestrat
from gtpengine.strategy.ko import advise
from gtpengine.strategy.maxmove import maxmove
from gtpengine.strategy.outlook import LocalGame, Outlook
from gtpengine.strategy.situation import Situation
from gtpengine.strategy.sumsearch import SumProof, SumSearch, TooLarge
from gtpengine.strategy.thermostrat import thermostrat
from gtpengine.strategy.words import mixed
from gtpengine.values.graph import GameGraph, Node


class Strategy(Enum):
    """Who decides where nothing is proved."""

    HOTSTRAT = "hotstrat"
    SENTESTRAT = "sentestrat"
    THERMOSTRAT = "thermostrat"
    MAXMOVE = "maxmove"

    @property
    def decide(self) -> Callable[[Situation], Choice]:
        """The strategy itself."""
        return _STRATEGIES[self]


_STRATEGIES: dict[Strategy, Callable[[Situation], Choice]] = {
    Strategy.HOTSTRAT: hotstrat,
    Strategy.SENTESTRAT: sentestrat,
    Strategy.THERMOSTRAT: thermostrat,
    Strategy.MAXMOVE: maxmove,
}


@dataclass(frozen=True, slots=True)
class Policy:
    """How a move is chosen."""

    strategy: Strategy = Strategy.SENTESTRAT
    most_regions: int = 8  # in a sum that is searched; 0: none is
    near: Fraction = Fraction(1, 2)  # candidates are near ties if they are worth this much less
    fight_kos: bool = True
    sente_first: bool = True  # Sentestrat plays its own sente before it answers or takes gote


class Chooser:
    """Chooses moves; what it learns about small games is kept for later turns."""

    def __init__(self, policy: Policy | None = None, search: SumSearch | None = None) -> None:
        self.policy = Policy() if policy is None else policy
        self._search = SumSearch() if search is None else search

    def choose(self, situation: Situation) -> Choice:
        """Return the move of the player to move, or a pass, with its reasons.

        Raises:
            TooLate: the situation is late before there is a choice.
        """
        notes: tuple[str, ...] = ()
        if self.policy.sente_first and self.policy.strategy is Strategy.SENTESTRAT:
            forced = forcing(situation)
            if forced is not None:
                return forced
        advice = advise(situation) if self.policy.fight_kos else None
        if advice is not None and advice.choice is not None:
            return advice.choice
        if advice is not None:
            # The fight was weighed as a whole: what is left to decide is where else to play.
            region = advice.report.region
            notes = (f"the ko in {situation.find(region).name} can wait: {advice.report.text}",)
            others = tuple(each for each in situation.outlooks if each.region != region)
            situation = replace(situation, outlooks=others)
        choice = self._settled(situation)
        return replace(choice, reasons=choice.reasons + notes) if notes else choice

    def _settled(self, situation: Situation) -> Choice:
        if not situation.playable():
            return passing(situation, self.policy.strategy.value.capitalize())
        choice = self._proved(situation)
        if choice is not None:
            return choice
        choice = self.policy.strategy.decide(situation)
        return self._untied(situation, choice)

    def _proved(self, situation: Situation) -> Choice | None:
        """Return the move that a search of all regions proves; None if there is no proof."""
        warm = [each for each in situation.outlooks if each.temperature > situation.idle]
        if len(warm) > self.policy.most_regions or not _is_plain_sum(warm):
            return None
        games = [outlook.game for outlook in warm if outlook.game is not None and outlook.exact]
        if len(games) < len(warm):
            return None
        scored = self._scored(situation, warm, games)
        if scored is None:
            return None
        proof, scores = scored
        side = situation.side
        best = max(side * score for score in scores.values())
        order = [candidate.move for candidate in candidates(situation)]
        optimal = [move for move, score in scores.items() if side * score == best]
        move = min(optimal, key=lambda each: _place(each, order))
        region = _region_of(move, warm, side)
        others = ", ".join(situation.show(each) for each in optimal if each != move)
        reasons = [
            f"{situation.show(move)}: proved by searching all {len(warm)} regions, "
            f"{mixed(side * best)} with best play",
            f"equally good: {others}" if others else "every other move is worse",
        ]
        return Choice(
            move,
            region,
            "exact sum",
            tuple(reasons),
            tuple(candidates(situation)),
            proved=side * best == proof.score,
        )

    def _untied(self, situation: Situation, choice: Choice) -> Choice:
        """Return the choice, or a near tie that a search of the hottest regions finds better."""
        near = self._near_ties(situation, choice)
        if choice.move is None or len(near) < 2:
            return choice
        warm = [each for each in situation.outlooks if each.temperature > situation.idle]
        warm.sort(key=lambda outlook: -outlook.temperature)
        warm = warm[: self.policy.most_regions]
        if not _is_plain_sum(warm):
            return choice
        games = [_game_or_stand_in(outlook) for outlook in warm]
        scored = self._scored(situation, warm, games)
        if scored is None:
            return choice
        side = situation.side
        scores = {
            candidate.move: side * scored[1][candidate.move]
            for candidate in near
            if candidate.move in scored[1]
        }
        if choice.move not in scores:
            return choice
        best = max(scores, key=lambda move: scores[move])
        compared = ", ".join(
            f"{situation.show(move)} {mixed(side * score)}" for move, score in scores.items()
        )
        note = f"near ties searched in {len(warm)} regions: {compared}"
        if scores[best] == scores[choice.move]:
            return replace(choice, reasons=(*choice.reasons, note))
        return replace(
            choice,
            move=best,
            region=_region_of(best, warm, side),
            strategy=f"{choice.strategy} and search",
            reasons=(f"{situation.show(best)}: the best of near ties", note, *choice.reasons),
        )

    def _near_ties(self, situation: Situation, choice: Choice) -> Sequence[Candidate]:
        """Return the candidates that are about as good as the chosen one, and it itself."""
        worth = {candidate.move: candidate.worth for candidate in choice.candidates}
        # An answer to a rise is no matter of taste; MaxMove measures something else.
        answered = choice.move is not None and choice.move != choice.candidates[0].move
        if answered or choice.move not in worth or self.policy.strategy is Strategy.MAXMOVE:
            return ()
        least = worth[choice.move] - self.policy.near
        return [candidate for candidate in choice.candidates if candidate.worth >= least]

    def _scored(
        self, situation: Situation, outlooks: list[Outlook], games: list[LocalGame]
    ) -> tuple[SumProof, dict[int, Fraction]] | None:
        """Return the proof of a sum and the score of each allowed move; None without either."""
        try:
            proof = self._search.solve(
                [game.graph for game in games], situation.side, situation.is_late
            )
        except TooLarge:
            return None
        scores = {}
        for (place, option), score in proof.scores.items():
            move = games[place].moves(situation.side)[option]
            if move not in situation.banned:
                scores[move] = score
        return (proof, scores) if scores else None


def _is_plain_sum(outlooks: Sequence[Outlook]) -> bool:
    """Tell whether the regions are independent, loop-free and share no move."""
    regions = {outlook.region for outlook in outlooks}
    if any(outlook.is_ko or regions & set(outlook.links) for outlook in outlooks):
        return False
    seen: set[int] = set()
    for outlook in outlooks:
        moves = {outlook.black_move, outlook.white_move} - {None}
        moves |= {alternative.move for alternative in outlook.alternatives}
        if outlook.game is not None:
            if not outlook.game.graph.is_loop_free:
                return False
            moves |= {*outlook.game.black_moves, *outlook.game.white_moves}
        own = {move for move in moves if move is not None}
        if own & seen:
            return False
        seen |= own
    return True


def _game_or_stand_in(outlook: Outlook) -> LocalGame:
    """Return the region's game, or a plain gote with its mean and temperature.

    Where one player has no move it is taken as settled.
    """
    if outlook.game is not None:
        return outlook.game
    black, white = outlook.black_move, outlook.white_move
    if black is None or white is None:
        return LocalGame(GameGraph((Node("", outlook.mean),)), (), ())
    up, down = outlook.mean + outlook.temperature, outlook.mean - outlook.temperature
    return LocalGame(GameGraph.from_options({"G": ([up], [down])}), (black,), (white,))


def _region_of(move: int, outlooks: Sequence[Outlook], side: int) -> int | None:
    """Return the region in which a move is."""
    for outlook in outlooks:
        if outlook.move(side) == move or (
            outlook.game is not None and move in outlook.game.moves(side)
        ):
            return outlook.region
    return None


def _place(move: int, order: list[int]) -> int:
    return order.index(move) if move in order else len(order)
