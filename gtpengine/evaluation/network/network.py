"""The network as the engine asks it: board vectors in; moves, owners and leads out.

Inference is one kernel, float32, one thread, without the interpreter's lock. Buffers are kept for
each thread, so several threads may ask at once.
"""

import io
import json
import logging
import math
import threading
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from gtpengine.board.layout import HASH_LOW, HEIGHT, WIDTH
from gtpengine.board.points import GRID_LEN
from gtpengine.board.position import Position
from gtpengine.board.vector import vector_of
from gtpengine.evaluation.network.kernels import inference
from gtpengine.evaluation.network.kernels.inputs import inputs_of
from gtpengine.evaluation.network.kernels.lanes import COLUMNS
from gtpengine.evaluation.network.kernels.outputs import write_outputs
from gtpengine.evaluation.network.kernels.winograd import GAP, SCRATCH
from gtpengine.evaluation.network.layout import LEAD_SCALE, PLANES
from gtpengine.evaluation.weights import default_weights

log = logging.getLogger(__name__)

DATA = "weights.npz"
MOST_TILES = 64  # at a time: what is larger falls out of the processor's cache
CACHE_LINE = 64  # bytes
# How far the ends of games are from even, as the scale of a distribution like that of `spread`.
# Chosen among 7, 9 and 11 on every second of the shared games (docs/decisions/0020).
CLOSENESS = 9.0
MOST_EVEN = 15.0  # points; with more komi than that nobody tries to keep a game even

_STEP = (slice(None), slice(None, None, -1))

Floats = npt.NDArray[np.float32]
Arrays = dict[str, Floats]


class Outputs(NamedTuple):
    """What the network says of n positions; points are indexed as in a board vector."""

    moves: Floats  # (n, GRID_LEN): chance of each move of the player to move, 0 where illegal
    passing: Floats  # (n,): chance of a pass
    other_moves: Floats  # the opponent's, were it its turn
    other_passing: Floats
    ownership: Floats  # (n, GRID_LEN): -1 (White's) to 1 (Black's)
    lead: Floats  # (n,): Black's lead by area, komi left out
    spread: Floats  # (n,): scale of the logistic distribution around it

    def chance_above(self, index: int, lead: float) -> float:
        """Return the chance that Black leads by more than `lead` points of area at the end."""
        ratio = (float(self.lead[index]) - lead) / float(self.spread[index])
        return float(1 / (1 + np.exp(-ratio)))


# How a line of a kernel is transformed, for tiles of each side.
_KERNEL_LINES = {
    3: [
        [1 / 2, 0, 0],
        [-1 / 2, -1 / 2, -1 / 2],
        [-1 / 6, 1 / 6, -1 / 6],
        [1 / 6, 1 / 3, 2 / 3],
        [0, 0, 1],
    ],
    4: [
        [1 / 4, 0, 0],
        [-1 / 6, -1 / 6, -1 / 6],
        [-1 / 6, 1 / 6, -1 / 6],
        [1 / 24, 1 / 12, 1 / 6],
        [1 / 24, -1 / 12, 1 / 6],
        [0, 0, 1],
    ],
}


def _transformed(kernel: Floats, side: int) -> Floats:
    """Return a 3x3 kernel (3, 3, inputs, outputs) as (places, inputs, outputs)."""
    lines = np.array(_KERNEL_LINES[side])
    wide = np.einsum("ay,yxio->axio", lines, kernel.astype(np.float64))
    wide = np.einsum("bx,axio->abio", lines, wide)
    places: Floats = wide.reshape(-1, *kernel.shape[2:]).astype(np.float32)
    return places


