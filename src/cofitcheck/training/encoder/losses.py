"""The contrastive losses of stage 1 (paper III-B), each a scalar over the n mentions of one batch.

All take the mentions' vectors `e` float (n, d), compared by cosine, so of any length but 0; `fact` int64 (n,)
with equal numbers for equal facts, every mention having one; and `ignore` bool (n, n), symmetric, True for
pairs that count neither as equal nor as different. An equal fact outweighs `ignore`. What comes of half
precision is computed in float32, inside autocast too. Too few mentions for a term make it 0, with gradient 0.
"""

from __future__ import annotations

import math
from typing import Literal, get_args

import msgspec
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 (torch's own name for it)

from cofitcheck.errors import ConfigError

Kind = Literal["decoupled", "standard"]


class LossConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which loss, and its constants: temperature and weights are the paper's, which calls epsilon small.

    Only `kind` and `temperature` mean something to the standard loss. `isolated_weight` 0 leaves L_i out.
    `isolated_as_negatives` is ours: a mention that has an equal is told from all mentions of the batch, not
    only from those that have one. False is the paper's equation. Raises `ConfigError`.
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
    """Return the standard objective: every mention a query, against all mentions, a positive of itself."""
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
    """Return the mean over rows of -log(P / (P + R)), P the sum over the row's positives, R over what else it
    is compared with.

    As log(1 + R / P): a row that is as it should be then costs next to nothing, and not the rounding of P.
    """
    rest = _masked_logsumexp(logits, compared & ~positive) - _masked_logsumexp(logits, positive)
    return F.softplus(rest).sum() / max(1, len(rest))


def _isolated_loss(logits: Tensor, pairs: Tensor, epsilon: float) -> Tensor:
    """Return L_i = log((epsilon + S) / epsilon), S the sum over the ordered pairs, bool (n, n)."""
    return F.softplus(_masked_logsumexp(logits, pairs).logsumexp(dim=0) - math.log(epsilon))


def _masked_logsumexp(logits: Tensor, keep: Tensor) -> Tensor:
    # The least finite number and not -inf, whose gradient is not a number where a row keeps nothing.
    return logits.masked_fill(~keep, torch.finfo(logits.dtype).min).logsumexp(dim=1)
