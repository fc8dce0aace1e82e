"""Trains the network: `scripts/train-network`. Needs torch (the extra `train`)."""

import argparse
import copy
import json
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gtpengine.evaluation.network.continuations import load
from gtpengine.evaluation.network.games import SHARED, Ended, label, read_collection, read_records
from gtpengine.evaluation.network.mixture import SMALL_EVERY, ahead, batches
from gtpengine.evaluation.network.samples import Batch, Labelled, Sampler, continued

if TYPE_CHECKING:
    from gtpengine.evaluation.network.losses import Losses

TOLERANCE = 2.0  # points by which our count may miss the result of a game whose owners are used
CALIBRATED = 512  # positions that give batch norms their statistics
WARM_STEPS = 200
KEPT = 0.999  # of the running average of the weights in each step
WEIGHT_DECAY = 0.01
REPORT_STEPS = 100
SAVE_STEPS = 500


def say(text: str) -> None:
    """Report progress."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def labelled(games: list[Ended], cache: Path) -> list[Labelled]:
    """Return the games with their owners, computed once and kept in `cache`."""
    if cache.is_file():
        kept = np.load(cache)
        owners, misses = kept["owners"], kept["misses"]
    else:
        size = games[0].size
        owners = np.zeros((len(games), size, size), dtype=np.int8)
        misses = np.full(len(games), np.nan)
        for number, game in enumerate(games):
            found = label(game)
            if found is not None:
                owners[number], misses[number] = found
            if number % 2000 == 1999:
                say(f"owners of {number + 1} of {len(games)} games")
        np.savez_compressed(cache, owners=owners, misses=misses)
    counted = int((~np.isnan(misses)).sum())
    exact, near = int((misses == 0).sum()), int((np.abs(misses) <= TOLERANCE).sum())
    say(
        f"{games[0].size}x{games[0].size}: {len(games)} games, {counted} counted; our count gives "
        f"the result exactly in {exact}, within {TOLERANCE:g} points in {near}"
    )
    return [
        Labelled(game, owners[number] if abs(misses[number]) <= TOLERANCE else None)
        for number, game in enumerate(games)
    ]


class Training:
    """A run: model, optimizer, running average, and where it stands; can be kept and resumed."""

    def __init__(self, options: argparse.Namespace) -> None:
        import torch

        from gtpengine.evaluation.network.model import Model

        torch.manual_seed(options.seed)
        torch.set_num_threads(options.threads)
        self.options = options
        self.model = Model(options.blocks, options.channels)
        self.model = self.model.to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.model)
        self.optimizers = self._make_optimizers()
        self.step = 0
        self.seen = 0
        self.first_seen = 0  # where the present schedule began
        self.seconds = 0.0
        self.curve: list[dict[str, float]] = []

    def _make_optimizers(self) -> list[Any]:
        import torch

        from gtpengine.evaluation.network.muon import Muon

        kernels = self.model.kernels() if self.options.optimizer == "muon" else []
        theirs = {id(kernel) for kernel in kernels}
        others = [one for one in self.model.parameters() if id(one) not in theirs]
        rate = self.options.rate
        made: list[Any] = [torch.optim.AdamW(others, lr=rate, weight_decay=WEIGHT_DECAY)]
        if kernels:
            made.append(Muon(kernels, lr=rate, weight_decay=WEIGHT_DECAY))
        return made

    @property
    def folder(self) -> Path:
        """Return where checkpoints go."""
        folder: Path = self.options.folder
        return folder

    def save(self) -> None:
        """Write a checkpoint in place of the last one, and the curve beside it."""
        import torch

        path = self.folder / "checkpoint.pt"
        state = {
            "model": self.model.state_dict(),
            "average": self.average.state_dict(),
            "optimizers": [one.state_dict() for one in self.optimizers],
            "step": self.step,
            "seen": self.seen,
            "first_seen": self.first_seen,
            "seconds": self.seconds,
            "curve": self.curve,
        }
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)
        (self.folder / "curve.json").write_text(json.dumps(self.curve))

    def resume(self, restart: bool) -> None:
        """Go on from the last checkpoint; `restart` begins a new schedule there."""
        import torch

        state = torch.load(self.folder / "checkpoint.pt", weights_only=True)
        self.model.load_state_dict(state["model"])
        self.average.load_state_dict(state["average"])
        for optimizer, kept in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(kept)
        for name in ("step", "seen", "first_seen", "seconds", "curve"):
            setattr(self, name, state[name])
        if restart:
            self.first_seen = self.seen
        if self.options.fixed_norms:
            self.model.load_state_dict(state["average"])

    def begin_with(self, weights: Path, sampler: Sampler) -> None:
        """Begin with an exported network of the same size."""
        import torch

        from gtpengine.evaluation.network.model import begin_with

        with np.load(weights) as file:
            arrays = {name: file[name] for name in file.files if name != "provenance"}
        batch = sampler.draw(np.arange(CALIBRATED) % sampler.games)
        begin_with(self.model, arrays, torch.from_numpy(batch.planes).permute(0, 3, 1, 2))
        self.average.load_state_dict(self.model.state_dict())

    def rate(self) -> float:
        """Return the learning rate: a short rise, then a cosine down to a hundredth."""
        options = self.options
        done = (self.seen - self.first_seen) / max(1, options.samples)
        rise = min(1.0, (self.seen - self.first_seen) / options.batch / WARM_STEPS)
        height = 0.01 + 0.99 * (1 + math.cos(math.pi * min(1.0, done))) / 2
        return float(options.rate * rise * height)

    def learn(self, batch: Batch, *, small: bool) -> "Losses":
        """Make one step; a small board leaves the statistics of batch norms alone."""
        import torch

        from gtpengine.evaluation.network.losses import losses

        self.model.train(not (small or self.options.fixed_norms))
        found = losses(self.model, batch, half=self.options.half)
        self.model.zero_grad()
        found.total.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = self.rate()
            optimizer.step()
        kept = min(KEPT, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            new = self.model.state_dict()
            for name, value in self.average.state_dict().items():
                if value.dtype.is_floating_point:
                    value.lerp_(new[name], 1 - kept)
                else:
                    value.copy_(new[name])
        return found

    def run(self, games: dict[int, list[Labelled]]) -> None:
        """Train until the planned number of samples is reached."""
        options = self.options
        recent: list[Losses] = []
        started, cpu = time.perf_counter(), time.process_time()
        for size, batch in ahead(
            batches(games, options.batch, seed=options.seed + self.step, step=self.step)
        ):
            if size != 19:
                self.learn(batch, small=True)
                continue
            if self.seen - self.first_seen >= options.samples:
                break
            recent.append(self.learn(batch, small=False))
            self.step += 1
            self.seen += options.batch
            if self.step % REPORT_STEPS == 0:
                self.seconds += time.perf_counter() - started
                self._report(recent, time.process_time() - cpu)
                recent = []
                started, cpu = time.perf_counter(), time.process_time()
            if self.step % SAVE_STEPS == 0:
                self.save()
        self.save()

    def _report(self, recent: "list[Losses]", cpu: float) -> None:
        names = ("move", "reply", "owner", "lead", "step", "top_1")
        row = {name: sum(getattr(one, name) for one in recent) / len(recent) for name in names}
        row["seen"], row["seconds"] = self.seen, self.seconds
        self.curve.append(row)
        left = (self.options.samples - self.seen + self.first_seen) / self.seen * self.seconds
        say(
            f"{self.seen} samples, {self.seconds:.0f} s ({self.seen / self.seconds:.0f}/s, "
            f"{len(recent) * self.options.batch / cpu:.0f} per CPU second, {left / 60:.0f} min "
            f"left): move {row['move']:.3f}, reply {row['reply']:.3f}, owner {row['owner']:.3f}, "
            f"lead {row['lead']:.3f}, step {row['step']:.3f}, "
            f"top-1 {100 * row['top_1']:.1f} %, rate {self.rate():.1e}"
        )


def export(training: Training, output: Path) -> int:
    """Write the averaged weights for the engine; return the bytes."""
    from gtpengine.evaluation.network.model import export as arrays_of

    options = training.options
    provenance = {
        "script": "scripts/train-network",
        "blocks": options.blocks,
        "channels": options.channels,
        "samples": training.seen,
        "seed": options.seed,
        "rate": options.rate,
        "hours": round(training.seconds / 3600, 2),
    }
    text = np.frombuffer(json.dumps(provenance, sort_keys=True).encode(), dtype=np.uint8)
    arrays: dict[str, Any] = arrays_of(training.average)
    np.savez_compressed(output, provenance=text, **arrays)
    return output.stat().st_size


def plot(curve: list[dict[str, float]], output: Path) -> None:
    """Draw the losses over the samples; needs matplotlib (the extra `report`)."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6))
    panels = figure.subplots(2, 2)
    for panel, name in zip(panels.flat, ("move", "reply", "owner", "lead"), strict=True):
        panel.plot([row["seen"] for row in curve], [row[name] for row in curve])
        panel.set_title(f"loss of {name}")
        panel.set_xlabel("samples")
    figure.tight_layout()
    figure.savefig(output)


