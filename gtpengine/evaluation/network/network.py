"""The network as the engine asks it: board vectors in; moves, owners and leads out.

Inference is numpy's BLAS between kernels, float32, one thread, without the interpreter's lock but
between calls. Buffers are kept for each thread, so several threads may ask at once.
"""

import io
import json
import logging
import threading
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from gtpengine.board.layout import HEIGHT, WIDTH
from gtpengine.board.points import GRID_LEN
from gtpengine.board.position import Position
from gtpengine.board.vector import vector_of
from gtpengine.evaluation.network.kernels import winograd
from gtpengine.evaluation.network.kernels.inputs import inputs_of
from gtpengine.evaluation.network.layout import LEAD_SCALE, PLANES
from gtpengine.evaluation.weights import default_weights

log = logging.getLogger(__name__)

DATA = "weights.npz"
MOST_TILES = 512  # of one product: what is larger falls out of the processor's cache

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


def _transformed(kernel: Floats) -> Floats:
    """Return a 3x3 kernel (3, 3, inputs, outputs) as (36, inputs, outputs)."""
    rows = np.array(
        [
            [1 / 4, 0, 0],
            [-1 / 6, -1 / 6, -1 / 6],
            [-1 / 6, 1 / 6, -1 / 6],
            [1 / 24, 1 / 12, 1 / 6],
            [1 / 24, -1 / 12, 1 / 6],
            [0, 0, 1],
        ]
    )
    wide = np.einsum("ay,bx,yxio->abio", rows, rows, kernel.astype(np.float64))
    shape = (winograd.PLACES, *kernel.shape[2:])
    return np.ascontiguousarray(wide.reshape(shape), dtype=np.float32)


