"""What finished games say: who won how often, how strong, by how many points, how fast."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from gtpengine.match.intervals import Estimate, mean_with_error, wilson
from gtpengine.match.outcome import End, Outcome
from gtpengine.match.rating import Ratings, rate


@dataclass
class Tally:
    """Games of one engine, or of one engine against another, as seen from the first."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0  # losses by a fault of its own
    uncounted: int = 0  # disputed or without result

    @property
    def games(self) -> int:
        """Games that count."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Wins, and draws as half of one."""
        return self.wins + self.draws / 2

    def share(self) -> Estimate | None:
        """Return the share of points with its interval; None without games."""
        return wilson(self.points, self.games) if self.games else None

    def __str__(self) -> str:
        return (
            f"{self.wins}-{self.draws}-{self.losses}"
            if self.draws
            else f"{self.wins}-{self.losses}"
        )


@dataclass
class TimeUse:
    """Time of one engine over all its moves."""

    moves: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    cpu_moves: int = 0  # moves whose CPU time is known
    longest: float = 0.0


@dataclass
class Standings:
    """Everything that the tables show.

    Attributes:
        names: the engines, in the tournament's order.
        totals: by engine.
        cross: by (engine, opponent).
        black: wins, draws and losses of Black in all games.
        pairs: by (engine, opponent), how many colour pairs gave 0, 1/2, 1, 3/2 and 2 points, in the
            order of the schedule's first engine.
        margins: by (engine, opponent), per colour pair the points per side.
    """

    names: tuple[str, ...]
    totals: dict[str, Tally] = field(default_factory=dict)
    cross: dict[tuple[str, str], Tally] = field(default_factory=dict)
    black: Tally = field(default_factory=Tally)
    pairs: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    margins: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    times: dict[str, TimeUse] = field(default_factory=dict)
    ratings: Ratings | None = None
    disagreements: list[Outcome] = field(default_factory=list)
    faults: list[Outcome] = field(default_factory=list)
    played: int = 0

    def ranking(self) -> list[str]:
        """Return the engines, strongest first; equal ones as they are listed.

        Ratings are solved for numerically, so what rounding makes of equal ones decides nothing.
        """
        if self.ratings is None:
            return list(self.names)
        rating = dict(zip(self.names, self.ratings.engines, strict=True))
        return sorted(self.names, key=lambda name: -round(rating[name].value, 3))

    def rating_of(self, name: str) -> Estimate | None:
        """Return an engine's Elo; None before its first game."""
        if self.ratings is None or not self.totals[name].games:
            return None
        return self.ratings.engines[self.names.index(name)]

    def margin(self, name: str, other: str) -> tuple[float, float | None, int] | None:
        """Return points per side against an opponent, the standard error, and from how many pairs.

        Only pairs of which both games were counted tell; None without any.
        """
        values = self.margins.get((name, other), [])
        return (*mean_with_error(values), len(values)) if values else None


def standings(names: Sequence[str], outcomes: Iterable[Outcome]) -> Standings:
    """Return the standings after these games."""
    table = Standings(tuple(names))
    for name in names:
        table.totals[name] = Tally()
        table.times[name] = TimeUse()
    by_pair: dict[int, list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda one: one.number):
        _add(table, outcome)
        by_pair.setdefault(outcome.pair, []).append(outcome)
    for games in by_pair.values():
        if len(games) == 2:
            _add_pair(table, games)
    if table.black.games:
        table.ratings = rate(len(names), _rows(table, by_pair))
    return table


def _add(table: Standings, outcome: Outcome) -> None:
    table.played += 1
    if outcome.has_disagreement():
        table.disagreements.append(outcome)
    if outcome.end == End.FAULT.value:
        table.faults.append(outcome)
    for name, other in ((outcome.black, outcome.white), (outcome.white, outcome.black)):
        points = outcome.points_for(name)
        tallies = [table.totals[name], table.cross.setdefault((name, other), Tally())]
        if name == outcome.black:
            tallies.append(table.black)
        for tally in tallies:
            tally.wins += points == 1.0
            tally.draws += points == 0.5
            tally.losses += points == 0.0
            tally.uncounted += points is None
            tally.faults += points == 0.0 and outcome.end == End.FAULT.value
        used = outcome.black_times if name == outcome.black else outcome.white_times
        time = table.times[name]
        time.moves += used.moves
        time.wall += used.wall
        time.longest = max(time.longest, used.longest)
        if used.cpu is not None:
            time.cpu += used.cpu
            time.cpu_moves += used.moves


def _add_pair(table: Standings, games: list[Outcome]) -> None:
    """Count a colour pair, from both engines' sides."""
    first = games[0]
    for name, other in ((first.black, first.white), (first.white, first.black)):
        points = [game.points_for(name) for game in games]
        if None not in points:
            kinds = table.pairs.setdefault((name, other), [0] * 5)
            kinds[round(2 * sum(one for one in points if one is not None))] += 1
        if all(game.score for game in games):
            sides = [Fraction(game.score) * (1 if game.black == name else -1) for game in games]
            table.margins.setdefault((name, other), []).append(float(sum(sides) / 2))


def _rows(
    table: Standings, by_pair: dict[int, list[Outcome]]
) -> list[tuple[int, int, float, float]]:
    """Return Black's points and games by the two engines, for the ratings."""
    sums: dict[tuple[int, int], list[float]] = {}
    for games in by_pair.values():
        for game in games:
            points = game.points_for(game.black)
            if points is not None:
                key = (table.names.index(game.black), table.names.index(game.white))
                total = sums.setdefault(key, [0.0, 0.0])
                total[0] += points
                total[1] += 1
    return [(black, white, points, games) for (black, white), (points, games) in sums.items()]


def pair_kinds_in_order(outcomes: Iterable[Outcome], name: str) -> list[list[int]]:
    """Return the five counts of an engine's colour pairs after each pair, in schedule order.

    It stops at the first pair that is not finished, so that the games' lengths choose nothing; a
    pair with a game that does not count is left out.
    """
    by_pair: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_pair.setdefault(outcome.pair, []).append(outcome)
    counts = [0] * 5
    history = []
    pair = 1
    while len(by_pair.get(pair, ())) == 2:
        points = [game.points_for(name) for game in by_pair[pair]]
        if None not in points:
            counts[round(2 * sum(one for one in points if one is not None))] += 1
            history.append(list(counts))
        pair += 1
    return history
