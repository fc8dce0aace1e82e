"""Who plays whom, from where, in which order. The same tournament always has the same schedule.

Games come in colour pairs: the same opening twice, colours swapped. Pairs are dealt to the pairings
in turn, so a tournament may be made longer later and keeps what was played.
"""

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count

from gtpengine.match.openings import Opening
from gtpengine.match.settings import (
    EngineSettings,
    Format,
    GameSettings,
    JudgeSettings,
    TimeControl,
    Tournament,
)


@dataclass(frozen=True)
class GameSpec:
    """One game to be played: everything that a worker must know."""

    number: int  # from 1
    pair: int  # both games of a colour pair have the same, from 1
    black: EngineSettings
    white: EngineSettings
    opening: Opening
    game: GameSettings
    time: TimeControl
    judges: JudgeSettings
    seed: int
    keep_engines: bool

    @property
    def file_name(self) -> str:
        """The name of the game's SGF."""
        return f"{self.number:05d}-{safe(self.black.name)}-{safe(self.white.name)}.sgf"

    def digest(self) -> str:
        """Return a fingerprint of all that may influence the moves; who counts them does not."""
        table = dataclasses.asdict(self)
        del table["judges"]
        text = json.dumps(table, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def safe(name: str) -> str:
    """Return a name with only those characters that every file system takes."""
    return "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)


def pairings(tournament: Tournament) -> list[tuple[EngineSettings, EngineSettings]]:
    """Return which engines meet, in the order in which pairs of games are dealt to them."""
    engines = tournament.engines
    if tournament.format is Format.GAUNTLET:
        return [(engines[0], other) for other in engines[1:]]
    return list(combinations(engines, 2))


def game_count(tournament: Tournament, openings: list[Opening]) -> int:
    """Return how many games there are, or at most can be in a playoff.

    From positions each pairing plays every one of them once with each colour, not more.
    """
    games = tournament.settings.games
    if tournament.format is Format.ENDGAME:
        return min(games, 2 * len(openings) * len(pairings(tournament)))
    return games


def schedule(tournament: Tournament, openings: list[Opening]) -> Iterator[GameSpec]:
    """Yield all games."""
    total = game_count(tournament, openings)
    number = 0
    pair = 0
    for turn in count():
        opening = openings[turn % len(openings)]
        for first, second in pairings(tournament):
            pair += 1
            for black, white in ((first, second), (second, first)):
                number += 1
                if number > total:
                    return
                yield _game(tournament, number, pair, black, white, opening)


def _game(
    tournament: Tournament,
    number: int,
    pair: int,
    black: EngineSettings,
    white: EngineSettings,
    opening: Opening,
) -> GameSpec:
    settings = tournament.settings
    return GameSpec(
        number,
        pair,
        black,
        white,
        opening,
        settings.game,
        settings.time,
        settings.judges,
        # Never 0: GNU Go takes that for "by the time of day".
        1 + (settings.seed * 1_000_003 + number * 7_919) % (2**31 - 2),
        settings.keep_engines,
    )
