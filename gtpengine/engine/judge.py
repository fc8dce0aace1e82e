"""Which stones are dead: by whose the points are when random games end. Works at any time.

Where the searches are loaded, they look around each chain and correct that.
`final_score`, `final_status_list` and the players all ask the same judge, and it answers the same
position in the same way, so they cannot disagree.

By territory the score is that of the game played to its end (`Judge.counted`): dame are filled, and
what they threaten is protected.

Known limits: before the searches are there, a group that random play cannot kill or save (a nakade)
may be judged wrongly.
"""

from dataclasses import replace
from typing import Protocol

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.board.score import score
from gtpengine.deadline import Deadline
from gtpengine.engine.reading import Reading
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinking import Finish, Thinking
from gtpengine.engine.warmup import Loading, Warmup
from gtpengine.model.judgement import Judgement, in_seki, judged, stones_of

__all__ = ["Judge", "Judgement", "even_ownership", "played_on"]

# Share of the time that may go into waiting for the kernels.
PATIENCE = 0.9
MOST_REMEMBERED = 256
# Share of the board that may be open when a game is played to its end because somebody asks for a
# score. Of 132 finished games one has more than 0.08, namely 0.19.
MOST_OPEN = 0.2
# Points by which the end of a game may differ from the board as it stands: where a whole group
# changes hands the small searches of the end are not to be believed. In 132 finished games no end
# that differed by more was right; one that differed by 14 points was.
MOST_CHANGED = 20


class Finisher(Protocol):
    """Plays finished games to their end."""

    def finish(
        self, position: Position, dead: frozenset[int], open_share: float, deadline: Deadline
    ) -> Finish | None:
        """See `Thinking.finish`."""
        ...


class Judge:
    """Judges positions; remembers its judgements."""

    def __init__(self, warmup: Warmup, thinking: Loading[Thinking | None] | None = None) -> None:
        self._warmup = warmup
        self._thinking = thinking
        self._known: dict[tuple[object, ...], Judgement] = {}

    def judgement(
        self, position: Position, deadline: Deadline, settings: Settings, patience: float = PATIENCE
    ) -> Judgement:
        """Return the judgement of a position, whoever is to move; however little time there is.

        Its score is that of the board as it stands.
        """
        reading = self._warmup.reading(deadline, patience)
        thinking = None if self._thinking is None else self._thinking.reading(deadline, 0.0)
        key = _key(reading, thinking, position, settings)
        if key in self._known:
            return self._known[key]
        ownership = even_ownership(reading, position, deadline, settings)
        if thinking is not None:
            ownership = thinking.settle(position, ownership, deadline)
        judgement = judged(position, ownership)
        self._remember(key, judgement, deadline)
        return judgement

    def counted(self, position: Position, deadline: Deadline, settings: Settings) -> Judgement:
        """Return the judgement with the score of the game played to its end, where it is over."""
        judgement = self.judgement(position, deadline, settings)
        thinking = None if self._thinking is None else self._thinking.reading(deadline, 0.0)
        if thinking is None:
            return judgement
        reading = self._warmup.reading(deadline, 0.0)
        key = (position.to_move, *_key(reading, thinking, position, settings))
        if key in self._known:
            return self._known[key]
        found = played_on(position, judgement, thinking, deadline) or judgement
        self._remember(key, found, deadline)
        return found

    def _remember(self, key: tuple[object, ...], judgement: Judgement, deadline: Deadline) -> None:
        if deadline.expired():
            return  # one that was cut short must not stand in for a full one
        while len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[key] = judgement

    def forget(self) -> None:
        """Drop all judgements."""
        self._known.clear()


def _key(
    reading: Reading, thinking: Thinking | None, position: Position, settings: Settings
) -> tuple[object, ...]:
    """Return all that a judgement hangs on."""
    return (
        reading.name,
        thinking is not None,
        position.width,
        position.height,
        tuple(position.stones(BLACK)),
        tuple(position.stones(WHITE)),
        position.ko_point,
        tuple(position.prisoners),
        position.handicap,
        position.komi,
        position.rules,
        settings.playouts,
        settings.seed,
    )


def played_on(
    position: Position,
    judgement: Judgement,
    thinking: Finisher,
    deadline: Deadline,
    open_share: float = MOST_OPEN,
) -> Judgement | None:
    """Return the judgement with the score by territory of the game played to its end.

    Which chains are dead is not asked again; those that are in seki at the end are so now. None:
    rules count area, more than that share of the board is open, a whole group changes hands, or
    there is no time.
    """
    if position.rules.scoring is Scoring.AREA:
        return None
    end = thinking.finish(position, stones_of(judgement.dead), open_share, deadline)
    if end is None:
        return None
    living = [chain for chain in end.position.chains() if not end.dead & chain.stones]
    shared = stones_of(in_seki(end.position, living, end.dead))
    points = score(end.position, end.dead, shared)
    if abs(points - judgement.score) > MOST_CHANGED:
        return None
    here = (*judgement.seki, *judgement.alive)
    return replace(
        judgement,
        seki=tuple(chain for chain in here if shared & chain.stones),
        alive=tuple(chain for chain in here if not shared & chain.stones),
        score=points,
        moves=end.moves,
    )


def even_ownership(
    reading: Reading, position: Position, deadline: Deadline, settings: Settings
) -> dict[int, float]:
    """Return the ownership over random games of which each side begins half.

    Passes count for nothing: a board has one score, whoever has agreed to it.
    """
    total = dict.fromkeys(position.points(), 0.0)
    start = position.before_passes()
    for colour in (BLACK, WHITE):
        view = start.copy()
        view.to_move = colour
        half = reading.ownership(view, settings.playouts // 2, settings.seed + colour, deadline)
        total = {point: total[point] + share / 2 for point, share in half.items()}
    return total
