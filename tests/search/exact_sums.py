"""The bar of exact sums: `scripts/exact-sums [COUNT] [--seed N] [--brute POINTS] [--rows N]`.

Solves COUNT generated sums (2 to 8 regions, up to 8 empty points each and 20 in all, half of them
with a ko whose outcome matters) and prints how many were proved, what the proved moves lose against
the optimum, and the seconds per position. Judges know nothing of regions: every position listed
where the empty points are few, else proofs on the whole board that the score is no less after the
move and no more before it. Where those take too many positions the promised score is defended in
real games: see tests/oracles/sum_referee.py. Ends with status 1 if anything was lost or not proved.
"""

import argparse
import sys
import time

from gtpengine.search.sums.regions import RegionSums
from gtpengine.search.sums.samples import draw
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
        return ("every position" if verdict else "nothing"), verdict
    try:
        verdict = loss_by_proofs(proofs, enclosed, colour, score, points)
        return "proofs on the whole board", verdict
    except TooBig:
        seeds = range(seed * 100, seed * 100 + arguments.games)
        missed = loss_by_playing(judges, enclosed, colour, score, seeds, small_budget)
        return "games", (missed, missed == 0)


def main():
    parser = argparse.ArgumentParser(prog="exact-sums")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--brute", type=int, default=10, help="brute force up to so many points")
    parser.add_argument(
        "--rows", type=int, default=6_000_000, help="positions a proof may take, 120 bytes each"
    )
    parser.add_argument("--games", type=int, default=2, help="seeds of random opponents beyond")
    arguments = parser.parse_args()
    sums, judges = RegionSums(), full_sums()
    proofs = ProofBoard(None, arguments.rows)
    seconds = []
    judged = {"every position": 0, "proofs on the whole board": 0, "games": 0, "nothing": 0}
    sizes = {"up to 12": 0, "13 to 16": 0, "17 to 20": 0}
    judging = time.process_time()
    proved = kos = loss = wrong = points = 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        if seed % 200 == 0:
            sums, judges = RegionSums(), full_sums()  # memory is not to grow for ever
        sample = draw(seed, RegionSums() if seed % 200 == 0 else sums, ko=seed % 2 == 1)
        enclosed, colour = sample.enclosed, sample.colour
        fresh = RegionSums()
        started = time.process_time()
        found = fresh.solve(enclosed.regions, colour, small_budget())
        seconds.append(time.process_time() - started)
        kos += sample.ko
        empty = len(enclosed.empty)
        points += empty
        sizes["up to 12" if empty <= 12 else "13 to 16" if empty <= 16 else "17 to 20"] += 1
        if not found.result.proved:
            sys.stdout.write(f"seed {seed}: not proved: {found.result}\n")
            continue
        proved += 1
        score = found.result.score + enclosed.settled
        name, verdict = judge(arguments, proofs, judges, sample, score, found.points, seed)
        judged[name] += 1
        if verdict is None:
            continue
        missed, same = verdict
        wrong += not same
        loss += missed
        if missed or not same:
            sys.stdout.write(f"seed {seed}: loses {missed}\n{enclosed.position.diagram()}\n")
        if (seed + 1) % 50 == 0:
            sys.stderr.write(f"{seed + 1 - arguments.seed}: loss {loss}, wrong {wrong}\n")
    seconds.sort()
    count = arguments.count
    lines = {
        "sums": count,
        "with a ko that matters": kos,
        "empty points, mean": f"{points / count:.1f}",
        "proved": proved,
        "points lost, all sums": loss,
        "wrong scores": wrong,
        **{f"judged by {name}": number for name, number in judged.items()},
        **{f"with {name} empty points": number for name, number in sizes.items()},
        "CPU seconds, judges and generator": f"{time.process_time() - judging - sum(seconds):.0f}",
        "CPU seconds per position, mean": f"{sum(seconds) / count:.3f}",
        "median": f"{seconds[count // 2]:.3f}",
        "largest": f"{seconds[-1]:.3f}",
    }
    for name, value in lines.items():
        sys.stdout.write(f"{name:<36} {value}\n")
    return 0 if proved == count and loss == 0 and wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
