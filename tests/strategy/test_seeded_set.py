"""The seeded set: 600 sums of five games {a|b||c|d}, against an opponent who is optimal."""

import json
from fractions import Fraction

import pytest

from gtpengine.cli import main
from gtpengine.laboratory.studies import strategies
from gtpengine.strategy.sumsearch import SumSearch
from gtpengine.values.kinds import LEFT, RIGHT


def test_the_table_of_the_seeded_set():
    """Expected: the published table, recomputed independently: 0.499, 70.8 %, 8; and so on."""
    names = ["Hotstrat", "Sentestrat", "Thermostrat, lowest", "MaxMove"]
    results = strategies.play(players=names)
    assert results.advantage == Fraction(64, 5)
    rows = {row.player: (row.games, row.lost, row.optimal, row.worst) for row in results.rows}
    assert rows == {
        "Hotstrat": (1200, 599, 849, 8),  # 0.499, 70.8 %
        "Sentestrat": (1200, 602, 847, 8),  # 0.502, 70.6 %
        "Thermostrat, lowest": (1200, 698, 803, 6),  # 0.582, 66.9 %
        "MaxMove": (1200, 3327, 351, 17),  # 2.773, 29.2 %
    }


def test_exact_sums_lose_nothing_and_the_highest_tie_loses_less():
    """On the first 40 sums; `gtpengine experiments strategies` plays all of them."""
    names = ["Thermostrat, lowest", "Thermostrat, highest", "exact sum"]
    lowest, highest, exact = strategies.play(40, names).rows
    assert (exact.lost, exact.optimal, exact.worst) == (0, 80, 0)
    assert highest.lost < lowest.lost


def test_sum_search_finds_all_optimal_moves():
    sums = strategies.draw(40)
    optima = strategies.Optima(sums)
    start = (strategies.ROOT,) * strategies.GAMES
    search = SumSearch()
    for index, games in enumerate(sums):
        graphs = [strategies.graph_of(leaves) for leaves in games]
        for side in (LEFT, RIGHT):
            best = optima.score(index, start, side)
            after = [strategies.after_move(start, place, side) for place in range(len(games))]
            optimal = {
                place
                for place, position in enumerate(after)
                if optima.score(index, position, -side) == best
            }
            proof = search.solve(graphs, side)
            assert proof.score == best, games
            assert {move.game for move in proof.moves} == optimal, games


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_the_command_prints_the_table(capsys, options):
    assert main.run(["experiments", "strategies", "--sums", "3", *options]) == 0
    shown = capsys.readouterr().out
    if options:
        found = json.loads(shown)
        assert [row["player"] for row in found["rows"]] == list(strategies.PLAYERS)
        assert found["rows"][-1]["mean_loss"] == "0"
    else:
        lines = shown.splitlines()
        assert lines[0].startswith("3 sums of 5 games")
        assert lines[-1].split() == ["exact", "sum", "0.0000", "100.00%", "0"]
