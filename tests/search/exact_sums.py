"""The bar of exact sums: `scripts/exact-sums [COUNT] [--seed N] [--brute POINTS] [--rows N]`.

Solves COUNT generated sums (2 to 8 regions, up to 8 empty points each and 20 in all, half of them
with a ko whose outcome matters) and prints how many were proved, what the proved moves lose against
the optimum, and the seconds per position. Judges know nothing of regions: every position listed
where the empty points are few, else proofs on the whole board that the score is no less after the
move and no more before it. Where those take too many positions the promised score is defended in
real games: see tests/oracles/sum_referee.py. Ends with status 1 if anything was lost or not proved,
or if it was interrupted: then it tells of the sums that were done.
"""

import argparse
import sys
import time

from gtpengine.laboratory.samples.sums import draw
from gtpengine.search.sums.regions import RegionSums
from gtpengine.search.tds.budget import Budget
from tests.oracles.full_board import TooBig
from tests.oracles.proof_board import ProofBoard
from tests.oracles.sum_referee import (
    full_sums,
    loss_by_brute_force,
    loss_by_playing,
    loss_by_proofs,
)


def small_budget():
    return Budget(nodes=20_000_000)


def judge(arguments, proofs, judges, sample, score, points, seed):
    """Return who judged, and the loss and whether the score is right; None if it is left open."""
    enclosed, colour = sample.enclosed, sample.colour
    if len(enclosed.empty) <= arguments.brute:
        verdict = loss_by_brute_force(enclosed, colour, score, points)
        return ("every position" if verdict else "nothing, left to repetition"), verdict
    try:
        verdict = loss_by_proofs(proofs, enclosed, colour, score, points)
        return "proofs on the whole board", verdict
    except TooBig:
        seeds = range(seed * 100, seed * 100 + arguments.games)
        missed = loss_by_playing(judges, enclosed, colour, score, seeds, small_budget)
        return "games", (missed, missed == 0)


class Tally:
    """What was found so far."""

    def __init__(self):
        self.seconds = []
        self.proved = self.kos = self.loss = self.wrong = self.points = 0
        self.judged = {"every position": 0, "proofs on the whole board": 0, "games": 0}
        self.judged["nothing, left to repetition"] = 0
        self.sizes = {"up to 12": 0, "13 to 16": 0, "17 to 20": 0}
        self.started = time.process_time()

    def add(self, sample, found, seconds):
        """Count a solved sum."""
        empty = len(sample.enclosed.empty)
        self.seconds.append(seconds)
        self.kos += sample.ko
        self.points += empty
        self.sizes["up to 12" if empty <= 12 else "13 to 16" if empty <= 16 else "17 to 20"] += 1
        self.proved += found.result.proved

    @property
    def good(self):
        """Whether all were proved and nothing was lost."""
        return self.proved == len(self.seconds) and self.loss == 0 and self.wrong == 0

    def lines(self):
        """Return the table of results."""
        count = len(self.seconds)
        rest = time.process_time() - self.started - sum(self.seconds)
        return {
            "sums": count,
            "with a ko that matters": self.kos,
            "empty points, mean": f"{self.points / count:.1f}",
            "proved": self.proved,
            "points lost, all sums": self.loss,
            "wrong scores": self.wrong,
            **{f"judged by {name}": number for name, number in self.judged.items()},
            **{f"with {name} empty points": number for name, number in self.sizes.items()},
            "CPU seconds of generator and judges": f"{rest:.0f}",
            "CPU seconds per position, mean": f"{sum(self.seconds) / count:.4f}",
            "median": f"{sorted(self.seconds)[count // 2]:.4f}",
            "largest": f"{max(self.seconds):.3f}",
        }


def run(arguments, tally):
    """Solve and judge all sums."""
    proofs = ProofBoard(None, arguments.rows)
    sums, judges = RegionSums(), full_sums()
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        if seed % 200 == 0:
            sums, judges = RegionSums(), full_sums()  # memory is not to grow for ever
        sample = draw(seed, sums, ko=seed % 2 == 1)
        started = time.process_time()
        found = RegionSums().solve(sample.enclosed.regions, sample.colour, small_budget())
        tally.add(sample, found, time.process_time() - started)
        if not found.result.proved:
            sys.stdout.write(f"seed {seed}: not proved: {found.result}\n")
            continue
        score = found.result.score + sample.enclosed.settled
        name, verdict = judge(arguments, proofs, judges, sample, score, found.points, seed)
        tally.judged[name] += 1
        if verdict is None:
            continue
        missed, same = verdict
        tally.wrong += not same
        tally.loss += missed
        if missed or not same:
            picture = sample.enclosed.position.diagram()
            sys.stdout.write(f"seed {seed}: loses {missed}\n{picture}\n")
        if len(tally.seconds) % 50 == 0:
            sys.stderr.write(f"{len(tally.seconds)}: loss {tally.loss}, wrong {tally.wrong}\n")


def main():
    parser = argparse.ArgumentParser(prog="exact-sums")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--brute", type=int, default=10, help="list all up to so many points")
    parser.add_argument(
        "--rows", type=int, default=6_000_000, help="positions a proof may take, 120 bytes each"
    )
    parser.add_argument("--games", type=int, default=2, help="seeds of random opponents beyond")
    arguments = parser.parse_args()
    tally = Tally()
    finished = False
    try:
        run(arguments, tally)
        finished = True
    except KeyboardInterrupt:
        sys.stdout.write("interrupted\n")
    for name, value in tally.lines().items():
        sys.stdout.write(f"{name:<42} {value}\n")
    return 0 if finished and tally.good else 1


if __name__ == "__main__":
    sys.exit(main())
