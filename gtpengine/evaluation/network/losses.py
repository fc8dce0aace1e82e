"""What the network is taught by a batch: the parts of the loss and how much each counts.

Needs torch.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from gtpengine.evaluation.network.layout import LEGAL, OTHER_LEGAL
from gtpengine.evaluation.network.samples import Batch

REPLY_WEIGHT = 0.3
OWNER_WEIGHT = 2.5
LEAD_WEIGHT = 0.2
WIN_WEIGHT = 0.3
# Professionals lose little with a move: the lead before and after it is nearly the same. That says
# more of a single move than the result of a game, which is points away from either.
STEP_WEIGHT = 0.15
STEP_OWNER_WEIGHT = 1.0


@dataclass(frozen=True)
class Losses:
    """The parts of the loss of one batch, and how often the first guess was the move."""

    total: Any
    move: float
    reply: float
    owner: float
    lead: float
    step: float  # points between the leads before and after a move
    top_1: float


def with_choices(loss: Any, count: int, logits: Any, shares: npt.NDArray[np.float32]) -> Any:
    """Return the mean surprise by moves: those of people, `count` with that mean, and searches'.

    `shares` has a row of zeros where nothing was searched.
    """
    aims = torch.from_numpy(shares)
    rows = aims.sum(1) > 0
    more = int(rows.sum())
    if not more:
        return loss
    surprise = -(aims[rows] * torch.log_softmax(logits[rows], dim=1)).sum()
    return (count * loss + surprise) / (count + more)


def losses(model: Any, batch: Batch, *, half: bool = False) -> Losses:
    """Return the losses of a batch; each part is a mean over the positions that have it."""
    planes = torch.from_numpy(batch.planes).permute(0, 3, 1, 2)
    own, other, owner, lead, spread = model(planes, half=half)
    parts = []
    shown = []
    guessed = None
    for logits, plane, target in (
        (own, LEGAL, batch.move),
        (other, OTHER_LEGAL, batch.reply),
    ):
        legal = planes[:, plane].flatten(1) > 0
        mask = torch.cat([legal, torch.ones(len(legal), 1, dtype=torch.bool)], dim=1)
        aim = torch.from_numpy(target)
        # A reply may be a move that only the player's own move makes legal.
        usable = (aim >= 0) & mask.gather(1, aim.clamp(min=0)[:, None])[:, 0]
        chosen = logits.masked_fill(~mask, -30.0)[usable]
        parts.append(
            functional.cross_entropy(chosen, aim[usable]) if len(chosen) else torch.zeros(())
        )
        shown.append(float(parts[-1].detach()))
        if guessed is None:
            allowed = logits.masked_fill(~mask, -30.0)
            parts[0] = with_choices(parts[0], len(chosen), allowed, batch.chosen)
            guessed = float((chosen.argmax(1) == aim[usable]).float().sum() / max(1, len(chosen)))
    owners = torch.from_numpy(batch.owners)
    known = ~torch.isnan(owners)
    owner_loss = torch.zeros(())
    if bool(known.any()):
        owner_loss = functional.binary_cross_entropy_with_logits(owner[known], owners[known])
    final = torch.from_numpy(batch.lead)
    counted = ~torch.isnan(final)
    lead_loss = torch.zeros(())
    if bool(counted.any()):
        ratio = (final[counted] - lead[counted]) / spread[counted]
        lead_loss = (ratio + torch.log(spread[counted]) + 2 * functional.softplus(-ratio)).mean()
    won, needed = torch.from_numpy(batch.won), torch.from_numpy(batch.needed)
    decided = ~counted & ~torch.isnan(won) & ~torch.isnan(needed)
    win_loss = torch.zeros(())
    if bool(decided.any()):
        chance = (lead[decided] - needed[decided]) / spread[decided]
        win_loss = functional.binary_cross_entropy_with_logits(chance, won[decided])
    before = torch.from_numpy(np.flatnonzero(batch.follower >= 0))
    after = torch.from_numpy(batch.follower[batch.follower >= 0])
    step_loss = step_owner_loss = torch.zeros(())
    if len(before):
        step_loss = functional.smooth_l1_loss(lead[before], -lead[after])
        mine, theirs = torch.sigmoid(owner[before]), torch.sigmoid(-owner[after])
        step_owner_loss = functional.mse_loss(mine, theirs)
    total = (
        parts[0]
        + REPLY_WEIGHT * parts[1]
        + OWNER_WEIGHT * owner_loss
        + LEAD_WEIGHT * lead_loss
        + WIN_WEIGHT * win_loss
        + STEP_WEIGHT * step_loss
        + STEP_OWNER_WEIGHT * step_owner_loss
    )
    return Losses(
        total,
        shown[0],
        shown[1],
        float(owner_loss.detach()),
        float(lead_loss.detach()),
        float(step_loss.detach()),
        guessed or 0.0,
    )
