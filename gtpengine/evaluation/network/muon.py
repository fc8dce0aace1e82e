"""An optimizer for convolutions: momentum whose steps turn every direction of a matrix equally far.

The step of a kernel, seen as a matrix of outputs by inputs, is its momentum with all singular
values brought near to 1 (K. Jordan and others, *Muon*, 2024), by the five rounds of a polynomial
that they give. It is scaled so that its mean square is what AdamW's usually is (J. Liu and others,
*Muon is scalable for LLM training*, 2025): the same learning rate serves both. Needs torch.
"""

from typing import Any

import torch

ROUNDS = 5
POLYNOMIAL = (3.4445, -4.7750, 2.0315)  # of the odd powers 1, 3, 5, by the authors of Muon
USUAL_SIZE = 0.2  # root mean square of a step of AdamW, in learning rates


def evened(matrix: Any) -> Any:
    """Return the matrix with its own singular vectors, and singular values between 0.7 and 1.2."""
    turned = matrix.T if matrix.shape[0] > matrix.shape[1] else matrix
    found = turned / (turned.norm() + 1e-7)
    one, three, five = POLYNOMIAL
    for _ in range(ROUNDS):
        square = found @ found.T
        found = one * found + (three * square + five * square @ square) @ found
    return found.T if matrix.shape[0] > matrix.shape[1] else found


class Muon(torch.optim.Optimizer):  # type: ignore[misc]
    """Updates kernels of convolutions; other parameters belong to another optimizer."""

    def __init__(
        self, parameters: Any, *, lr: float, momentum: float = 0.95, weight_decay: float = 0.01
    ) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def step(self, closure: Any = None) -> None:
        """Make one step from the present gradients."""
        for group in self.param_groups:
            for kernel in group["params"]:
                if kernel.grad is None:
                    continue
                state = self.state[kernel]
                if not state:
                    state["momentum"] = torch.zeros_like(kernel)
                kept = state["momentum"]
                kept.lerp_(kernel.grad, 1 - group["momentum"])
                ahead = torch.lerp(kernel.grad, kept, group["momentum"])
                rows = ahead.reshape(len(ahead), -1)
                size = USUAL_SIZE * max(rows.shape) ** 0.5
                kernel.mul_(1 - group["lr"] * group["weight_decay"])
                kernel.sub_(evened(rows).reshape(ahead.shape), alpha=group["lr"] * size)
