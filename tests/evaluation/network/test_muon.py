"""The optimizer of convolutions: its steps turn all directions alike, and it finds a minimum."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed (the extra `train`)")


@pytest.mark.parametrize("shape", [(16, 40), (40, 16), (16, 16)])
def test_singular_values_are_evened_and_vectors_kept(shape):
    from gtpengine.evaluation.network.muon import evened

    torch.manual_seed(1)
    left, _ = torch.linalg.qr(torch.randn(shape[0], min(shape)))
    right, _ = torch.linalg.qr(torch.randn(shape[1], min(shape)))
    values = torch.logspace(0, -1, min(shape))
    found = evened(left @ torch.diag(values) @ right.T)
    turned = left.T @ found @ right
    assert ((turned.diagonal() > 0.6) & (turned.diagonal() < 1.3)).all()
    assert (turned - torch.diag(turned.diagonal())).abs().max() < 1e-3


def test_a_step_is_as_long_as_that_of_adam():
    """A fifth of the rate in the mean square, whatever the size of the gradient."""
    from gtpengine.evaluation.network.muon import Muon

    torch.manual_seed(2)
    for size in (1e-3, 1.0, 1e3):
        kernel = torch.nn.Parameter(torch.zeros(16, 16, 3, 3))
        kernel.grad = size * torch.randn(16, 16, 3, 3)
        Muon([kernel], lr=0.01, weight_decay=0.0).step()
        assert float(kernel.detach().square().mean().sqrt()) == pytest.approx(0.002, rel=0.2)


def test_it_learns_a_convolution():
    from gtpengine.evaluation.network.muon import Muon

    torch.manual_seed(3)
    wanted = torch.randn(8, 4, 3, 3)
    kernel = torch.nn.Parameter(torch.zeros(8, 4, 3, 3))
    optimizer = Muon([kernel], lr=0.3, weight_decay=0.0)
    errors = []
    for step in range(150):
        for group in optimizer.param_groups:
            group["lr"] = 0.3 * (1 - step / 150)
        inputs = torch.randn(4, 4, 7, 7)
        loss = torch.nn.functional.conv2d(inputs, kernel - wanted).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        errors.append(float(loss.detach()))
    assert errors[-1] < 0.01 * errors[0]


def test_every_kernel_of_the_model_has_one_optimizer():
    from gtpengine.evaluation.network.training import Training, parser_of

    options = parser_of().parse_args(["--folder", "unused", "--blocks", "2", "--channels", "8"])
    training = Training(options)
    moved = [
        id(parameter)
        for optimizer in training.optimizers
        for group in optimizer.param_groups
        for parameter in group["params"]
    ]
    assert sorted(moved) == sorted(id(parameter) for parameter in training.model.parameters())
    kernels = training.optimizers[1].param_groups[0]["params"]
    assert [kernel.ndim for kernel in kernels] == [4] * 5
