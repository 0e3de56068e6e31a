"""Every setting of a check in one place: the same objects feed Python and the command line."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from cofitcheck.checks import CheckSettings
from cofitcheck.classification import Backend
from cofitcheck.classification.questions.prompts import Language
from cofitcheck.classification.servers.config import ServerConfig
from cofitcheck.errors import ConfigError
from cofitcheck.facts import LinkageSettings
from cofitcheck.filtering import AlignmentSettings
from cofitcheck.filtering.model import require_cosine
from cofitcheck.readers.settings import ReadSettings

SECONDS, PATIENT_SECONDS = 120, 14_400
"""Processor seconds that a document may take; the second with a language model that runs here, or OCR."""
NUMBERS = 5_000
"""A document of more numbers may take longer, in proportion."""
MOST = 4.0
"""A document may take at most this many times as long as one of up to 5,000 numbers."""

Search = Literal["exact", "hnsw"]

Method = Literal["default", "words", "cascade", "paper"]
"""Whole systems, by the names that reports give them: the bundled one; the same without the rest of the
document; its trees before a language model; and the paper's own, with nothing added."""


@dataclass(frozen=True, slots=True)
class FilterConfig:
    """The first stage: which pairs of mentions are looked at.

    Pairs of mentions whose vectors have a cosine above `threshold` are candidates (None: the encoder's own
    threshold); `limit` is the most pairs kept by similarity (None: all). "exact" compares every pair; "hnsw"
    is the paper's approximate search (None: "hnsw" for the method of the paper, "exact" for others). With
    `alone` these are the only candidates: aligned rows and columns add none, and pairs of two registrants or
    bases are not left out.
    """

    threshold: float | None = None
    limit: int | None = 60_000
    search: Search | None = None
    alignment: AlignmentSettings = field(default_factory=AlignmentSettings)
    alone: bool = False

    def __post_init__(self) -> None:
        if self.threshold is not None:
            require_cosine(self.threshold)
        if self.limit is not None and self.limit < 1:
            raise ConfigError(f"the filter's limit must be at least 1 pair, not {self.limit}; None keeps all")
        if self.search is not None and self.search not in get_args(Search):
            raise ConfigError(
                f"the filter's search is one of {', '.join(get_args(Search))}, not {self.search}"
            )


@dataclass(frozen=True, slots=True)
class ClassifyConfig:
    """The second stage: which classifier, and the least probability at which a pair is taken for the same
    fact (None: the classifier's own).

    `model` is the folder of a trained language model that a `backend` runs; `server` is a language model that
    runs elsewhere. With neither the bundled trees classify. In a cascade the language model is asked only
    about pairs to which the trees' first ensemble, which goes by words, gives a probability of `ask_above` or
    more. `language` is the one that it is asked in ("auto": a Chinese document in Chinese, others in
    English). None is the language that a trained model has learnt, and "auto" for a server.
    """

    threshold: float | None = None
    model: Path | None = None
    backend: Backend = "transformers"
    server: ServerConfig | None = None
    ask_above: float = 0.1
    language: Language | None = None

    def __post_init__(self) -> None:
        if self.threshold is not None:
            _require_probability("the classifier's threshold", self.threshold)
        _require_probability("what the classifier is asked above", self.ask_above)
        if self.backend not in get_args(Backend):
            raise ConfigError(
                f"a classifier's backend is one of {', '.join(get_args(Backend))}, not {self.backend}"
            )
        if self.language is not None and self.language not in get_args(Language):
            raise ConfigError(
                f"a language model is asked in one of {', '.join(get_args(Language))}, not {self.language}"
            )
        if self.model and self.server:
            raise ConfigError("a trained classifier and a server cannot both classify; name one of them")

    @property
    def starts_processes(self) -> bool:
        """Whether the program that runs the language model starts processes of its own."""
        return self.model is not None and self.backend == "vllm"

    @property
    def asks(self) -> bool:
        """Whether a language model is named."""
        return bool(self.model or self.server)