def read_games(options: argparse.Namespace) -> dict[int, list[Labelled]]:
    """Return the games to train on, by the size of their boards."""
    collection = options.games / "train" / "pro19.tsv.xz"
    games = {19: labelled(read_collection(collection), options.folder / "owners19.npz")}
    for size in SMALL_EVERY:
        training, _ = read_records(options.games, f"pro{size}", say)
        if training:
            games[size] = labelled(training, options.folder / f"owners{size}.npz")
    for path in options.continued:
        found = [continued(game) for game in load(path)]
        games[found[0].game.size] += found
        say(f"{path.name}: {len(found)} games that were played on")
    return games


def parser_of() -> argparse.ArgumentParser:
    """Return the parser of the script's options."""
    parser = argparse.ArgumentParser(
        prog="train-network",
        description="Train the network on professional games, or go on with a run. The same games, "
        "seed and options give the same weights on the same machine.",
    )
    parser.add_argument("--games", type=Path, default=SHARED, help="folder with the games")
    parser.add_argument(
        "--folder", type=Path, required=True, help="for checkpoints, owners and the curve"
    )
    parser.add_argument("--samples", type=int, default=2_000_000, help="positions in all")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument(
        "--half",
        action="store_true",
        help="compute the trunk in bfloat16: twice as fast on processors that know it",
    )
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument(
        "--optimizer",
        choices=("muon", "adamw"),
        default="muon",
        help="what moves the convolutions (everything else has AdamW)",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument(
        "--fixed-norms",
        action="store_true",
        help="leave the statistics of batch norms as they are: what is learned is then what the "
        "engine computes, without the noise of a batch's own statistics",
    )
    parser.add_argument(
        "--restart", action="store_true", help="with --resume: a new schedule of --samples more"
    )
    parser.add_argument("--begin", type=Path, metavar="FILE", help="begin with exported weights")
    parser.add_argument(
        "--continued",
        type=Path,
        nargs="*",
        default=[],
        metavar="FILE",
        help="also learn owners and results from games that scripts/continue-games made",
    )
    parser.add_argument("--export", type=Path, help="write the weights here when done")
    parser.add_argument(
        "--only-export", action="store_true", help="with --resume: write them and do not train"
    )
    parser.add_argument("--plot", type=Path, help="draw the curve here when done")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run `scripts/train-network`."""
    options = parser_of().parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    training = Training(options)
    if options.resume:
        training.resume(options.restart)
    if not options.only_export:
        games = read_games(options)
        if options.begin and not options.resume:
            training.begin_with(options.begin, Sampler(games[19], options.seed))
        training.run(games)
    if options.export:
        say(f"{options.export}: {export(training, options.export)} bytes")
    if options.plot:
        plot(training.curve, options.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
