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
from gtpengine.engine.tree import Tree
from gtpengine.model.lives import DOOMED_AT_THE_END, LifeReader, corrected
from gtpengine.parameters import SearchSettings

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
    position: Position, ownership: Mapping[int, float], deadline: Deadline
) -> dict[int, float]:
    """Return an ownership with verdicts about the chains that live or die in it."""
    found = LifeReader(captures=False).read(position, ownership, deadline)
    return corrected(ownership, found.fates, hanging=0.0, doomed=DOOMED_AT_THE_END)
