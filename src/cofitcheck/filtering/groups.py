"""Mentions by group, and the pairs across two groups, as arrays: no Python loop over mentions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_CHUNK = 1_000_000
"""Pairs expanded at once, about 60 MB of arrays; a hostile table must not take more."""


@dataclass(frozen=True)
class Groups:
    """Members by group: group g holds `members[starts[g] : starts[g] + sizes[g]]`, in ascending order."""

    members: Indices
    starts: Indices
    sizes: Indices

    @classmethod
    def of(cls, groups: npt.NDArray[np.integer[Any]], limit: int | None = None) -> Groups:
        """Group the positions of `groups` (n,).

        Groups are numbered from 0; a position with a negative number is in none. Only the first `limit`
        members of a group stay.
        """
        members = np.argsort(groups, kind="stable")
        members = members[groups[members] >= 0]
        sizes = np.bincount(groups[members]) if len(members) else np.empty(0, np.int64)
        starts = np.cumsum(sizes) - sizes
        return cls(members, starts, sizes if limit is None else np.minimum(sizes, limit))

    def cross(
        self, first: Indices, second: Indices, keep: Callable[[Indices, Indices, Indices], Mask]
    ) -> tuple[Indices, Indices, Indices]:
        """Return the pairs of a member of `first[k]` and one of `second[k]` that `keep` takes, with their k.

        `first` and `second` are group numbers (m,). `keep` gets three arrays: the first members, the second
        members and their k.
        """
        counts = self.sizes[first] * self.sizes[second]
        ends = np.cumsum(counts)
        parts: list[tuple[Indices, Indices, Indices]] = []
        start = 0
        while start < len(first):
            done = ends[start - 1] if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, done + _CHUNK, side="right")))
            parts.append(self._expand(first[start:stop], second[start:stop], start, keep))
            start = stop
        none = np.empty(0, np.int64)
        left, right, which = (np.concatenate((none, *(part[k] for part in parts))) for k in range(3))
        return left, right, which

    def _expand(
        self,
        first: Indices,
        second: Indices,
        offset: int,
        keep: Callable[[Indices, Indices, Indices], Mask],
    ) -> tuple[Indices, Indices, Indices]:
        width = self.sizes[second]
        counts = self.sizes[first] * width
        which = np.repeat(np.arange(len(first)), counts)
        step = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
        left = self.members[self.starts[first][which] + step // width[which]]
        right = self.members[self.starts[second][which] + step % width[which]]
        kept = keep(left, right, which + offset)
        return left[kept], right[kept], which[kept] + offset
