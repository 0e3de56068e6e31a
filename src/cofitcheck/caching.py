"""Results that are worked out once for a document, and forgotten with it or when the next one is read.

A filing repeats its own words thousands of times, but few words of other filings. Results that were kept for
the life of the process lay scattered in the memory that each document freed, so that this memory could not be
returned to the system. Of 60 filings that were read and laid out for the encoder, each left some 1.7 MB
behind, however the caches were bounded; `benchmarks/memory.py --stage read` measures it again.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache, lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import WeakValueDictionary, ref

Key = TypeVar("Key")
Value = TypeVar("Value")
Subject = TypeVar("Subject")
Arguments = ParamSpec("Arguments")

_forgetting: list[Callable[[], None]] = []
_tables: WeakValueDictionary[int, Remembered[Any, Any]] = WeakValueDictionary()


def cached(most: int) -> Callable[[Callable[Arguments, Value]], Callable[Arguments, Value]]:
    """Let a pure function remember up to `most` results, those asked for last, until `forget`."""

    def decorate(function: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
        remembering = lru_cache(maxsize=most)(function)
        _forgetting.append(remembering.cache_clear)
        return remembering  # type: ignore[return-value]  # a wrapper takes what the function takes

    return decorate


def once_a_document(
    function: Callable[Concatenate[Subject, Arguments], Value],
) -> Callable[Concatenate[Subject, Arguments], Value]:
    """Let a pure function of a document, and of flags that can be hashed, work out each result once.

    A result is kept while the document lives, until `forget`; it must neither hold the document nor be
    changed. Two documents that are equal, but not the same object, have two results.
    """
    kept: dict[int, tuple[ref[Subject], dict[Any, Value]]] = {}
    _forgetting.append(kept.clear)

    @wraps(function)
    def once(subject: Subject, /, *others: Arguments.args, **flags: Arguments.kwargs) -> Value:
        number, key = id(subject), (others, tuple(sorted(flags.items())))
        known = kept.get(number)
        if known is None or known[0]() is not subject:
            known = kept[number] = (ref(subject, lambda _: kept.pop(number, None) and None), {})
        results = known[1]
        if key not in results:
            results[key] = function(subject, *others, **flags)
        return results[key]

    return once


class Remembered(dict[Key, Value]):
    """A dict that is empty after `forget`; another thread may call that at any time."""

    def __init__(self) -> None:
        super().__init__()
        _tables[id(self)] = self


def forget() -> None:
    """Forget all results: the next document has other words. This is safe at any time, and costs only time.

    With glibc the free memory then goes back to the system. By itself glibc keeps what lies below anything in
    use: after twenty filings of small companies a worker held 420 MB in place of 350.
    """
    for each in _forgetting:
        each()
    for table in list(_tables.values()):
        table.clear()
    if trim := _trim():
        trim(0)


@cache
def _trim() -> Callable[[int], object] | None:
    """Return what gives free memory back to the system; None where there is no such function."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
