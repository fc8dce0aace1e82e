"""Which games the batches of a training run come from."""

import queue
import threading
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gtpengine.evaluation.network.samples import Batch, Labelled, Sampler

# Shares of a batch by kind of game: owners known, not known, played on by the network, played by a
# search. Of small boards there are few games by people, so that they are seen very often.
SHARES = {"owned": 0.4, "plain": 0.25, "continued": 0.25, "searched": 2.0}
SMALL_EVERY = {9: 6, 13: 12}  # steps between batches of a small board

Ints = npt.NDArray[np.int64]
Made = tuple[int, Batch]  # size of the board and the batch


def by_kind(games: list[Labelled]) -> dict[str, Ints]:
    """Return which games are of each kind that SHARES names, kinds without games left out."""
    kinds = np.array([one.kind for one in games])
    found = {kind: np.flatnonzero(kinds == kind) for kind in SHARES}
    return {kind: indices for kind, indices in found.items() if len(indices)}


def drawn(kinds: dict[str, Ints], count: int, random: np.random.Generator) -> Ints:
    """Return games for a batch of so many positions, each kind by its share.

    A game that people played gives two positions.
    """
    total = sum(SHARES[kind] for kind in kinds)
    chosen = []
    for kind, indices in kinds.items():
        each = 1 if kind in ("continued", "searched") else 2
        chosen.append(random.choice(indices, round(count * SHARES[kind] / total / each)))
    return np.concatenate(chosen)


def batches(
    games: dict[int, list[Labelled]], count: int, *, seed: int, step: int
) -> Iterator[Made]:
    """Yield batches of `count` positions without end: one of a large board, then small ones.

    `step` is the number of the first: it tells which small boards are due.
    """
    samplers = {size: Sampler(some, seed) for size, some in games.items()}
    kinds = {size: by_kind(some) for size, some in games.items()}
    random = np.random.default_rng(seed)
    while True:
        yield 19, samplers[19].draw(drawn(kinds[19], count, random))
        for size, gap in SMALL_EVERY.items():
            if size in samplers and step % gap == gap - 1:
                yield size, samplers[size].draw(drawn(kinds[size], count, random))
        step += 1


def ahead(batches: Iterator[Made], most: int = 4) -> Iterator[Made]:
    """Yield the batches in their order, made by a thread that is up to `most` of them ahead."""
    waiting: queue.Queue[Made] = queue.Queue(most)

    def make() -> None:
        for made in batches:
            waiting.put(made)

    threading.Thread(target=make, name="samples", daemon=True).start()
    while True:
        yield waiting.get()
