"""The mentions of one step from all processes, so that each finds its negatives among all of them.

Every process calls `gather` on its own mentions, computes the same loss over all of them, and takes it as it
is, with no factor: the backward of `gather` adds up what the losses of the W processes say of a process's own
vectors, W times the gradient of one loss, and data-parallel training divides the gradients by W.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 (torch's own name for it)


@dataclass(frozen=True, slots=True)
class BatchMentions:
    """What the pair loss takes of the n tagged mentions of a batch; all tensors on one device.

    `e` float (n, d). `fact` int64 (n,): equal numbers for equal facts, inside one document. `document` int64
    (n,): the document's number in this batch. `company` int64 (n,): one number for one company, in all
    processes. `ambiguous` int64 (k, 2): pairs of these mentions, of one document each, that cannot be judged.
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

    Those are the `ambiguous` int64 (k, 2), and all between two documents of one company, as two filings may
    state one fact. `document` and `company` are int64 (n,). Pairs of different companies are different.
    """
    ignored = (company[:, None] == company) & (document[:, None] != document)
    first, second = ambiguous.unbind(dim=1)
    ignored[first, second] = True
    ignored[second, first] = True
    return ignored


def gather(own: BatchMentions) -> BatchMentions:
    """Return the mentions of all processes, those of rank 0 first, with gradient; `own` in a single process.

    The counts may differ, and be 0; but either all processes' `e` has a gradient or none. A document is one
    process's own: where another has a part of it too, that is a second document of the company, and pairs
    between the two are ignored.
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
    """All processes' rows, one below the other; backward adds up what every process says of the own rows."""

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
    """Return every process's rows, `counts` many; padded on the way: collectives want one shape."""
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
