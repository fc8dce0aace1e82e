"""Coupon stacks: scores by formula, by layers, and coupon by coupon (TDS)."""

from fractions import Fraction

import pytest

from gtpengine.errors import BadInput
from gtpengine.search.tds.stack import CouponStack
from tests.oracles.coupon_search import extended_stack, simple_stack, stack_score

F = Fraction


@pytest.mark.parametrize("delta", [F(1, 2), F(1, 4), F(1, 6), F(1, 8)])
@pytest.mark.parametrize("steps", range(7))
def test_simple_score_is_the_papers_formula(delta, steps):
    stack = CouponStack.up_to(steps * delta, delta, 0)
    assert stack.layers == steps
    assert stack.score() == (steps + 1) // 2 * delta  # V(C, Left) = ceil(n/2) delta
    assert stack.score() == stack_score(simple_stack(steps * delta, delta))


@pytest.mark.parametrize("m", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("extra", [1, 2, 7, 8])
def test_unused_extended_stack_is_worth_the_simple_one(m, extra):
    delta = F(1, 2 * m)
    for steps in range(6):
        top = steps * delta
        stack = CouponStack.up_to(top, delta)
        assert stack.is_unbiased
        assert stack.score() == CouponStack.up_to(top, delta, 0).score()
        assert stack.score() == stack_score(extended_stack(top, delta, extra))


def test_step_one_is_biased_by_a_half():
    stack = CouponStack.up_to(3, 1)
    assert not stack.is_unbiased
    assert abs(stack.score() - CouponStack.up_to(3, 1, 0).score()) == F(1, 2)
    assert stack.score() == stack_score(extended_stack(3, 1, 4))


def test_tail_of_the_papers_example():
    # From -4/8 on with delta = 1/8, White to take: 2/8 for Black.
    stack = CouponStack.up_to(F(17, 8), F(1, 8))
    assert -stack.score(stack.layer_at(F(-4, 8))) == F(2, 8)


def test_copies_leave_the_score_alone():
    for copies in (1, 3, 5):
        for steps in range(8):
            stack = CouponStack.up_to(steps * F(1, 4), F(1, 4), 0, copies)
            assert stack.layers == steps * copies
            assert stack.top == steps * F(1, 4)
            assert stack.score() == CouponStack.up_to(steps * F(1, 4), F(1, 4), 0).score()


@pytest.mark.parametrize("floor", [F(0), F(-1)])
@pytest.mark.parametrize("copies", [1, 2, 3, 8])
def test_coupons_in_units_are_the_coupons(floor, copies):
    for delta in (F(1, 2), F(1, 6), F(3, 4), F(1)):
        for layers in (0, 1, 7, 30):
            stack = CouponStack(floor, delta, layers, copies)
            units = stack.units(5)
            coupons = [stack.coupon(layer) for layer in range(layers + 1)]
            assert [F(value, units) for value in stack.coupons(units)] == coupons


@pytest.mark.parametrize("floor", [0, -1])
@pytest.mark.parametrize("copies", [2, 4, 6])
def test_above_a_half_step_a_stack_is_worth_half_its_top(floor, copies):
    for delta in (F(1, 2), F(1, 3)):
        stack = CouponStack.up_to(2, delta, floor, copies)
        assert stack.top == 2
        for step in range(1, int((2 - floor) / delta) + 1):
            layer = step * stack.period
            assert stack.layer_at(floor + step * delta) == layer
            values = [stack.coupon(layer - place) for place in range(stack.period)]
            assert values == [floor + step * delta] * copies + [floor + (step - F(1, 2)) * delta]
            assert {stack.score(layer - place) for place in range(copies + 1)} == {values[0] / 2}


@pytest.mark.parametrize(
    ("floor", "delta", "layers", "copies"),
    [(F(1), F(1, 2), 3, 1), (F(0), F(0), 3, 1), (F(0), F(1, 2), -1, 1), (F(0), F(1, 2), 4, 0)],
)
def test_stacks_that_make_no_sense_are_refused(floor, delta, layers, copies):
    with pytest.raises(BadInput):
        CouponStack(floor, delta, layers, copies)


def test_layer_at_a_temperature():
    stack = CouponStack.up_to(2, F(1, 4))
    assert [stack.layer_at(t) for t in (-2, -1, F(-7, 8), F(-3, 4), 0, 5)] == [0, 0, 0, 1, 4, 12]
