import doctest
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

torch = pytest.importorskip("torch", reason="losses are torch functions")

from cofitcheck.errors import ConfigError  # noqa: E402 (after the skip)
from cofitcheck.training.encoder.losses import (  # noqa: E402
    LossConfig,
    decoupled_info_nce,
    info_nce,
    standard_info_nce,
)

PAPER = LossConfig()
KINDS = [
    pytest.param(PAPER, id="decoupled"),
    pytest.param(replace(PAPER, isolated_weight=0.0), id="without isolated"),
    pytest.param(replace(PAPER, isolated_as_negatives=True), id="all negatives"),
    pytest.param(replace(PAPER, kind="standard"), id="standard"),
]


def slow_decoupled(e: np.ndarray, fact: list[int], ignore: np.ndarray, config: LossConfig) -> float:
    """The paper's equation, term by term."""
    similar = similarities(e, config.temperature)
    count = range(len(fact))
    positive = {i: [j for j in count if j != i and fact[j] == fact[i]] for i in count}
    shared = [i for i in count if positive[i]]
    isolated = [i for i in count if not positive[i]]
    loss = 0.0
    for i in shared:
        others = count if config.isolated_as_negatives else shared
        below = sum(similar[i][k] for k in others if fact[k] == fact[i] or not ignore[i, k])
        above = sum(similar[i][j] for j in positive[i])
        loss -= config.shared_weight / len(shared) * math.log(above / below)
    total = sum(similar[t][q] for t in isolated for q in isolated if t != q and not ignore[t, q])
    return loss - config.isolated_weight * math.log(config.epsilon / (config.epsilon + total))


def slow_standard(e: np.ndarray, fact: list[int], ignore: np.ndarray, config: LossConfig) -> float:
    similar = similarities(e, config.temperature)
    count = range(len(fact))
    loss = 0.0
    for i in count:
        above = sum(similar[i][j] for j in count if fact[j] == fact[i])
        below = sum(similar[i][k] for k in count if fact[k] == fact[i] or not ignore[i, k])
        loss -= math.log(above / below) / len(fact)
    return loss


def similarities(e: np.ndarray, temperature: float) -> list[list[float]]:
    def cosine(a: np.ndarray, b: np.ndarray) -> float:
        return float(a @ b) / math.sqrt(float(a @ a) * float(b @ b))

    return [[math.exp(cosine(a, b) / temperature) for b in e] for a in e]


def slow(e: np.ndarray, fact: list[int], ignore: np.ndarray, config: LossConfig) -> float:
    return (slow_standard if config.kind == "standard" else slow_decoupled)(e, fact, ignore, config)


def fast(e: np.ndarray, fact: list[int], ignore: np.ndarray, config: LossConfig) -> tuple[float, np.ndarray]:
    """Return the loss in float64 and its gradient; a nan on the way there raises."""
    given = torch.tensor(e, requires_grad=True)
    loss = info_nce(given, torch.tensor(fact, dtype=torch.int64), torch.tensor(ignore), config)
    with torch.autograd.set_detect_anomaly(True):
        loss.backward()
    return loss.item(), given.grad.numpy()


def vectors(count: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(count, 3))


def nothing(count: int) -> np.ndarray:
    return np.zeros((count, count), bool)


@st.composite
def batches(draw: Any, most: int) -> tuple[np.ndarray, list[int], np.ndarray]:
    """Return vectors, facts and ignored pairs; pairs may be of equal facts, and a mention with itself."""
    fact = draw(st.lists(st.integers(0, 5), max_size=most))
    place = st.integers(0, max(0, len(fact) - 1))
    ignore = nothing(len(fact))
    for one, other in draw(st.lists(st.tuples(place, place), max_size=6)) if fact else ():
        ignore[one, other] = ignore[other, one] = True
    return vectors(len(fact), draw(st.integers(0, 999))), fact, ignore


@st.composite
def configs(draw: Any, sharpest: float) -> LossConfig:
    return LossConfig(
        temperature=draw(st.floats(sharpest, 2)),
        shared_weight=draw(st.floats(0, 2)),
        isolated_weight=draw(st.sampled_from((0.0, 0.25, 1.0))),
        epsilon=draw(st.floats(1e-3, 1)),
        isolated_as_negatives=draw(st.booleans()),
        kind=draw(st.sampled_from(("decoupled", "standard"))),
    )


@given(batches(most=12), configs(sharpest=0.01))
@settings(deadline=None, max_examples=200)
def test_the_losses_are_the_equations(
    batch: tuple[np.ndarray, list[int], np.ndarray], config: LossConfig
) -> None:
    assert fast(*batch, config)[0] == pytest.approx(slow(*batch, config), rel=1e-7, abs=1e-9)


@given(batches(most=6), configs(sharpest=0.1))
@settings(deadline=None, max_examples=60)
def test_the_gradients_are_those_of_the_equations(
    batch: tuple[np.ndarray, list[int], np.ndarray], config: LossConfig
) -> None:
    e, fact, ignore = batch
    gradient, step = fast(e, fact, ignore, config)[1], 1e-5
    for place in np.ndindex(*e.shape):
        moved = np.zeros_like(e)
        moved[place] = step
        rise = slow(e + moved, fact, ignore, config) - slow(e - moved, fact, ignore, config)
        assert gradient[place] == pytest.approx(rise / (2 * step), rel=1e-4, abs=1e-5)


