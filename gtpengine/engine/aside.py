"""What can be asked while a thought goes on in another thread: nothing here is kept or shared.

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

from collections.abc import Mapping
from dataclasses import replace

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.deciding import decide
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinking import Finish
from gtpengine.engine.tree import Tree
from gtpengine.model.ending import is_closed, played_out
from gtpengine.model.lives import (
    DOOMED_AT_THE_END,
    LOST,
    LifeReader,
    corrected,
    with_captures,
    with_sekis,
)
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import bits_of, points_of

_SMALL = SearchSettings(nodes=100_000)


def quick(position: Position, deadline: Deadline, settings: Settings) -> Decision:
    """Return a decision by a small tree of its own."""
    tree = Tree()
    tree.begin(
        position, replace(settings, network=False, evaluator="own", search=_SMALL), frozenset()
    )
    tree.run_least()
    deadline.offer = tree.best
    tree.run_to(deadline, settings, None)
    return decide(position, tree.findings(), None, tree.counts(), None, settings.decision)


def settle(
    position: Position,
    ownership: Mapping[int, float],
    deadline: Deadline,
    reader: LifeReader | None = None,
) -> dict[int, float]:
    """Return an ownership with verdicts about the chains that live or die in it.

    Chains are asked about whose fate a verdict could change. A `reader` must not have captures.
    """
    reader = reader or LifeReader(captures=False)
    found = reader.read(position, ownership, deadline, shares=(LOST, DOOMED_AT_THE_END))
    settled = corrected(ownership, found.fates, hanging=0.0, doomed=DOOMED_AT_THE_END)
    settled = with_sekis(position, settled, found.fates, deadline)
    return with_captures(position, settled)


def finish(
    position: Position, dead: frozenset[int], open_share: float, deadline: Deadline
) -> Finish | None:
    """Return what becomes of a finished game when it is played to its end.

    None: more than that share of the board is open, or there is no time.
    """
    lost = bits_of(dead)
    if not is_closed(position, lost, open_share):
        return None
    end = played_out(position, lost, deadline)
    if end is None:
        return None
    return Finish(end.position, frozenset(points_of(end.dead)), end.moves)
