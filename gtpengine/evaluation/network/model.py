"""The network as torch trains it, and its export to plain arrays with the batch norms folded in.

    planes -> 3x3 convolution -> residual blocks -> shared 1x1 head with pooling
           -> for each point: move logits of both players, logit of the owner
           -> for the board: pass logits of both, correction of the lead, spread

All of it is seen by the player to move. The logits of moves start from the pattern model's
strengths; the lead starts from the sum of the owners. In some blocks a bias from the whole board's
mean and maximum is added: this is all that sees beyond the convolutions, and why any size works.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

from gtpengine.evaluation.network.layout import (
    LEAD_SCALE,
    LEAST_SPREAD,
    OTHER_STRENGTH,
    PLANES,
    SPREAD_SCALE,
    STRENGTH,
    STRENGTH_SCALE,
)

POOLED = (1, 3, 5)  # blocks with a bias from the whole board
POINT_OUTPUTS = 3  # own move, other's move, owner
BOARD_OUTPUTS = 4  # own pass, other's pass, lead, spread


def pooled(values: Any) -> Any:
    """Return mean and maximum of each channel over the board."""
    return torch.cat([values.mean((2, 3)), values.amax((2, 3))], dim=1)


class Block(nn.Module):  # type: ignore[misc]
    """Two convolutions beside a shortcut."""

    def __init__(self, channels: int, pooling: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.pool = nn.Linear(2 * channels, channels) if pooling else None
        nn.init.zeros_(self.second_norm.weight)
        if self.pool is not None:
            nn.init.zeros_(self.pool.weight)
            nn.init.zeros_(self.pool.bias)

    def forward(self, inputs: Any) -> Any:
        """Return the block's output."""
        inner = torch.relu(self.first_norm(self.first(inputs)))
        if self.pool is not None:
            inner = torch.relu(inner + self.pool(pooled(inner))[:, :, None, None])
        return torch.relu(inputs + self.second_norm(self.second(inner)))


class Model(nn.Module):  # type: ignore[misc]
    """The whole network."""

    def __init__(self, blocks: int, channels: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(
            Block(channels, pooling=number in POOLED) for number in range(blocks)
        )
        self.head = nn.Conv2d(channels, channels, 1)
        self.head_pool = nn.Linear(2 * channels, channels)
        self.points = nn.Conv2d(channels, POINT_OUTPUTS, 1)
        self.board = nn.Linear(2 * channels, BOARD_OUTPUTS)
        self.strengths = nn.Parameter(torch.tensor([STRENGTH_SCALE, STRENGTH_SCALE]))
        for layer in (self.points, self.board):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)
        with torch.no_grad():
            self.board.bias[:] = torch.tensor([-4.0, -4.0, 0.0, 1.0])

    def kernels(self) -> list[Any]:
        """Return the kernels of the 3x3 convolutions: nearly all of the parameters."""
        found = [self.stem.weight]
        for block in self.blocks:
            found += [block.first.weight, block.second.weight]
        return found

    def forward(self, planes: Any, *, half: bool = False) -> tuple[Any, ...]:
        """Return move logits (own, other: points and then the pass), owner logits, lead, spread.

        `planes` has the shape (boards, PLANES, height, width), channels last in memory. With `half`
        the trunk is computed in bfloat16, the heads never.
        """
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=half):
            trunk = torch.relu(self.stem_norm(self.stem(planes)))
            for block in self.blocks:
                trunk = block(trunk)
        trunk = trunk.float()
        pool = pooled(trunk)
        head = torch.relu(self.head(trunk) + self.head_pool(pool)[:, :, None, None])
        points = self.points(head)
        board = self.board(pooled(head))
        own = points[:, 0] + self.strengths[0] * planes[:, STRENGTH]
        other = points[:, 1] + self.strengths[1] * planes[:, OTHER_STRENGTH]
        owner = points[:, 2]
        lead = torch.tanh(owner / 2).sum((1, 2)) + LEAD_SCALE * board[:, 2]
        return (
            torch.cat([own.flatten(1), board[:, 0:1]], dim=1),
            torch.cat([other.flatten(1), board[:, 1:2]], dim=1),
            owner,
            lead,
            LEAST_SPREAD + SPREAD_SCALE * nn.functional.softplus(board[:, 3]),
        )


