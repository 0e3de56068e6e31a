"""Every setting of a check in one place: the same objects feed Python and the command line."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from cofitcheck.checks import CheckSettings
from cofitcheck.classification.load import Backend
from cofitcheck.classification.servers.config import ServerConfig
from cofitcheck.errors import ConfigError
from cofitcheck.facts import LinkageSettings
from cofitcheck.filtering import AlignmentSettings
from cofitcheck.filtering.vectors import require_cosine
from cofitcheck.readers.settings import ReadSettings

Search = Literal["exact", "hnsw"]


@dataclass(frozen=True, slots=True)
class FilterConfig:
    """The first stage: which pairs of mentions are looked at.

    Pairs of mentions whose vectors have a cosine above `threshold` are candidates (None: the encoder's own
    threshold); `limit` is the most pairs kept by similarity (None: all). "exact" compares every pair; "hnsw"
    is the paper's approximate search.
    """

    threshold: float | None = None
    limit: int | None = 60_000
    search: Search = "exact"
    alignment: AlignmentSettings = field(default_factory=AlignmentSettings)

    def __post_init__(self) -> None:
        if self.threshold is not None:
            require_cosine(self.threshold)
        if self.limit is not None and self.limit < 1:
            raise ConfigError(f"the filter's limit must be at least 1 pair, not {self.limit}; None keeps all")
        if self.search not in get_args(Search):
            raise ConfigError(
                f"the filter's search is one of {', '.join(get_args(Search))}, not {self.search}"
            )


@dataclass(frozen=True, slots=True)
class ClassifyConfig:
    """The second stage: which classifier, and the least probability at which a pair is taken for the same
    fact (None: the classifier's own).

    `model` is the folder of a trained language model that a `backend` runs, `server` one that others run;
    with neither the bundled trees classify. A language model is asked only about pairs that the trees' first
    ensemble, which goes by words, gives a probability of `ask_above` or more.
    """

    threshold: float | None = None
    model: Path | None = None
    backend: Backend = "transformers"
    server: ServerConfig | None = None
    ask_above: float = 0.1

    def __post_init__(self) -> None:
        if self.threshold is not None:
            _require_probability("the classifier's threshold", self.threshold)
        _require_probability("what the classifier is asked above", self.ask_above)
        if self.backend not in get_args(Backend):
            raise ConfigError(
                f"a classifier's backend is one of {', '.join(get_args(Backend))}, not {self.backend}"
            )
        if self.model and self.server:
            raise ConfigError("a trained classifier and a server cannot both classify; name one of them")


@dataclass(frozen=True, slots=True)
class CheckConfig:
    """What a `Checker` needs to know; the defaults are those of the bundled model.

    With `reconcile`, pairs are judged in the light of the whole document (neighbours that agree, rivals,
    sums); without, each by its words alone, as in the paper. `checks.threshold` is what the command line
    calls --threshold. `model` is the folder of a trained model, None the bundled one. `reading` is how
    `cofitcheck.check` reads a file.
    `threads` bounds the CPU threads of one checker; 0 takes all cores.
    """

    filter: FilterConfig = field(default_factory=FilterConfig)
    classify: ClassifyConfig = field(default_factory=ClassifyConfig)
    facts: LinkageSettings = field(default_factory=LinkageSettings)
    checks: CheckSettings = field(default_factory=CheckSettings)
    model: Path | None = None
    reconcile: bool = True
    threads: int = 0
    reading: ReadSettings = field(default_factory=ReadSettings)

    def __post_init__(self) -> None:
        if self.threads < 0:
            raise ConfigError(f"threads must be 0 (all cores) or more, not {self.threads}")


def _require_probability(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ConfigError(f"{name} must be between 0 and 1, not {value}")
