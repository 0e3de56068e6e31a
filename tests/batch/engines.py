"""An engine without processes, whose outcomes are written down, and a listener that takes no note."""

from collections.abc import Generator, Iterator, Mapping

from cofitcheck.engines.engine import Engine, JobT, LostJob, OnStage, OutcomeT
from cofitcheck.engines.jobs import Unchecked


class Scripted(Engine[JobT, OutcomeT]):
    def __init__(self, outcomes: Mapping[str, OutcomeT]) -> None:
        self._outcomes = outcomes

    def run(
        self, jobs: Iterator[JobT], workers: int, on_stage: OnStage
    ) -> Generator[OutcomeT | Unchecked | LostJob[JobT], None, None]:
        for job in jobs:
            yield self._outcomes.get(job.shown) or Unchecked(job.shown, "a reason")


class Silent:
    def begin(self, total: int, done: int) -> None: ...

    def stage(self, shown: str, name: str) -> None: ...

    def finished(self, shown: str) -> None: ...

    def say(self, sentence: str) -> None: ...