def _folded(convolution: Any, norm: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return kernel (3, 3, inputs, outputs) and bias of a convolution and its batch norm."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    kernel = (convolution.weight * scale[:, None, None, None]).permute(2, 3, 1, 0)
    bias = norm.bias - norm.running_mean * scale
    return kernel.detach().numpy(), bias.detach().numpy()


def export(model: Model) -> dict[str, npt.NDArray[Any]]:
    """Return all weights as half-precision arrays, batch norms folded, inputs before outputs."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    arrays["stem"], arrays["stem_bias"] = _folded(model.stem, model.stem_norm)
    for number, block in enumerate(model.blocks):
        name = f"block{number}"
        arrays[f"{name}_first"], arrays[f"{name}_first_bias"] = _folded(
            block.first, block.first_norm
        )
        arrays[f"{name}_second"], arrays[f"{name}_second_bias"] = _folded(
            block.second, block.second_norm
        )
        if block.pool is not None:
            arrays[f"{name}_pool"] = block.pool.weight.detach().numpy().T
            arrays[f"{name}_pool_bias"] = block.pool.bias.detach().numpy()
    for name, layer in (("head", model.head), ("points", model.points)):
        arrays[name] = layer.weight.detach().numpy()[:, :, 0, 0].T
        arrays[f"{name}_bias"] = layer.bias.detach().numpy()
    for name, layer in (("head_pool", model.head_pool), ("board", model.board)):
        arrays[name] = layer.weight.detach().numpy().T
        arrays[f"{name}_bias"] = layer.bias.detach().numpy()
    arrays["strengths"] = model.strengths.detach().numpy()
    return {name: np.ascontiguousarray(array, dtype=np.float16) for name, array in arrays.items()}


def _unfolded(layers: tuple[Any, Any], arrays: dict[str, Any], name: str, inputs: Any) -> Any:
    """Give a convolution and its batch norm the folded weights of that name; return their output.

    The norm's statistics become those of its inputs here, so that training begins where the weights
    ended.
    """
    convolution, norm = layers
    kernel = torch.from_numpy(arrays[name].astype(np.float32)).permute(3, 2, 0, 1)
    bias = torch.from_numpy(arrays[f"{name}_bias"].astype(np.float32))
    convolution.weight.copy_(kernel)
    found = convolution(inputs)
    variance, mean = torch.var_mean(found, (0, 2, 3), correction=0)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.copy_(mean + bias)
    return found + bias[:, None, None]


def begin_with(model: Model, arrays: dict[str, npt.NDArray[Any]], planes: Any) -> None:
    """Give the model the weights of an exported network of its size.

    `planes` are some hundred positions, (boards, PLANES, height, width): the statistics of batch
    norms are not in the file and are taken from them.
    """
    with torch.no_grad():
        single = {name: array.astype(np.float32) for name, array in arrays.items()}
        trunk = torch.relu(_unfolded((model.stem, model.stem_norm), single, "stem", planes))
        for number, block in enumerate(model.blocks):
            name = f"block{number}"
            layers = block.first, block.first_norm
            inner = torch.relu(_unfolded(layers, single, f"{name}_first", trunk))
            if block.pool is not None:
                block.pool.weight.copy_(torch.from_numpy(single[f"{name}_pool"].T))
                block.pool.bias.copy_(torch.from_numpy(single[f"{name}_pool_bias"]))
                inner = torch.relu(inner + block.pool(pooled(inner))[:, :, None, None])
            layers = block.second, block.second_norm
            trunk = torch.relu(trunk + _unfolded(layers, single, f"{name}_second", inner))
        for name, layer in (("head", model.head), ("points", model.points)):
            layer.weight.copy_(torch.from_numpy(single[name].T[:, :, None, None]))
            layer.bias.copy_(torch.from_numpy(single[f"{name}_bias"]))
        for name, layer in (("head_pool", model.head_pool), ("board", model.board)):
            layer.weight.copy_(torch.from_numpy(single[name].T))
            layer.bias.copy_(torch.from_numpy(single[f"{name}_bias"]))
        model.strengths.copy_(torch.from_numpy(single["strengths"]))
