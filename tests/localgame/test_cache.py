"""Solved graphs are found again, in memory and on disk, and damage costs no more than a search."""

from random import Random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.laboratory.samples.regions import random_region
from gtpengine.localgame.cache import GraphCache
from gtpengine.localgame.graph import Limits, Status
from gtpengine.localgame.key import place
from gtpengine.localgame.solver import Solver, solve
from gtpengine.localgame.storage import GraphStorage
from gtpengine.partition.region import Region
from gtpengine.values.loopy.rules import Komaster

CORRIDOR = "X X X X\nX . . O\nX X X X"
MIRRORED = "O O O O\nX . . O\nO O O O"
KO = "- X O -\nX . x O\n- X O -"


def test_the_same_game_elsewhere_comes_from_the_cache():
    solver = Solver()
    first = solver.solve(Region.from_diagram(CORRIDOR))
    second = solver.solve(Region.from_diagram(MIRRORED))
    assert second.solved is first.solved
    assert second.value().mean == -first.value().mean
    assert (solver.cache.statistics.hits, solver.cache.statistics.misses) == (1, 1)
    assert solver.cache.statistics.hit_rate == 0.5


def test_the_least_recently_used_graph_goes_first():
    random = Random(30)
    regions = [random_region(random, 7) for _ in range(6)]
    assert len({place(region).key for region in regions}) == 6
    solver = Solver(cache=GraphCache(max_bytes=1))
    for region in regions:
        solver.solve(region)
    assert len(solver.cache) == 1
    roomy = Solver()
    for region in regions:
        roomy.solve(region)
    roomy.solve(regions[0])
    roomy.cache.max_bytes = roomy.cache.nbytes - 1
    roomy.cache.trim()
    kept = [key for key, _ in roomy.cache.items()]
    assert kept[-1] == place(regions[0]).key
    assert place(regions[1]).key not in kept
    assert roomy.cache.nbytes <= roomy.cache.max_bytes
    for region in regions:
        roomy.solve(region).value()
    assert roomy.cache.nbytes == sum(solved.nbytes for _, solved in roomy.cache.items())


def test_an_incomplete_graph_is_expanded_again_under_higher_limits():
    region = random_region(Random(31), 9)
    solver = Solver()
    small = solver.solve(region, Limits(nodes=50))
    assert small.status is Status.NODE_LIMIT
    assert solver.solve(region, Limits(nodes=40)).solved is small.solved
    assert solver.solve(region, Limits()).status is Status.COMPLETE


def both(region, solver):
    found = []
    for _ in range(2):
        solution = solver.solve(region)
        values = [solution.value(komaster) for komaster in Komaster]
        found.append((values, solution.best_moves(BLACK), solution.best_moves(WHITE)))
    return found[0]


@pytest.mark.parametrize("picture", [CORRIDOR, KO], ids=["corridor", "ko"])
def test_graphs_come_back_from_disk_with_their_values(picture, tmp_path):
    region = Region.from_diagram(picture)
    writer = Solver(cache=GraphCache(storage=GraphStorage(tmp_path)))
    expected = both(region, writer)
    assert writer.cache.flush(min_nodes=0) == 1
    assert writer.cache.flush(min_nodes=0) == 0
    reader = Solver(cache=GraphCache(storage=GraphStorage(tmp_path)))
    assert both(region, reader) == expected
    assert reader.cache.statistics.from_disk == 1
    assert reader.cache.statistics.misses == 0


def test_graphs_saved_without_values_come_back_too(tmp_path):
    region = Region.from_diagram(KO)
    solution = solve(region)
    storage = GraphStorage(tmp_path)
    assert storage.save(solution.placement.key, solution.solved)
    loaded = storage.load(solution.placement.key)
    assert loaded is not None
    assert loaded.graph.nodes == solution.graph.nodes


def test_every_kind_of_damage_counts_as_absent(tmp_path):
    region = random_region(Random(32), 6)
    solution = solve(region)
    expected = solution.value()
    key = solution.placement.key
    storage = GraphStorage(tmp_path)
    storage.save(key, solution.solved)
    path = storage.path_of(key)
    whole = path.read_bytes()
    random = Random(33)
    for trial in range(60):
        if trial % 3 == 0:
            damaged = whole[: random.randrange(len(whole))]
        else:
            bytes_ = bytearray(whole)
            for _ in range(random.randint(1, 20)):
                bytes_[random.randrange(len(bytes_))] ^= random.randint(1, 255)
            damaged = bytes(bytes_)
        path.write_bytes(damaged)
        solver = Solver(cache=GraphCache(storage=storage))
        assert solver.solve(region).value() == expected


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    storage = GraphStorage(blocked)
    solution = solve(Region.from_diagram(KO))
    assert not storage.save(solution.placement.key, solution.solved)
    assert storage.load(solution.placement.key) is None


def test_old_files_go_when_the_folder_is_full(tmp_path):
    storage = GraphStorage(tmp_path, max_bytes=1)
    for picture in (CORRIDOR, KO):
        solution = solve(Region.from_diagram(picture))
        assert storage.save(solution.placement.key, solution.solved)
    assert list(tmp_path.iterdir()) == []