def test_values_worked_out_by_hand() -> None:
    """One pair of equals, two isolated mentions, everything else at right angles."""
    e = np.array([[1.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    config = LossConfig(temperature=1.0)
    shared, isolated = math.log(2), math.log((0.1 + 2) / 0.1)
    assert fast(e, [7, 7, 3, 4], nothing(4), config)[0] == pytest.approx(0.75 * shared + 0.25 * isolated)
    alone = replace(config, isolated_weight=0.0)
    assert fast(e, [7, 7, 3, 4], nothing(4), alone)[0] == pytest.approx(0.75 * shared)
    standard = (math.log(1 + 1 / math.e) + math.log(1 + 3 / math.e)) / 2
    assert fast(e, [7, 7, 3, 4], nothing(4), replace(config, kind="standard"))[0] == pytest.approx(standard)


@pytest.mark.parametrize("config", KINDS)
@pytest.mark.parametrize("temperature", [0.15, 0.01, 0.001])
def test_sharp_temperatures_cost_no_more_than_a_cosines_rounding(
    config: LossConfig, temperature: float
) -> None:
    """Logits up to a thousand, of opposed and of identical vectors among them."""
    e = torch.tensor([[1.0, 0], [-1, 0], [1, 0], [0, 1], [0.6, 0.8], [0, 1]], requires_grad=True)
    fact, ignore = torch.tensor([0, 0, 1, 2, 3, 3]), torch.tensor(nothing(6))
    config = replace(config, temperature=temperature)
    value = info_nce(e, fact, ignore, config)
    value.backward()
    exact, gradient = fast(e.detach().double().numpy(), fact.tolist(), nothing(6), config)
    assert value.item() == pytest.approx(exact, rel=1e-6 / temperature)
    np.testing.assert_allclose(e.grad.numpy(), gradient, rtol=1e-6 / temperature, atol=1e-5)


@pytest.mark.parametrize("config", KINDS)
@pytest.mark.parametrize("autocast", [False, True])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32])
def test_half_precision_is_computed_in_float32(config: LossConfig, autocast: bool, dtype: Any) -> None:
    e = torch.tensor(vectors(8), dtype=dtype)
    fact, config = [0, 0, 1, 2, 3, 3, 4, 3], replace(config, temperature=0.01)
    with torch.autocast("cpu", torch.bfloat16, enabled=autocast):
        value = info_nce(e, torch.tensor(fact), torch.tensor(nothing(8)), config)
    assert value.dtype == torch.float32
    exact = slow(e.double().numpy(), fact, nothing(8), config)
    assert value.item() == pytest.approx(exact, rel=1e-4)


@pytest.mark.parametrize("config", KINDS)
@pytest.mark.parametrize("fact", [[], [1]])
def test_too_few_mentions_cost_and_move_nothing(config: LossConfig, fact: list[int]) -> None:
    value, gradient = fast(vectors(len(fact)), fact, nothing(len(fact)), config)
    assert value == 0.0
    assert not gradient.any()


@pytest.mark.parametrize(
    ("fact", "without"),
    [
        ([0, 1, 2], replace(PAPER, shared_weight=0.0)),
        ([0, 0, 0], replace(PAPER, isolated_weight=0.0)),
        ([0, 0, 1, 1], replace(PAPER, isolated_weight=0.0)),
    ],
)
def test_a_missing_half_leaves_the_other(fact: list[int], without: LossConfig) -> None:
    """No mention with an equal, or no isolated one."""
    e, ignore = vectors(len(fact)), nothing(len(fact))
    whole, half = (fast(e, fact, ignore, each) for each in (PAPER, without))
    assert whole[0] == half[0] > 0
    np.testing.assert_array_equal(whole[1], half[1])


@pytest.mark.parametrize("config", KINDS)
def test_an_ignored_pair_neither_draws_nor_pushes(config: LossConfig) -> None:
    """Vectors at right angles, so that a mention is moved only along those it is compared with."""
    ignore = nothing(4)
    ignore[0, 2] = ignore[2, 0] = True
    fact = [0, 0, 1, 1]
    assert fast(np.eye(4), fact, nothing(4), config)[1][0, 2] > 0
    assert fast(np.eye(4), fact, ignore, config)[1][0, 2] == 0


def test_only_our_extension_tells_shared_from_isolated() -> None:
    configs = (PAPER, replace(PAPER, isolated_as_negatives=True))
    paper, ours = (fast(np.eye(3), [0, 0, 1], nothing(3), each)[1] for each in configs)
    assert paper[0, 2] == 0 < ours[0, 2]


@pytest.mark.parametrize(
    ("kind", "named"), [("decoupled", decoupled_info_nce), ("standard", standard_info_nce)]
)
def test_the_kind_chooses_the_loss(kind: Any, named: Callable[..., Any]) -> None:
    given = torch.tensor(vectors(5)), torch.tensor([0, 0, 1, 2, 3]), torch.tensor(nothing(5))
    assert info_nce(*given, LossConfig(kind=kind)) == named(*given, PAPER)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"kind": "triplet"}, "decoupled, standard, and not 'triplet'"),
        ({"temperature": 0.0}, "temperature"),
        ({"temperature": math.inf}, "temperature"),
        ({"epsilon": math.nan}, "epsilon"),
        ({"shared_weight": -1.0}, "shared_weight"),
        ({"isolated_weight": math.nan}, "isolated_weight"),
    ],
)
def test_constants_that_make_no_loss_are_refused(setting: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        LossConfig(**setting)


def test_the_documented_example_runs() -> None:
    page = Path(__file__).parents[2] / "docs" / "losses.md"
    failed, run = doctest.testfile(str(page), module_relative=False)
    assert run > 5
    assert failed == 0
