"""The loss of what searches chose: cross entropy, with the moves of people as one mean."""

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (the extra `train`)")


def test_choices_and_moves_count_by_their_numbers():
    from gtpengine.evaluation.network.losses import with_choices

    logits = torch.log(torch.tensor([[0.5, 0.25, 0.25], [0.2, 0.2, 0.6]]))
    shares = np.array([[0.0, 0.0, 0.0], [0.5, 0.0, 0.5]], np.float32)
    people = torch.tensor(2.0)
    searched = -0.5 * math.log(0.2) - 0.5 * math.log(0.6)
    found = with_choices(people, 3, logits, shares)
    assert float(found) == pytest.approx((3 * 2.0 + searched) / 4)


def test_without_searches_nothing_changes():
    from gtpengine.evaluation.network.losses import with_choices

    assert float(with_choices(torch.tensor(1.5), 2, torch.zeros(2, 4), np.zeros((2, 4)))) == 1.5
