"""The trained parts of a checker, by its method; a missing file is reported before any is loaded."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cofitcheck.checks import DifferenceModel
from cofitcheck.checks.severity import Levels
from cofitcheck.checks.sums.features import SumModel
from cofitcheck.checks.text.model import TextModels
from cofitcheck.classification import Cascade, Classifier, FacetTrees, Trees, WordClassifier, load_classifier
from cofitcheck.classification.description import FILE as CLASSIFIER_FILE
from cofitcheck.classification.trees import LEARNT, file_of, open_all
from cofitcheck.config import CheckConfig, ClassifyConfig, FilterConfig
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded, Encoder
from cofitcheck.encoding.description import FILE as ENCODER_FILE
from cofitcheck.encoding.kept_vectors import DiskVectors, KeptVectors
from cofitcheck.encoding.load import load_encoder
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.errors import ModelError
from cofitcheck.filtering import (
    CandidatePairs,
    ExactSearch,
    HnswSearch,
    PairSearch,
    alignment_pairs,
    of_one_basis,
    of_one_registrant,
    union,
)
from cofitcheck.reconciliation import EqualTrees, LineTrees, Reconciler, WithinTrees
from cofitcheck.weights import Bundle, bundled

_ENCODER = "cofitcheck train encoder makes it (--config configs/encoder/paper.yaml for a causal model)"
_CLASSIFIER = "cofitcheck train classifier makes it (--config configs/classifier/paper.yaml)"
_TREES = "python -m cofitcheck.training.trees makes them, of an encoder with its facets"
_EQUALS = "python -m cofitcheck.training.equals, .within and .lines make them"
_DIFFERENCE = "python -m cofitcheck.training.difference makes it"


def find_candidates(
    document: Document, encoded: Encoded, config: FilterConfig, threshold: float = 0.5
) -> CandidatePairs:
    """Return the pairs worth classifying: near vectors, aligned rows and columns.

    `threshold` is the encoder's own, and holds where `config` has none. Tables of two registrants, and
    numbers of two bases, state no fact in common: their pairs are left out, however alike. With
    `config.alone` the pairs are those of near vectors, as in the paper. Deterministic for one document, one
    set of vectors and one configuration.
    """
    import numpy as np

    tables = np.array([mention.table for mention in document.mentions], dtype=np.int32)
    kind = HnswSearch if config.search == "hnsw" else ExactSearch
    search: PairSearch = kind(limit=config.limit)
    above = threshold if config.threshold is None else config.threshold
    near = search.search(encoded.fact, tables, above)
    if config.alone:
        return near
    aligned = alignment_pairs(document, encoded.fact, config.alignment)
    return of_one_basis(document, of_one_registrant(document, union(near, aligned)))


@dataclass(frozen=True)
class Stages:
    """The trained parts of a checker; anything with the same methods can take the place of the bundled ones.

    `name` is what a report calls them. Without `sums` no table is added up, without `text` no sentence is
    compared with a table, and without `within` and `lines` no repeats inside a table are found.
    """

    encoder: Encoder
    classifier: Classifier
    difference: DifferenceModel
    name: str
    sums: SumModel | None = None
    text: TextModels | None = None
    within: WithinTrees | None = None
    lines: LineTrees | None = None
    levels: Levels = field(default_factory=Levels)

    @classmethod
    def load(cls, config: CheckConfig, kept: KeptVectors | None = None) -> Stages:
        """Load what the method of a configuration needs; `kept` is where vectors lie, None for the folder of
        the configuration, if there is one.

        Raises `ModelError` where a part is missing or is no such model, `InputError` where a server cannot be
        used.
        """
        require_files(config)
        threads, name = config.threads or os.cpu_count() or 1, model_name(config)
        kept = kept or (DiskVectors(config.vector_cache) if config.vector_cache else None)
        if config.system == "paper":
            assert config.encoder is not None
            encoder = load_encoder(config.encoder, threads, kept)
            return cls(encoder, _language_model(config.classify), DifferenceModel(), name)
        bundle = _bundle(config)
        words = WordClassifier(Trees(bundle.first, threads), FacetTrees(bundle.folder, threads))
        classifier: Classifier = words
        if config.system == "cascade":
            classifier = Cascade(words, _language_model(config.classify), config.classify.ask_above)
        elif config.system == "default":
            known = EqualTrees.load(bundle.folder, threads)
            classifier = Reconciler(words, Trees(bundle.second, threads), known)
        # The bundled model is complete: loading it at once would show no error.
        encoder = load_encoder(bundle.folder, threads, kept, later=config.model is None)
        difference = DifferenceModel.load(bundle.difference)
        if config.system == "words":
            return cls(encoder, classifier, difference, name)
        # Whether a sum breaks does not depend on the model that matches facts: a trained folder needs no
        # sums.
        sums, text = SumModel.load(bundled().folder), TextModels.load(bundled().folder)
        if config.system != "default":
            return cls(encoder, classifier, difference, name, sums, text)
        inside = WithinTrees.load(bundle.folder, threads), LineTrees.load(bundle.folder, threads)
        return cls(encoder, classifier, difference, name, sums, text, *inside, Levels.load(bundled().levels))

    def open(self) -> None:
        """Load now what is otherwise loaded when it is first used, for forks of this process. Raises
        `ModelError`."""
        if isinstance(self.encoder, OnnxEncoder):
            self.encoder.open()
        open_all()

    def candidates(self, document: Document, encoded: Encoded, config: FilterConfig) -> CandidatePairs:
        """Return the candidate pairs of a document that the encoder has encoded."""
        return find_candidates(document, encoded, config, self.encoder.threshold)


def model_name(config: CheckConfig) -> str:
    """Return what a report calls the models of a configuration."""
    classify = config.classify
    first = config.encoder.resolve().name if config.encoder else _bundle(config).name
    if classify.server:
        return f"{first}, {classify.server.model} at {classify.server.url}"
    return f"{first}, {classify.model.resolve().name}" if classify.model else first


def require_files(config: CheckConfig) -> None:
    """Raise `ModelError` where a folder lacks a file of its model, with what that is for and what makes it.

    Looks at names only, so that it can be asked before anything is loaded.
    """
    if config.classify.model:
        _require_classifier(config.classify.model)
    if config.encoder:
        require_encoder(config.encoder)
    if config.model:
        require_encoder(config.model)
        _require_trees(config.model)


def require_encoder(folder: Path) -> None:
    """Raise `ModelError` where a folder lacks a file of a trained encoder, with what makes it."""
    weights = ("encoder.onnx",) if (folder / "encoder.onnx").is_file() else ("config.json",)
    needed = {
        weights[0]: "the encoder itself (or encoder.onnx)",
        ENCODER_FILE: "how its input is laid out",
        "tokenizer.json": "its tokenizer",
    }
    _require(folder, "encoder", needed, _ENCODER)


def _require_classifier(folder: Path) -> None:
    needed = {
        "config.json": "the language model itself",
        CLASSIFIER_FILE: "how its questions are put",
        "tokenizer.json": "its tokenizer",
    }
    _require(folder, "classifier", needed, _CLASSIFIER)


def _require_trees(folder: Path) -> None:
    bundle = Bundle(folder.name, folder)
    facets = (file_of(folder, facet) for facet in LEARNT)
    trees = _missing(folder, [path.name for path in (bundle.first, bundle.second, *facets)])
    ties = _missing(folder, [*EqualTrees.files(), *WithinTrees.files(), *LineTrees.files()])
    difference = _missing(folder, [bundle.difference.name])
    lacks = [f"{', '.join(trees)} (the trees that judge pairs of numbers: {_TREES})"] if trees else []
    what = "the trees that judge equal numbers, and single tables"
    lacks += [f"{', '.join(ties)} ({what}: {_EQUALS})"] if ties else []
    lacks += [f"{difference[0]} (how probably a difference is an error: {_DIFFERENCE})"] if difference else []
    if lacks:
        raise ModelError(
            f"{folder} holds an encoder but no whole model; it lacks {', and '.join(lacks)}. For the paper's "
            f"method an encoder is enough: --method paper --encoder {folder}, with --classifier or --server."
        )


def _require(folder: Path, kind: str, needed: dict[str, str], made: str) -> None:
    if not folder.is_dir():
        raise ModelError(f"{folder}: there is no such folder of a trained {kind}; {made}.")
    if missing := _missing(folder, needed):
        said = " and ".join(f"{name}, {needed[name]}" for name in missing)
        raise ModelError(f"{folder} is not the folder of a trained {kind}: it lacks {said}; {made}.")


def _missing(folder: Path, names: Iterable[str]) -> list[str]:
    return [name for name in names if not (folder / name).is_file()]


def _bundle(config: CheckConfig) -> Bundle:
    return Bundle(config.model.name, config.model) if config.model else bundled()


def _language_model(config: ClassifyConfig) -> Classifier:
    """Return the language model that is asked; the configuration has made sure that there is one."""
    if config.server:
        from cofitcheck.classification.servers.classifier import ServerClassifier

        return ServerClassifier(config.server, config.language)
    assert config.model is not None
    return load_classifier(config.model, config.backend, config.language)
