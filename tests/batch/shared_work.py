"""Work that says in which process it was loaded, and in which it is done."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from cofitcheck.engines.engine import Work, check_all
from cofitcheck.engines.template import sharing


@dataclass(frozen=True)
class Named:
    shown: str

    def alone(self) -> tuple[Self]:
        return (self,)


def load() -> Work[Named, tuple[int, int]]:
    loaded = os.getpid()

    def work(job: Named, progress: Callable[[str], None]) -> tuple[int, int]:
        return loaded, os.getpid()

    return work


def main() -> None:
    jobs = [Named(str(number)) for number in range(3)]
    # Three rounds of one worker each: every one is a process of its own.
    for job in jobs:
        for outcome in check_all(sharing(load), [job], 1, lambda *_: None):
            print(*outcome if isinstance(outcome, tuple) else (outcome,))


if __name__ == "__main__":
    from tests.batch import shared_work

    shared_work.main()