class _Buffers:
    """Arrays for so many boards of one size; what is off the board stays zero."""

    def __init__(self, boards: int, height: int, width: int, channels: int) -> None:
        down, across = -(-height // winograd.TILE), -(-width // winograd.TILE)
        tiles = boards * down * across
        padded = (boards, winograd.TILE * down + 2, winograd.TILE * across + 2)

        def zeros(*shape: int) -> Floats:
            return np.zeros(shape, dtype=np.float32)

        self.planes = zeros(boards, height, width, PLANES)
        self.padded_planes = zeros(*padded, PLANES)
        self.trunk, self.inner = zeros(*padded, channels), zeros(*padded, channels)
        self.plane_tiles = zeros(winograd.PLACES, tiles, PLANES)
        self.tiles = zeros(winograd.PLACES, tiles, channels)
        self.products = zeros(winograd.PLACES, tiles, channels)
        self.scratch = zeros(1, winograd.PATCH, winograd.PATCH, max(channels, PLANES))
        self.pooled = zeros(boards, 2 * channels)


class _Thread(threading.local):
    """What one thread keeps between questions."""

    def __init__(self) -> None:
        self.buffers: dict[tuple[int, int, int], _Buffers] = {}
        self.work = vector_of(Position(2))
        self.strengths = np.zeros(GRID_LEN, dtype=np.float32)


class Network:
    """The trained network. `load` is how to get one."""

    def __init__(self, arrays: Arrays, provenance: dict[str, Any] | None = None) -> None:
        self.provenance = provenance or {}
        self._weights = {name: array.astype(np.float32) for name, array in arrays.items()}
        self.channels = self._weights["stem"].shape[3]
        self.blocks = sum(name.endswith("_second") for name in arrays)
        self._kernels = {
            name: _transformed(array) for name, array in self._weights.items() if array.ndim == 4
        }
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
        tiles = -(-height // winograd.TILE) * -(-width // winograd.TILE)
        most = max(1, MOST_TILES // tiles)
        for start in range(0, count, most):
            part = slice(start, start + most)
            chunk = Outputs(*(array[part] for array in outputs))
            self._evaluate(vectors[part], colours[part], lasts[part], chunk, turned)
        return outputs

    def planes_of(
        self,
        vectors: npt.NDArray[np.int32],
        colours: npt.NDArray[np.int64],
        lasts: npt.NDArray[np.int64],
    ) -> Floats:
        """Return the input planes (n, height, width, PLANES); overwritten by the next question."""
        buffers = self._buffers(len(vectors), int(vectors[0, HEIGHT]), int(vectors[0, WIDTH]))
        thread = self._thread
        inputs_of(
            vectors,
            colours,
            lasts,
            default_weights(),
            thread.work,
            thread.strengths,
            buffers.planes,
        )
        return buffers.planes

    def heads(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return what the heads say: (n, points, 3) and (n, 4), see `model.Model`."""
        count, height, width, _ = planes.shape
        buffers = self._buffers(count, height, width)
        weights = self._weights
        buffers.padded_planes[:, 1 : height + 1, 1 : width + 1] = planes
        trunk, inner = buffers.trunk, buffers.inner
        self._convolve("stem", buffers.padded_planes, trunk, None, buffers, height, width)
        for number in range(self.blocks):
            name = f"block{number}"
            self._convolve(f"{name}_first", trunk, inner, None, buffers, height, width)
            if f"{name}_pool" in weights:
                winograd.pool(inner, height, width, buffers.pooled)
                bias = buffers.pooled @ weights[f"{name}_pool"] + weights[f"{name}_pool_bias"]
                winograd.add_to_board(inner, bias, height, width)
            # Tiles are made before the trunk is written, so shortcut and result may be one array.
            self._convolve(f"{name}_second", inner, trunk, trunk, buffers, height, width)
        winograd.pool(trunk, height, width, buffers.pooled)
        bias = buffers.pooled @ weights["head_pool"] + weights["head_pool_bias"]
        bias += weights["head_bias"]
        flat = trunk[:, 1 : height + 1, 1 : width + 1].reshape(-1, self.channels)
        head = (flat @ weights["head"]).reshape(count, height * width, self.channels)
        head += bias[:, None]
        np.maximum(head, 0, out=head)
        points = head.reshape(-1, self.channels) @ weights["points"] + weights["points_bias"]
        board = np.concatenate([head.mean(axis=1), head.max(axis=1)], axis=1)
        outputs: Floats = board @ weights["board"] + weights["board_bias"]
        return points.reshape(count, height * width, -1).astype(np.float32, copy=False), outputs

    def _turned_heads(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return the mean of `heads` over the symmetries of the board."""
        count, height, width, _ = planes.shape
        turns = 8 if height == width else 4
        points = np.zeros((count, height, width, 3), dtype=np.float32)
        board = np.zeros((count, 4), dtype=np.float32)
        for turn in range(turns):
            flips = (slice(None), _STEP[turn & 1], _STEP[turn >> 1 & 1])
            seen = planes.transpose(0, 2, 1, 3) if turn & 4 else planes
            there, whole = self.heads(np.ascontiguousarray(seen[flips]))
            back = there.reshape(count, *seen.shape[1:3], -1)[flips]
            points += back.transpose(0, 2, 1, 3) if turn & 4 else back
            board += whole
        points /= turns
        board /= turns
        return points.reshape(count, height * width, -1), board

    def _evaluate(
        self,
        vectors: npt.NDArray[np.int32],
        colours: npt.NDArray[np.int64],
        lasts: npt.NDArray[np.int64],
        outputs: Outputs,
        turned: bool,
    ) -> None:
        planes = self.planes_of(vectors, colours, lasts)
        points, board = self._turned_heads(planes) if turned else self.heads(planes)
        winograd.write_outputs(
            points,
            board,
            self._weights["strengths"],
            planes,
            colours,
            np.float32(LEAD_SCALE),
            *outputs,
        )

    def _buffers(self, boards: int, height: int, width: int) -> _Buffers:
        kept = self._thread.buffers
        key = (boards, height, width)
        if key not in kept:
            if len(kept) >= 32:
                kept.clear()
            kept[key] = _Buffers(boards, height, width, self.channels)
        return kept[key]

    def _convolve(
        self,
        name: str,
        source: Floats,
        target: Floats,
        shortcut: Floats | None,
        buffers: _Buffers,
        height: int,
        width: int,
    ) -> None:
        """Write the convolution of `source`, with bias, shortcut and rectifier, to `target`."""
        tiles = buffers.plane_tiles if name == "stem" else buffers.tiles
        winograd.to_tiles(source, buffers.scratch, tiles)
        np.matmul(tiles, self._kernels[name], out=buffers.products)
        winograd.from_tiles(
            buffers.products,
            self._weights[f"{name}_bias"],
            target if shortcut is None else shortcut,
            shortcut is not None,
            buffers.scratch,
            height,
            width,
            target,
        )
