import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="losses are torch functions")

from cofitcheck.training.encoder.losses import (  # noqa: E402 (after the skip)
    LossConfig,
    decoupled_info_nce,
    standard_info_nce,
)

PAPER = LossConfig(temperature=0.15, shared_weight=0.75, isolated_weight=0.25, epsilon=0.1)
FACTS = [[0, 0, 1, 2, 3, 3, 3], [0, 1, 2, 3], [0, 0, 0], [5, 5, 1, 1]]


def vectors(count: int, seed: int = 0) -> Any:
    made = np.random.default_rng(seed).normal(size=(count, 5))
    return torch.tensor(made / np.linalg.norm(made, axis=1, keepdims=True), requires_grad=True)


def none_ignored(count: int) -> Any:
    return torch.zeros(count, count, dtype=torch.bool)


def slow_decoupled(e: np.ndarray, fact: list[int], ignore: np.ndarray, config: LossConfig) -> float:
    """The paper's equations, term by term."""
    count = range(len(fact))

    def similar(i: int, j: int) -> float:
        return math.exp(float(e[i] @ e[j]) / config.temperature)

    positive = {i: [j for j in count if j != i and fact[j] == fact[i]] for i in count}
    shared = [i for i in count if positive[i]]
    isolated = [i for i in count if not positive[i]]
    loss = 0.0
    for i in shared:
        others = count if config.isolated_as_negatives else shared
        below = sum(similar(i, k) for k in others if not ignore[i, k])
        loss -= config.shared_weight / len(shared) * math.log(sum(similar(i, j) for j in positive[i]) / below)
    total = sum(similar(t, q) for t in isolated for q in isolated if t != q and not ignore[t, q])
    return loss - config.isolated_weight * math.log(config.epsilon / (config.epsilon + total))


def slow_standard(e: np.ndarray, fact: list[int], ignore: np.ndarray, config: LossConfig) -> float:
    similar = np.exp(e @ e.T / config.temperature)
    loss = 0.0
    for i in range(len(fact)):
        above = sum(similar[i, j] for j in range(len(fact)) if fact[j] == fact[i])
        loss -= math.log(above / sum(similar[i, k] for k in range(len(fact)) if not ignore[i, k])) / len(fact)
    return loss


CASES = [
    pytest.param(decoupled_info_nce, slow_decoupled, PAPER, id="paper"),
    pytest.param(
        decoupled_info_nce, slow_decoupled, replace(PAPER, isolated_as_negatives=True), id="all negatives"
    ),
    pytest.param(
        decoupled_info_nce, slow_decoupled, replace(PAPER, isolated_weight=0.0), id="without isolated"
    ),
    pytest.param(standard_info_nce, slow_standard, PAPER, id="standard"),
]


@pytest.mark.parametrize("fact", FACTS)
@pytest.mark.parametrize(("loss", "slow", "config"), CASES)
def test_losses_are_the_equations(
    loss: Callable[..., Any], slow: Callable[..., float], config: LossConfig, fact: list[int]
) -> None:
    e, ignore = vectors(len(fact)), none_ignored(len(fact))
    ours = loss(e, torch.tensor(fact), ignore, config).detach()
    assert float(ours) == pytest.approx(slow(e.detach().numpy(), fact, ignore.numpy(), config), rel=1e-9)


@pytest.mark.parametrize(("loss", "slow", "config"), CASES)
def test_gradients_are_those_of_the_equations(
    loss: Callable[..., Any], slow: Callable[..., float], config: LossConfig
) -> None:
    fact, e = FACTS[0], vectors(7)
    ignore = none_ignored(7)
    ignore[0, 2] = ignore[2, 0] = True
    loss(e, torch.tensor(fact), ignore, config).backward()
    base, step = e.detach().numpy(), 1e-6
    for place in np.ndindex(*base.shape):
        up, down = base.copy(), base.copy()
        up[place] += step
        down[place] -= step
        rise = slow(up, fact, ignore.numpy(), config) - slow(down, fact, ignore.numpy(), config)
        assert float(e.grad[place]) == pytest.approx(rise / (2 * step), abs=1e-5)


def test_ambiguous_pairs_do_not_push_apart() -> None:
    e = vectors(4)
    ignore = none_ignored(4)
    ignore[0, 2] = ignore[2, 0] = True
    config = replace(PAPER, isolated_as_negatives=True)
    fact = torch.tensor([0, 0, 1, 2])
    with_it, without = (decoupled_info_nce(e, fact, each, config) for each in (none_ignored(4), ignore))
    assert float(without.detach()) < float(with_it.detach())


@pytest.mark.parametrize("loss", [decoupled_info_nce, standard_info_nce])
def test_sharp_temperatures_stay_finite(loss: Callable[..., Any]) -> None:
    e = torch.ones(6, 1, requires_grad=True) * torch.tensor([[1.0], [1], [-1], [1], [-1], [1]])
    value = loss(e, torch.tensor([0, 0, 1, 2, 3, 4]), none_ignored(6), replace(PAPER, temperature=1e-3))
    value.backward()
    assert bool(torch.isfinite(value))


@pytest.mark.parametrize("fact", [[], [1]])
def test_too_few_mentions_cost_nothing(fact: list[int]) -> None:
    e = vectors(len(fact)).detach()
    assert float(decoupled_info_nce(e, torch.tensor(fact), none_ignored(len(fact)), PAPER)) == 0.0
