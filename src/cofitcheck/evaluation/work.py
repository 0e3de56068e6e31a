"""One piece of work for each of many documents, in as many processes as wanted."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Unread:
    """A document that could not be evaluated, and why, in a sentence."""

    document: str
    reason: str


def each(
    work: Callable[[Filing], Result], filings: Sequence[Filing], workers: int
) -> Iterator[Result | Unread]:
    """Yield what `work` returns for each filing, in their order; `Unread` for one that it cannot read.

    `work` must be picklable where `workers` is more than 1. Raises `InputError` where a process dies.
    """
    attempt = partial(_attempt, work)
    if min(workers, len(filings)) < 2:
        yield from map(attempt, filings)
        return
    # A forked process would inherit the locks of whatever threads run here.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(filings)), mp_context=context) as pool:
        try:
            yield from pool.map(attempt, filings)
        except BrokenProcessPool as error:
            raise InputError(
                "A worker process died, most likely for want of memory; take fewer --workers."
            ) from error


def parted(outcomes: Iterable[Result | Unread]) -> tuple[list[Result], list[Unread]]:
    """Return what came of the documents that could be read, and those that could not."""
    done: list[Result] = []
    unread: list[Unread] = []
    for outcome in outcomes:
        if isinstance(outcome, Unread):
            unread.append(outcome)
        else:
            done.append(outcome)
    return done, unread


def _attempt(work: Callable[[Filing], Result], filing: Filing) -> Result | Unread:
    try:
        return work(filing)
    except InputError as error:
        # A reader's sentence begins with the name, which is said already.
        return Unread(
            filing.name, str(error).removeprefix(f"{filing.path}: ").removeprefix(f"{filing.name}: ")
        )
