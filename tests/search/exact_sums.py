"""The bar of exact sums: `scripts/exact-sums [COUNT] [--seed N] [--brute POINTS]`.

Solves COUNT generated sums (2 to 8 regions, up to 8 empty points each and 20 in all, half of them
with a ko whose outcome matters) and prints how many were proved, what the proved moves lose against
the optimum, and the seconds per position. The optimum is found without regions by brute force where
the empty points are few, else the promised score is defended in real games: see
tests/oracles/sum_referee.py. Ends with status 1 if anything was lost or not proved.
"""

import argparse
import sys
import time

from gtpengine.search.sums.regions import RegionSums
from gtpengine.search.sums.samples import draw
from gtpengine.search.tds.budget import Budget
from tests.oracles.sum_referee import full_sums, loss_by_brute_force, loss_by_playing


def small_budget():
    return Budget(nodes=20_000_000)


def main():
    parser = argparse.ArgumentParser(prog="exact-sums")
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--brute", type=int, default=11, help="brute force up to so many points")
    parser.add_argument("--games", type=int, default=2, help="seeds of random opponents beyond")
    arguments = parser.parse_args()
    sums, judges = RegionSums(), full_sums()
    seconds = []
    judged = {"brute force": 0, "games": 0, "left to repetition": 0}
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
        points += len(enclosed.empty)
        if not found.result.proved:
            sys.stdout.write(f"seed {seed}: not proved: {found.result}\n")
            continue
        proved += 1
        score = found.result.score + enclosed.settled
        if len(enclosed.empty) <= arguments.brute:
            verdict = loss_by_brute_force(enclosed, colour, score, found.points)
            if verdict is None:
                judged["left to repetition"] += 1
                continue
            judged["brute force"] += 1
            missed, same = verdict
            wrong += not same
        else:
            judged["games"] += 1
            seeds = range(seed * 100, seed * 100 + arguments.games)
            missed = loss_by_playing(judges, enclosed, colour, score, seeds, small_budget)
            wrong += missed != 0
        loss += missed
        if missed or wrong:
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
        "CPU seconds per position, mean": f"{sum(seconds) / count:.3f}",
        "median": f"{seconds[count // 2]:.3f}",
        "largest": f"{seconds[-1]:.3f}",
    }
    for name, value in lines.items():
        sys.stdout.write(f"{name:<36} {value}\n")
    return 0 if proved == count and loss == 0 and wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
