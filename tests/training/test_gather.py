import math
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="vectors are gathered by torch")

from cofitcheck.training.encoder.losses import BatchMentions, LossConfig, gather, ignored_pairs, info_nce  # noqa: E402 (after the skip)  # noqa: E402

COMPANY = {"a": 0, "b": 1, "c": 2}
# Each mention with its document, company and fact; process 1's second document is of process 0's company.
SHARES = (
    ["0a0", "0a0", "0a1", "1b0", "1b2", "1b2", "1b2"],
    ["0c0", "0c0", "1a0", "1a0", "1a1"],
)
AMBIGUOUS = ([[0, 2], [3, 4]], [[2, 4]])
CONFIGS = {
    "decoupled": LossConfig(),
    "all negatives": LossConfig(isolated_as_negatives=True),
    "standard": LossConfig(kind="standard"),
}


def labelled(share: list[str], ambiguous: list[list[int]], e: Any) -> BatchMentions:
    numbers = [(int(each[0]), COMPANY[each[1]], int(each[2])) for each in share]
    document, company, fact = torch.tensor(numbers, dtype=torch.int64).reshape(-1, 3).unbind(dim=1)
    pairs = torch.tensor(ambiguous, dtype=torch.int64).reshape(-1, 2)
    return BatchMentions(e, fact, document, company, pairs)


def model() -> Any:
    torch.manual_seed(0)
    return torch.nn.Linear(4, 3, bias=False, dtype=torch.float64)


def inputs(rank: int, count: int) -> Any:
    return torch.randn(count, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(rank))


def whole_loss(mentions: BatchMentions, config: LossConfig) -> Any:
    return info_nce(mentions.e, mentions.batch_facts(), mentions.ignored(), config)


def work(rank: int, meeting: str, folder: str, real: bool) -> None:
    """Run one of two processes: its share through the model, the loss over both, the gradients saved."""
    torch.distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=2)
    take = distributed_step if real else averaged_step
    found = {name: take(rank, SHARES[rank], AMBIGUOUS[rank], config) for name, config in CONFIGS.items()}
    found["one empty"] = take(rank, SHARES[0][: 7 * (1 - rank)], AMBIGUOUS[0] * (1 - rank), LossConfig())
    found["both empty"] = take(rank, [], [], LossConfig())
    half = inputs(rank, len(SHARES[rank])).bfloat16().requires_grad_()
    every = gather(labelled(SHARES[rank], AMBIGUOUS[rank], half)).e
    every.sum().backward()
    torch.save({"steps": found, "half": every.detach(), "slope": half.grad}, Path(folder) / f"{rank}.pt")
    torch.distributed.destroy_process_group()


def distributed_step(
    rank: int, share: list[str], ambiguous: list[list[int]], config: LossConfig
) -> tuple[Any, Any]:
    """Return the loss and the gradient that DistributedDataParallel leaves."""
    ours = torch.nn.parallel.DistributedDataParallel(model())
    loss = step(rank, share, ambiguous, config, ours)
    return loss, ours.module.weight.grad


def averaged_step(
    rank: int, share: list[str], ambiguous: list[list[int]], config: LossConfig
) -> tuple[Any, Any]:
    """Return the loss and the mean of both processes' gradients, without the wrapper's seconds of import."""
    ours = model()
    loss = step(rank, share, ambiguous, config, ours)
    torch.distributed.all_reduce(ours.weight.grad)
    return loss, ours.weight.grad / 2


def step(rank: int, share: list[str], ambiguous: list[list[int]], config: LossConfig, ours: Any) -> Any:
    e = ours(inputs(rank, len(share)))
    loss = whole_loss(gather(labelled(share, ambiguous, e)), config)
    loss.backward()
    return loss.detach()


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(False, id="averaged"),
        pytest.param(True, id="DistributedDataParallel", marks=pytest.mark.slow),
    ],
)
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("two-processes")
    meeting = (folder / "meeting").as_uri()
    torch.multiprocessing.spawn(work, (meeting, str(folder), request.param), nprocs=2)
    return [torch.load(folder / f"{rank}.pt") for rank in range(2)]


def one(config: LossConfig, shares: int = 2) -> tuple[Any, Any]:
    """Return loss and gradient of one process that holds both shares, its documents numbered through."""
    share = [*SHARES[0], *(str(int(each[0]) + 2) + each[1:] for each in SHARES[1])]
    ambiguous = [*AMBIGUOUS[0], *([a + len(SHARES[0]), b + len(SHARES[0])] for a, b in AMBIGUOUS[1])]
    given = torch.cat([inputs(rank, len(each)) for rank, each in enumerate(SHARES)])
    if shares == 1:
        share, ambiguous, given = SHARES[0], AMBIGUOUS[0], given[: len(SHARES[0])]
    single = model()
    loss = whole_loss(gather(labelled(share, ambiguous, single(given))), config)
    loss.backward()
    return loss.detach(), single.weight.grad


@pytest.mark.parametrize("name", CONFIGS)
def test_two_processes_are_one_with_both_batches(two: list[dict[str, Any]], name: str) -> None:
    for process in two:
        torch.testing.assert_close(process["steps"][name], one(CONFIGS[name]))


def test_a_process_without_mentions_takes_part(two: list[dict[str, Any]]) -> None:
    for process in two:
        torch.testing.assert_close(process["steps"]["one empty"], one(LossConfig(), shares=1))


def test_no_mentions_anywhere_cost_nothing(two: list[dict[str, Any]]) -> None:
    for process in two:
        loss, gradient = process["steps"]["both empty"]
        assert loss == 0
        assert not gradient.any()


def test_half_precision_travels_as_it_is(two: list[dict[str, Any]]) -> None:
    sent = torch.cat([inputs(rank, len(each)) for rank, each in enumerate(SHARES)]).bfloat16()
    for process in two:
        assert torch.equal(process["half"], sent)
        assert process["slope"].dtype == torch.bfloat16
        assert (process["slope"] == 2).all()


def test_a_single_process_keeps_its_mentions() -> None:
    own = labelled(SHARES[0], AMBIGUOUS[0], inputs(0, 7))
    assert gather(own) is own


def test_facts_of_two_documents_are_two_facts() -> None:
    facts = labelled(["0a0", "1b0", "0a0", "1b1", "2a0"], [], inputs(0, 5)).batch_facts().tolist()
    assert facts[0] == facts[2]
    assert len(set(facts)) == 4


def test_pairs_of_one_companys_documents_are_ignored() -> None:
    """Two documents of one company and one of another, an ambiguous pair in the first."""
    document, company = torch.tensor([0, 0, 1, 2]), torch.tensor([5, 5, 5, 6])
    ignored = ignored_pairs(document, company, torch.tensor([[1, 0]]))
    assert ignored.tolist() == [
        [False, True, True, False],
        [True, False, True, False],
        [True, True, False, False],
        [False, False, False, False],
    ]


def test_another_companys_mentions_are_negatives_and_ones_own_are_not() -> None:
    """A pair of equals in one document; a third mention from a second document, identical to them."""
    e = torch.ones(3, 2)
    config = LossConfig(isolated_as_negatives=True, isolated_weight=0.0, shared_weight=1.0)
    losses = [whole_loss(labelled(["0a0", "0a0", other], [], e), config).item() for other in ("1b0", "1a0")]
    assert losses == pytest.approx([math.log(3), math.log(2)])
