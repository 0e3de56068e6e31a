"""The contrastive losses of stage 1 (paper III-B), each a scalar over the mentions of one batch.

All take unit vectors `e` float (n, d), `fact` int64 (n,) with equal numbers for equal facts (every mention
here has a tag), and `ignore` bool (n, n), symmetric, True for pairs that count as neither equal nor
different.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 (torch's own name for it)


@dataclass(frozen=True, slots=True)
class LossConfig:
    """The paper's constants; `isolated_as_negatives` is ours: False is the paper's equation.

    With it, a mention that has an equal is told from all mentions of the batch, not only from those that
    have one.
    """

    temperature: float = 0.15
    shared_weight: float = 0.75
    isolated_weight: float = 0.25
    epsilon: float = 0.1
    isolated_as_negatives: bool = False


def decoupled_info_nce(e: Tensor, fact: Tensor, ignore: Tensor, config: LossConfig) -> Tensor:
    """Return alpha1 * L_n + alpha2 * L_i; weight 0 for `isolated_weight` leaves L_i out."""
    logits = e @ e.T / config.temperature
    equal = _equal(fact)
    shared = equal.any(dim=1)
    negatives = torch.ones_like(shared) if config.isolated_as_negatives else shared
    loss = config.shared_weight * _shared_loss(logits, equal, negatives, ignore)
    if config.isolated_weight:
        loss = loss + config.isolated_weight * _isolated_loss(logits, ~shared, ignore, config.epsilon)
    return loss


def standard_info_nce(e: Tensor, fact: Tensor, ignore: Tensor, config: LossConfig) -> Tensor:
    """Return the standard objective: every mention a query, against all mentions, a positive of itself."""
    logits = e @ e.T / config.temperature
    positive = fact[:, None] == fact[None, :]
    denominator = _masked_logsumexp(logits, ~ignore | positive)
    return (denominator - _masked_logsumexp(logits, positive)).mean()


def _equal(fact: Tensor) -> Tensor:
    """Return bool (n, n): equal facts, a mention not counting as its own equal."""
    equal = fact[:, None] == fact[None, :]
    return equal.fill_diagonal_(False)


def _shared_loss(logits: Tensor, equal: Tensor, negatives: Tensor, ignore: Tensor) -> Tensor:
    """Return L_n; as in the paper's equation, the denominator holds the mention itself too."""
    rows = equal.any(dim=1)
    if not rows.any():
        return logits.sum() * 0.0
    logits, equal, ignore = logits[rows], equal[rows], ignore[rows]
    denominator = _masked_logsumexp(logits, (negatives[None, :] & ~ignore) | equal)
    return (denominator - _masked_logsumexp(logits, equal)).mean()


def _isolated_loss(logits: Tensor, isolated: Tensor, ignore: Tensor, epsilon: float) -> Tensor:
    """Return L_i = log(1 + S / epsilon), S the sum over ordered pairs of different isolated mentions."""
    pairs = isolated[:, None] & isolated[None, :] & ~ignore
    pairs.fill_diagonal_(False)
    if not pairs.any():
        return logits.sum() * 0.0
    total = torch.logsumexp(logits[pairs], dim=0)
    return F.softplus(total - torch.log(torch.tensor(epsilon, dtype=total.dtype, device=total.device)))


def _masked_logsumexp(logits: Tensor, keep: Tensor) -> Tensor:
    return logits.masked_fill(~keep, float("-inf")).logsumexp(dim=1)
