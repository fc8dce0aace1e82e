"""Kernels compiled by several processes: in which order, and what is told of them."""

import threading

from gtpengine.cli.compilers import Schedule, needs_among, warm_together
from gtpengine.cli.warm import kernel_modules, used_kernel_modules

NEEDS = {"a": set(), "b": {"a"}, "c": {"a"}, "d": {"a", "b", "c"}, "e": set()}


def test_a_module_comes_after_all_that_it_needs():
    schedule = Schedule(NEEDS)
    taken = []
    while (module := schedule.take()) is not None:
        assert NEEDS[module] <= set(taken)
        taken.append(module)
        schedule.finish(module)
    assert taken[0] == "a"  # most others wait for it
    assert sorted(taken) == sorted(NEEDS)


def test_modules_that_need_each_other_are_compiled_all_the_same():
    schedule = Schedule({"a": {"b"}, "b": {"a"}})
    first = schedule.take()
    schedule.finish(first)
    assert {first, schedule.take()} == {"a", "b"}


def test_nobody_waits_for_a_process_that_is_gone():
    schedule = Schedule({"a": set(), "b": {"a"}})
    assert schedule.take() == "a"
    left = []
    waiting = threading.Thread(target=lambda: left.append(schedule.take()))
    waiting.start()
    schedule.fail()
    waiting.join(60)
    assert left == [None]


def test_needs_of_the_real_kernels_have_no_circle():
    modules = kernel_modules()
    needs = needs_among(modules)
    assert needs["gtpengine.evaluation.kernels.field"] >= {"gtpengine.board.kernels.stones"}
    schedule = Schedule(needs)
    taken = 0
    while (module := schedule.take()) is not None:
        schedule.finish(module)
        taken += 1
    assert taken == len(modules)


def test_two_processes_tell_of_every_kernel():
    told = []
    modules = ["gtpengine.board.kernels.moves", "gtpengine.values.kernels.csr"]
    assert warm_together(modules, 2, told.append) == set(modules)
    ready = {news.name for news in told if news.seconds is not None}
    assert {"play", "undo", "options_first"} <= ready


def test_what_people_use_needs_no_kernel_of_experiments_and_training():
    used = set(used_kernel_modules())
    left = set(kernel_modules()) - used
    assert {"gtpengine.evaluation.kernels.fit", "gtpengine.laboratory.tds.kernels.limits"} <= left
    assert {"gtpengine.search.tree.kernels.run", "gtpengine.reading.kernels.dfpn"} <= used
    for module in used:
        assert needs_among({*left, module})[module] == set()