@dataclass(frozen=True, slots=True)
class CheckConfig:
    """What a `Checker` needs to know; the defaults are those of the bundled model.

    `method` is the whole system (None: the cascade where a language model is named, else the default one).
    "default" judges pairs in the light of the whole document (neighbours that agree, rivals, sums), "words"
    each alone; "cascade" asks a language model what the trees leave open. "paper" is the paper's: pairs whose
    vectors of `encoder` have a cosine above `filter.threshold`, the language model asked about all of them,
    and the values of those it takes for one fact compared by rule. `checks.threshold` is what the command
    line calls --threshold, except with the paper's method. `model` is the folder of a trained model for the
    other three methods; None is the bundled one. `encoder` is the folder of a trained encoder for the paper's
    method. `reading` is how `cofitcheck.check` reads a file. `threads` bounds the CPU threads of one checker;
    0 takes all cores. `vector_cache` is a folder where vectors are kept from one check to the next; None for
    none. `seconds` of the processor bound the check of a document of up to 5,000 numbers. A larger document
    has more in proportion, at most four times as many. What is not reached by then is listed as not checked.
    None is 120 (14,400 with a language model that runs here), 0 no bound.
    """

    filter: FilterConfig = field(default_factory=FilterConfig)
    classify: ClassifyConfig = field(default_factory=ClassifyConfig)
    facts: LinkageSettings = field(default_factory=LinkageSettings)
    checks: CheckSettings = field(default_factory=CheckSettings)
    method: Method | None = None
    model: Path | None = None
    encoder: Path | None = None
    threads: int = 0
    reading: ReadSettings = field(default_factory=ReadSettings)
    vector_cache: Path | None = None
    seconds: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and self.seconds < 0:
            raise ConfigError(f"seconds must be 0 (no bound) or more, not {self.seconds}")
        if self.threads < 0:
            raise ConfigError(f"threads must be 0 (all cores) or more, not {self.threads}")
        if self.method is not None and self.method not in get_args(Method):
            raise ConfigError(f"the method is one of {', '.join(get_args(Method))}, not {self.method}")
        self._require_parts()

    def _require_parts(self) -> None:
        """Raise `ConfigError` where the method lacks one of its models, or is given that of another
        method."""
        method, paper = self.system, self.system == "paper"
        if method in ("cascade", "paper") and not self.classify.asks:
            raise ConfigError(
                f"the method {method} asks a language model, and none is named: give the folder of a trained "
                "one (--classifier; cofitcheck train classifier makes it) or a server (--server)"
            )
        if method in ("default", "words") and self.classify.asks:
            raise ConfigError(
                f"the method {method} asks no language model; name cascade or paper, or leave it out"
            )
        if paper and not self.encoder:
            raise ConfigError(
                "the method paper needs an encoder of its own (--encoder): the folder that cofitcheck train "
                "encoder leaves, with configs/encoder/paper.yaml for one"
            )
        if paper and self.model:
            raise ConfigError("the method paper has no trees: name its encoder with --encoder, not --model")
        if self.encoder and not paper:
            raise ConfigError(
                f"the trees of the method {method} know the vectors they were taught with and no other "
                "encoder's; name the method paper, or a whole model with --model"
            )

    @property
    def system(self) -> Method:
        """The method that is meant."""
        return self.method or ("cascade" if self.classify.asks else "default")

    def seconds_for(self, numbers: int) -> float | None:
        """Return the processor seconds that the check of a document with this many numbers may take; None
        where there is no bound."""
        usual = PATIENT_SECONDS if self.classify.model else SECONDS
        seconds = usual if self.seconds is None else self.seconds
        return seconds * size_factor(numbers) if seconds else None

    @property
    def filtering(self) -> FilterConfig:
        """The first stage of the method: the paper's has no limit, and no pairs but those of near vectors."""
        if self.system != "paper":
            return self.filter
        return replace(self.filter, limit=None, alone=True, search=self.filter.search or "hnsw")


def size_factor(numbers: int) -> float:
    """Return how many times the bounds of a document of up to 5,000 numbers one with this many may take."""
    return min(MOST, max(1.0, numbers / NUMBERS))


def _require_probability(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ConfigError(f"{name} must be between 0 and 1, not {value}")
