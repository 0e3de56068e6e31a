"""What vectors are kept by: a digest of the model and of all that it sees of a pass, and no text."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import numpy as np

from cofitcheck.encoding.passes import PackedPass

_PROCESSOR = Path("/proc/cpuinfo")


class KeptVectors(Protocol):
    """Where the vectors of passes lie, as bytes; what is not found is worked out anew."""

    def find(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        """Return what is kept of these keys."""
        ...

    def keep(self, vectors: Mapping[bytes, bytes]) -> None:
        """Keep more, and let go of what was not asked for the longest where that is too much."""
        ...


def fingerprint_of(model: Path) -> bytes:
    """Return a digest of what turns a pass into vectors: the model's file, and the runtime and the processor
    that do the arithmetic, as others round its last bits in other ways."""
    import onnxruntime

    digest = sha256(model.read_bytes())
    for each in (onnxruntime.__version__, platform.machine(), _processor()):
        digest.update(f"\0{each}".encode())
    return digest.digest()


def key_of(fingerprint: bytes, each: PackedPass) -> bytes:
    """Return the key of a pass: equal for passes that a model cannot tell apart, and for no others.

    Where a pass belongs in its document has no part in it.
    """
    digest = sha256(fingerprint)
    for array in (each.tokens, each.positions, each.unit, each.queries, each.sees):
        digest.update(repr((array.dtype.str, array.shape)).encode())
        digest.update(np.ascontiguousarray(array).data)
    digest.update(b"causal" if each.causal else b"")
    return digest.digest()


def _processor() -> str:
    """Return what the processor can do, as far as the system says it."""
    try:
        lines = _PROCESSOR.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    told = (line for line in lines if line.startswith(("model name", "flags", "Features")))
    return "".join(sorted(set(told)))