def _tiles(height: int, width: int, side: int) -> int:
    """Return how many tiles of that side cover a board."""
    return -(-height // side) * -(-width // side)


def _side_of(height: int, width: int) -> int:
    """Return the side of the tiles that take the fewest products."""
    return min(4, 3, key=lambda side: (side + 2) ** 2 * _tiles(height, width, side))


def _zeros(*shape: int) -> Floats:
    """Return zeros that begin with a line of the processor's cache."""
    size = math.prod(shape)
    room = np.zeros(size + CACHE_LINE // 4, dtype=np.float32)
    start = -room.ctypes.data % CACHE_LINE // 4
    return room[start : start + size].reshape(shape)


def _padded(array: Floats, *shape: int) -> Floats:
    """Return an array with zeros added at the end of each axis."""
    wide = _zeros(*shape)
    wide[tuple(slice(length) for length in array.shape)] = array
    return wide


def _weights(arrays: Arrays, blocks: int, channels: int, side: int) -> inference.Weights:
    """Return the weights as the kernel wants them, for so many channels, some of them added."""
    places = (side + 2) ** 2

    def pooling(name: str, outputs: int) -> Floats:
        means, maxima = np.split(arrays[name], 2)
        parts = [_padded(part, channels, outputs) for part in (means, maxima)]
        return np.concatenate(parts)

    layers = [f"block{number}_{part}" for number in range(blocks) for part in ("first", "second")]
    kernels = _zeros(len(layers), places, channels, channels)
    biases = _zeros(1 + len(layers), channels)
    for index, name in enumerate(layers):
        kernels[index] = _padded(_transformed(arrays[name], side), *kernels.shape[1:])
    for index, name in enumerate(["stem", *layers]):
        biases[index] = _padded(arrays[f"{name}_bias"], channels)
    pools, pool_biases = _zeros(blocks, 2 * channels, channels), _zeros(blocks, channels)
    for number in range(blocks):
        if f"block{number}_pool" in arrays:
            pools[number] = pooling(f"block{number}_pool", channels)
            pool_biases[number] = _padded(arrays[f"block{number}_pool_bias"], channels)
    whole = inference.Weights(
        _padded(_transformed(arrays["stem"], side), places, PLANES, channels),
        kernels,
        biases,
        pools,
        pool_biases,
        _padded(arrays["head"], channels, channels),
        pooling("head_pool", channels),
        _padded(arrays["head_bias"] + arrays["head_pool_bias"], channels),
        _padded(arrays["points"], channels, COLUMNS),
        _padded(arrays["points_bias"], COLUMNS),
        pooling("board", COLUMNS),
        _padded(arrays["board_bias"], COLUMNS),
    )
    return inference.Weights(*(array.reshape(-1) for array in whole))


def _buffers(boards: int, height: int, width: int, channels: int) -> inference.Buffers:
    side = _side_of(height, width)
    places, tiles = (side + 2) ** 2, boards * _tiles(height, width, side)
    padded = boards * (-(-height // side) * side + 2) * (-(-width // side) * side + 2)
    return inference.Buffers(
        planes=_zeros(padded * inference.DEEP),
        trunk=_zeros(padded * channels),
        inner=_zeros(padded * channels),
        tiles=_zeros(places * (tiles * max(channels, inference.DEEP) + GAP)),
        products=_zeros(places * (tiles * channels + GAP)),
        scratch=_zeros(SCRATCH),
        pooled=_zeros(boards * 2 * channels),
        extra=_zeros(boards * channels),
        wide=_zeros(height * width * COLUMNS),
    )


def _turn(board: Floats, turn: int) -> Floats:
    """Return planes (height, width, any) in one of the eight symmetries; bit 2: square only."""
    seen = board.transpose(1, 0, 2) if turn & 4 else board
    return seen[_STEP[turn & 1], _STEP[turn >> 1 & 1]]


def _turn_back(board: Floats, turn: int) -> Floats:
    """Return what was computed of `_turn` as it lies on the board."""
    seen = board[_STEP[turn & 1], _STEP[turn >> 1 & 1]]
    return seen.transpose(1, 0, 2) if turn & 4 else seen


class _Thread(threading.local):
    """What one thread keeps between questions."""

    def __init__(self) -> None:
        self.buffers: dict[tuple[int, int, int], tuple[Floats, inference.Buffers]] = {}
        self.work = vector_of(Position(2))
        self.strengths = np.zeros(GRID_LEN, dtype=np.float32)


class Network:
    """The trained network. `load` is how to get one."""

    def __init__(self, arrays: Arrays, provenance: dict[str, Any] | None = None) -> None:
        self.provenance = provenance or {}
        self._weights = {name: array.astype(np.float32) for name, array in arrays.items()}
        channels = self._weights["stem"].shape[3]
        blocks = sum(name.endswith("_second") for name in arrays)
        self._channels = -(-channels // COLUMNS) * COLUMNS
        self._pooling = np.array([f"block{number}_pool" in arrays for number in range(blocks)])
        self._packed: dict[int, inference.Weights] = {}
        self._thread = _Thread()

    @classmethod
    def load(cls, path: Path | None = None) -> "Network | None":
        """Return the network of a file, by default the package's; None, and a log line, without."""
        try:
            if path is None:
                data = resources.files("gtpengine.evaluation.network").joinpath(DATA).read_bytes()
            else:
                data = path.read_bytes()
            with np.load(io.BytesIO(data)) as file:
                arrays = {name: file[name] for name in file.files}
            provenance = json.loads(bytes(arrays.pop("provenance")))
            return cls(arrays, provenance)
        except (OSError, ValueError, KeyError, IndexError, BadZipFile) as error:
            log.warning("no network, patterns and playouts judge alone: %s", error)
            return None

    def evaluate(
        self,
        vectors: npt.NDArray[np.int32],
        colours: npt.NDArray[np.int64],
        lasts: npt.NDArray[np.int64],
        *,
        turned: bool = False,
    ) -> Outputs:
        """Return what the network says of each position.

        Args:
            vectors: (n, any length from LIGHT_LEN) board vectors, all of one board size.
            colours: (n,) the players to move.
            lasts: (n, 2) the newest move and the one before, NO_POINT or PASS where there is none.
            turned: look at each board from all sides and average: eight times the work (four on a
                board that is no square), for a root.
        """
        count = len(vectors)
        outputs = Outputs(
            *(
                np.zeros((count, GRID_LEN) if over_grid else count, dtype=np.float32)
                for over_grid in (True, False, True, False, True, False, False)
            )
        )
        if count == 0:
            return outputs
        height, width = int(vectors[0, HEIGHT]), int(vectors[0, WIDTH])
        most = max(1, MOST_TILES // _tiles(height, width, _side_of(height, width)))
        for start in range(0, count, most):
            part = slice(start, start + most)
            chunk = Outputs(*(array[part] for array in outputs))
            self._evaluate(vectors[part], colours[part], lasts[part], chunk, turned)
        return outputs

    def tilt(self, even: float, spread: float) -> float:
        """Return what to add to leads of that spread in a game that is even at a lead of `even`.

        Told neither colours nor komi, the network draws what it is not sure of towards a lead of 0.
        But players know the komi, and games end around it. By Bayes' rule for normal distributions
        the part of a lead that comes from where games are even is s^2 / (s^2 + CLOSENESS^2).
        """
        usual = min(max(even, -MOST_EVEN), MOST_EVEN)
        return usual * spread**2 / (spread**2 + CLOSENESS**2)

    def planes_of(
        self,
        vectors: npt.NDArray[np.int32],
        colours: npt.NDArray[np.int64],
        lasts: npt.NDArray[np.int64],
    ) -> Floats:
        """Return the input planes (n, height, width, PLANES); overwritten by the next question."""
        planes, _ = self._buffers(len(vectors), int(vectors[0, HEIGHT]), int(vectors[0, WIDTH]))
        thread = self._thread
        inputs_of(
            vectors,
            colours,
            lasts,
            default_weights(),
            thread.work,
            thread.strengths,
            planes,
        )
        return planes

    def heads(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return what the heads say: (n, points, 3) and (n, 4), see `model.Model`."""
        count, height, width, _ = planes.shape
        _, buffers = self._buffers(count, height, width)
        side = _side_of(height, width)
        if side not in self._packed:
            blocks = len(self._pooling)
            self._packed[side] = _weights(self._weights, blocks, self._channels, side)
        points = np.empty((count, height * width, inference.POINT_OUTPUTS), dtype=np.float32)
        board = np.empty((count, inference.BOARD_OUTPUTS), dtype=np.float32)
        inference.heads_of(
            planes,
            side,
            self._packed[side],
            self._pooling,
            self._channels,
            buffers,
            points,
            board,
        )
        return points, board

    def _turned_heads(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return the mean of `heads` over the symmetries of the board."""
        count, height, width, _ = planes.shape
        turns = 8 if height == width else 4
        points = np.zeros((count, height, width, 3), dtype=np.float32)
        board = np.zeros((count, 4), dtype=np.float32)
        for turn in range(turns):
            seen = np.ascontiguousarray(np.stack([_turn(each, turn) for each in planes]))
            there, whole = self.heads(seen)
            found = there.reshape(count, height, width, -1)
            points += np.stack([_turn_back(each, turn) for each in found])
            board += whole
        points /= turns
        board /= turns
        return points.reshape(count, height * width, -1), board

    def _varied_heads(self, planes: Floats, hashes: npt.NDArray[np.int32]) -> tuple[Floats, Floats]:
        """Return `heads` of each board, seen from a side that its hash names.

        What the network gets wrong about a shape hangs on how it lies; with another side for each
        position these errors average out in a search, and the same position has the same answer.
        """
        count, height, width, _ = planes.shape
        turns = hashes & (7 if height == width else 3)
        sides = [_turn(board, turn) for board, turn in zip(planes, turns, strict=True)]
        seen = np.ascontiguousarray(np.stack(sides))
        there, whole = self.heads(seen)
        points = there.reshape(count, height, width, -1)
        back = [_turn_back(board, turn) for board, turn in zip(points, turns, strict=True)]
        return np.ascontiguousarray(np.stack(back)).reshape(count, height * width, -1), whole

    def _evaluate(
        self,
        vectors: npt.NDArray[np.int32],
        colours: npt.NDArray[np.int64],
        lasts: npt.NDArray[np.int64],
        outputs: Outputs,
        turned: bool,
    ) -> None:
        planes = self.planes_of(vectors, colours, lasts)
        if turned:
            points, board = self._turned_heads(planes)
        else:
            points, board = self._varied_heads(planes, vectors[:, HASH_LOW])
        write_outputs(
            points,
            board,
            self._weights["strengths"],
            planes,
            colours,
            np.float32(LEAD_SCALE),
            *outputs,
        )

    def _buffers(self, boards: int, height: int, width: int) -> tuple[Floats, inference.Buffers]:
        """Return this thread's planes, and where their network is computed."""
        kept = self._thread.buffers
        key = (boards, height, width)
        if key not in kept:
            if len(kept) >= 32:
                kept.clear()
            planes = np.zeros((boards, height, width, PLANES), dtype=np.float32)
            kept[key] = planes, _buffers(boards, height, width, self._channels)
        return kept[key]
