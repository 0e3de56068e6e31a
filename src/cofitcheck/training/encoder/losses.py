"""The contrastive losses of stage 1 (paper III-B), each a scalar over the n mentions of one batch.

All take three tensors: the mentions' vectors `e` float (n, d), compared by cosine, so of any length but 0;
`fact` int64 (n,) with equal numbers for equal facts, every mention having one; and `ignore` bool (n, n),
symmetric, True for pairs that count neither as equal nor as different. An equal fact outweighs `ignore`.
Vectors in half precision are computed in float32, inside autocast too. A term with too few mentions is 0,
with gradient 0.

`gather` joins the mentions of one step from all processes, so that each finds its negatives among all of
them. Every process calls it on its own mentions, computes the same loss over all of them, and uses the loss
without a factor. The backward of `gather` sums the gradients that the W processes have for a process's own
vectors: W times the gradient of one loss. Data-parallel training divides the gradients by W.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import msgspec
import torch
import torch.distributed as dist
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from cofitcheck.errors import ConfigError

Kind = Literal["decoupled", "standard"]


class LossConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which loss, and its constants. Temperature and weights are the paper's, which calls epsilon small.

    The standard loss uses only `kind` and `temperature`. `isolated_weight` 0 leaves L_i out.
    `isolated_as_negatives` is ours: with it a mention that has an equal is compared with all mentions of the
    batch, and not only with those that have one. False is the paper's equation. Raises `ConfigError`.
    """

    temperature: float = 0.15
    shared_weight: float = 0.75
    isolated_weight: float = 0.25
    epsilon: float = 0.1
    isolated_as_negatives: bool = False
    kind: Kind = "decoupled"

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise ConfigError(f"the loss is one of {', '.join(get_args(Kind))}, and not {self.kind!r}")
        for name in ("temperature", "epsilon"):
            if not 0 < getattr(self, name) < math.inf:
                raise ConfigError(f"the loss's {name} is a number above 0, and not {getattr(self, name)}")
        for name in ("shared_weight", "isolated_weight"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ConfigError(f"the loss's {name} is 0 or more, and not {getattr(self, name)}")


def info_nce(e: Tensor, fact: Tensor, ignore: Tensor, config: LossConfig) -> Tensor:
    """Return the loss that `config.kind` names."""
    loss = standard_info_nce if config.kind == "standard" else decoupled_info_nce
    return loss(e, fact, ignore, config)


def decoupled_info_nce(e: Tensor, fact: Tensor, ignore: Tensor, config: LossConfig) -> Tensor:
    """Return alpha1 * L_n + alpha2 * L_i."""
    logits = _logits(e, config.temperature)
    equal = _different(fact[:, None] == fact)
    shared = equal.any(dim=1)
    others = torch.ones_like(shared) if config.isolated_as_negatives else shared
    compared = others & ~_different(ignore)
    loss = config.shared_weight * _query_loss(logits[shared], equal[shared], compared[shared])
    if config.isolated_weight:
        isolated = _different(~shared[:, None] & ~shared & ~ignore)
        loss = loss + config.isolated_weight * _isolated_loss(logits, isolated, config.epsilon)
    return loss


def standard_info_nce(e: Tensor, fact: Tensor, ignore: Tensor, config: LossConfig) -> Tensor:
    """Return the standard objective: every mention is a query against all, and a positive of itself."""
    return _query_loss(_logits(e, config.temperature), fact[:, None] == fact, ~ignore)


def _logits(e: Tensor, temperature: float) -> Tensor:
    """Return cosines over the temperature, (n, n)."""
    with torch.autocast(e.device.type, enabled=False):
        unit = F.normalize(e.to(torch.promote_types(e.dtype, torch.float32)), dim=1)
        return unit @ unit.T / temperature


def _different(pairs: Tensor) -> Tensor:
    """Return those of the pairs, bool (n, n), that are of two different mentions."""
    return pairs.clone().fill_diagonal_(False)


def _query_loss(logits: Tensor, positive: Tensor, compared: Tensor) -> Tensor:
    """Return the mean over rows of -log(P / (P + R)).

    P is the sum over the row's positives, R the sum over the other mentions that it is compared with. It is
    computed as log(1 + R / P), so that a right row costs almost nothing, and not the rounding of P.
    """
    rest = _masked_logsumexp(logits, compared & ~positive) - _masked_logsumexp(logits, positive)
    return F.softplus(rest).sum() / max(1, len(rest))


def _isolated_loss(logits: Tensor, pairs: Tensor, epsilon: float) -> Tensor:
    """Return L_i = log((epsilon + S) / epsilon), with S the sum over the ordered `pairs`, bool (n, n)."""
    return F.softplus(_masked_logsumexp(logits, pairs).logsumexp(dim=0) - math.log(epsilon))


def _masked_logsumexp(logits: Tensor, keep: Tensor) -> Tensor:
    # The least finite number is used, because the gradient of -inf is NaN where a row keeps nothing.
    return logits.masked_fill(~keep, torch.finfo(logits.dtype).min).logsumexp(dim=1)


@dataclass(frozen=True, slots=True)
class BatchMentions:
    """The n tagged mentions of a batch, as the pair loss takes them; all tensors on one device.

    `e` float (n, d) are the vectors. `fact` int64 (n,) has equal numbers for equal facts, within one
    document. `document` int64 (n,) is the document's number in this batch. `company` int64 (n,) is one number
    for one company, in all processes. `ambiguous` int64 (k, 2) are pairs of these mentions that cannot be
    judged, each of one document.
    """

    e: Tensor
    fact: Tensor
    document: Tensor
    company: Tensor
    ambiguous: Tensor

    def batch_facts(self) -> Tensor:
        """Return the facts int64 (n,) in numbers that no two documents share."""
        return _numbered(self.document, self.fact)

    def ignored(self) -> Tensor:
        """Return `ignored_pairs` of these mentions, bool (n, n)."""
        return ignored_pairs(self.document, self.company, self.ambiguous)


def ignored_pairs(document: Tensor, company: Tensor, ambiguous: Tensor) -> Tensor:
    """Return bool (n, n), symmetric: the pairs that count neither as equal nor as different.

    Those are the `ambiguous` int64 (k, 2), and all pairs between two documents of one company, as two filings
    may state one fact. `document` and `company` are int64 (n,). Pairs of two companies count as different.
    """
    ignored = (company[:, None] == company) & (document[:, None] != document)
    first, second = ambiguous.unbind(dim=1)
    ignored[first, second] = True
    ignored[second, first] = True
    return ignored


def gather(own: BatchMentions) -> BatchMentions:
    """Return the mentions of all processes, those of rank 0 first, with gradient; `own` in a single process.

    The counts may differ, and may be 0. Either the `e` of all processes has a gradient, or that of none. A
    document belongs to one process. A part of it in another process counts as a second document of the
    company, and pairs between the two are ignored.
    """
    if not (dist.is_available() and dist.is_initialized()):
        return own
    counts = _exchange(torch.tensor([[len(own.e), len(own.ambiguous)]], device=own.e.device), [1] * _world())
    mentions, pairs = (column.tolist() for column in torch.cat(counts).unbind(dim=1))
    labels = _exchange(torch.stack([own.fact, own.document, own.company], dim=1), mentions)
    ambiguous = _exchange(own.ambiguous, pairs)
    fact, document, company = torch.cat(labels).unbind(dim=1)
    rank = torch.repeat_interleave(torch.tensor(mentions)).to(own.e.device)
    starts = [sum(mentions[:number]) for number in range(_world())]
    return BatchMentions(
        e=_Gather.apply(own.e, mentions),
        fact=fact,
        document=_numbered(rank, document),
        company=company,
        ambiguous=torch.cat([part + start for part, start in zip(ambiguous, starts, strict=True)]),
    )


class _Gather(torch.autograd.Function):
    """Joins the rows of all processes. Its backward sums the gradients of all processes for the own rows."""

    @staticmethod
    def forward(context: Any, own: Tensor, counts: Sequence[int]) -> Tensor:
        context.counts = counts
        return torch.cat(_exchange(own, counts))

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, None]:
        total = gradient.contiguous().clone()
        dist.all_reduce(total)
        return total.split(context.counts)[dist.get_rank()], None


def _exchange(own: Tensor, counts: Sequence[int]) -> list[Tensor]:
    """Return the rows of every process, `counts` of each. They are padded on the way to have one shape."""
    padded = F.pad(own, (0, 0, 0, max(counts) - len(own))).contiguous()
    parts = [torch.empty_like(padded) for _ in counts]
    dist.all_gather(parts, padded)
    return [part[:count] for part, count in zip(parts, counts, strict=True)]


def _numbered(outer: Tensor, inner: Tensor) -> Tensor:
    """Return one number (n,) for each pair of numbers."""
    numbers: Tensor = torch.unique(torch.stack([outer, inner], dim=1), dim=0, return_inverse=True)[1]
    return numbers


def _world() -> int:
    size: int = dist.get_world_size()
    return size
