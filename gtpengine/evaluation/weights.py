"""The learned weights: read from the package's data file, expanded into the kernels' vector.

The file holds parameters (logarithms of gammas) of canonical shapes and of features only, and says
what they were learned from; `scripts/learn-patterns` writes it.
"""

import functools
import io
import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.evaluation import layout
from gtpengine.evaluation.shapes import symmetries

Weights = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]

DATA = "weights.npz"

# The knobs of the playout policy, chosen by measurement (docs/decisions/0012).
KNOBS = {
    layout.ASK_ATARI: 0.8,
    layout.ASK_WEAK: 0.1,
    layout.ASK_NAKADE: 0.2,
    layout.FAR_DRAWS: 2.0,
}
# Playouts that stay closer to the last move than players do foretell owners better.
TENUKI_FACTOR = 0.3


@dataclass(frozen=True)
class Learned:
    """The parameters of both models, by canonical code, and how they came about."""

    near: Reals  # playout model, shapes around the last move
    far: Reals  # playout model, shapes elsewhere
    tenuki: float  # mean strength of a point elsewhere
    features: Reals  # prior model: FEATURE_COUNT * FEATURE_ROOM
    shapes: Reals  # prior model
    atari_shapes: Reals  # prior model: what atari bits add
    provenance: dict[str, Any]


def _packed(parameters: Reals) -> dict[str, npt.NDArray[Any]]:
    codes = np.flatnonzero(parameters)
    return {"codes": codes.astype(np.uint32), "values": parameters[codes].astype(np.float16)}


def save(learned: Learned, path: Path) -> None:
    """Write the data file: the same parameters give the same bytes."""
    arrays: dict[str, Any] = {
        "features": learned.features.astype(np.float16),
        "tenuki": np.float32(learned.tenuki),
        "provenance": np.frombuffer(
            json.dumps(learned.provenance, sort_keys=True).encode(), dtype=np.uint8
        ),
    }
    for name in ("near", "far", "shapes", "atari_shapes"):
        for part, array in _packed(getattr(learned, name)).items():
            arrays[f"{name}_{part}"] = array
    np.savez_compressed(path, **arrays)


def load(file: Any) -> Learned:
    """Read what `save` wrote."""
    with np.load(file) as data:

        def unpacked(name: str, length: int) -> Reals:
            parameters = np.zeros(length)
            parameters[data[f"{name}_codes"]] = data[f"{name}_values"]
            return parameters

        return Learned(
            unpacked("near", layout.SHAPES),
            unpacked("far", layout.SHAPES),
            float(data["tenuki"]),
            data["features"].astype(np.float64),
            unpacked("shapes", layout.SHAPES),
            unpacked("atari_shapes", layout.ATARI_SHAPES),
            json.loads(bytes(data["provenance"])),
        )


def _spread(parameters: Reals) -> Reals:
    """Return the parameters with those of each canonical shape at all its symmetric forms."""
    codes = np.flatnonzero(parameters)
    spread = np.zeros_like(parameters)
    for row in symmetries(codes):
        spread[row] = parameters[codes]
    return spread


def expand(learned: Learned, knobs: dict[int, float] | None = None) -> Weights:
    """Return the vector that kernels read; `knobs` replace single knobs of the policy."""
    weights = np.ones(layout.WEIGHTS_LEN, dtype=np.float32)
    weights[layout.TENUKI] = learned.tenuki * TENUKI_FACTOR
    for knob, value in {**KNOBS, **(knobs or {})}.items():
        weights[knob] = value
    for start, parameters in ((layout.NEAR_SHAPE, learned.near), (layout.FAR_SHAPE, learned.far)):
        weights[start : start + layout.SHAPES] = np.exp(_spread(parameters))
    weights[layout.FEATURES : layout.PRIOR_SHAPE] = np.exp(learned.features)
    plain = np.tile(_spread(learned.shapes), layout.ATARI_SHAPES // layout.SHAPES)
    weights[layout.PRIOR_SHAPE :] = np.exp(plain + _spread(learned.atari_shapes))
    return weights


@functools.cache
def learned() -> Learned:
    """Return the parameters that come with the package."""
    data = resources.files("gtpengine.evaluation").joinpath(DATA).read_bytes()
    return load(io.BytesIO(data))


@functools.cache
def default_weights() -> Weights:
    """Return the vector of the package's weights; shared, so it is not to be written to."""
    return expand(learned())
