"""The paper's own system: near vectors, a language model about all of them, values compared by rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.checker import Checker
from cofitcheck.classification.servers.config import ServerConfig
from cofitcheck.config import CheckConfig, ClassifyConfig, FilterConfig, Method
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.errors import ConfigError, ModelError, UnavailableError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.reports.model.report import Report
from cofitcheck.stages import Stages, require_files
from tests.checker.checker_fakes import CASH, INCOME, SEGMENTS, STAGES, FixedEncoder, filing, names

SERVER = ClassifyConfig(server=ServerConfig("http://127.0.0.1:1/v1", "tiny"))
PAPER = CheckConfig(method="paper", encoder=Path("runs/encoder"), classify=SERVER)
DOCUMENT = filing(INCOME, CASH, SEGMENTS)


class Recorder:
    """Answers yes to mentions of one label, and remembers what it was asked about."""

    threshold = 0.9

    def __init__(self, yes: float = 0.6) -> None:
        self.asked: list[tuple[int, int]] = []
        self.yes = yes

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        self.asked = list(zip(candidates.left.tolist(), candidates.right.tolist(), strict=True))
        same = [names(document.mentions[a]) == names(document.mentions[b]) for a, b in self.asked]
        return ScoredPairs(
            candidates.left, candidates.right, np.where(same, self.yes, 0.1).astype(np.float32)
        )


def check(
    config: CheckConfig = PAPER, classifier: Recorder | None = None, document: Document = DOCUMENT
) -> tuple[Report, Recorder]:
    recorder = classifier or Recorder()
    return Checker(config, replace(STAGES, classifier=recorder)).check(document), recorder


def near(threshold: float) -> list[tuple[int, int]]:
    """The definition: pairs of different tables with a cosine above the threshold, and no others."""
    vectors, tables = FixedEncoder().encode(DOCUMENT).fact, [m.table for m in DOCUMENT.mentions]
    cosine = vectors @ vectors.T
    count = len(tables)
    return [
        (a, b)
        for a in range(count)
        for b in range(a + 1, count)
        if tables[a] != tables[b] and cosine[a, b] > threshold
    ]


@pytest.mark.parametrize("search", [None, "hnsw", "exact"])
@pytest.mark.parametrize("threshold", [None, 0.0, 0.3])
def test_the_language_model_is_asked_about_all_near_pairs_and_no_others(
    search: str | None, threshold: float | None
) -> None:
    filtering = FilterConfig(threshold=threshold, search=search, limit=1)  # type: ignore[arg-type]
    _, recorder = check(replace(PAPER, filter=filtering))
    assert recorder.asked == near(0.5 if threshold is None else threshold)


def test_predicted_are_the_pairs_answered_yes_each_by_itself() -> None:
    report, recorder = check()
    yes = [(a, b) for a, b in recorder.asked if names(DOCUMENT.mentions[a]) == names(DOCUMENT.mentions[b])]
    # Net income stands in three tables: three pairs of each year, and no set of three.
    assert [fact.mentions for fact in report.facts] == yes
    assert len(yes) > len({mention for pair in yes for mention in pair}) // 2


def test_values_are_compared_by_rule() -> None:
    report, _ = check()
    differing = {
        frozenset(DOCUMENT.mentions[index].text for index in fact.mentions)
        for fact in report.facts
        if len({DOCUMENT.mentions[index].text for index in fact.mentions}) > 1
    }
    found = [
        frozenset(DOCUMENT.mentions[index].text for index in (each.mention, each.counterpart))
        for each in report.found
    ]
    assert set(found) == differing == {frozenset({"4,871", "4,817"})}
    assert len(found) == 2
    assert report.passed == len(report.facts) - 2
    assert not report.kept_open
    assert {round(each.probability, 6) for each in report.found} == {0.6}


def test_the_answer_decides_and_no_threshold_of_ours() -> None:
    assert check(classifier=Recorder(0.5))[0].facts
    assert not check(classifier=Recorder(0.49))[0].facts
    # What the command line calls --threshold elsewhere has no say.
    strict = replace(PAPER, checks=replace(PAPER.checks, threshold=0.99))
    assert check(strict)[0].findings


def test_a_report_names_the_method_and_the_threshold() -> None:
    report, recorder = check()
    assert report.method == "paper"
    (remark,) = report.remarks
    assert (
        f"about all {len(recorder.asked)} pairs with a cosine above 0.5 (the paper's), found by HNSW"
        in str(remark)
    )
    given = replace(PAPER, filter=FilterConfig(threshold=0.25, search="exact"))
    assert "above 0.25 (as asked), found by exact search" in str(check(given)[0].remarks[0])

    class Calibrated(FixedEncoder):
        threshold = 0.4

    stages = replace(STAGES, encoder=Calibrated(), classifier=Recorder())
    assert "above 0.4 (the encoder's own)" in str(Checker(PAPER, stages).check(DOCUMENT).remarks[0])


@pytest.mark.parametrize("method", ["default", "words"])
def test_other_methods_are_named_too(method: Method) -> None:
    assert Checker(CheckConfig(method=method), STAGES).check(DOCUMENT).method == method


def test_a_language_model_makes_a_cascade() -> None:
    assert CheckConfig(classify=SERVER).system == "cascade"
    assert CheckConfig().system == "default"


def test_a_model_that_never_answers_leaves_the_document_unchecked() -> None:
    class Silent(Recorder):
        def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
            nothing = np.full(len(candidates), np.nan, np.float32)
            return ScoredPairs(candidates.left, candidates.right, nothing, {"no reply": 30})

    with pytest.raises(UnavailableError, match="no pair of numbers could be classified: no reply"):
        check(classifier=Silent())


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"method": "paper", "classify": SERVER}, "cofitcheck train encoder leaves"),
        ({"method": "paper", "encoder": Path("e")}, "cofitcheck train classifier makes it"),
        ({"method": "cascade"}, "the method cascade asks a language model, and none is named"),
        ({"method": "default", "classify": SERVER}, "asks no language model"),
        ({"encoder": Path("e")}, "name the method paper"),
        ({"method": "paper", "encoder": Path("e"), "classify": SERVER, "model": Path("m")}, "not --model"),
        ({"method": "magic"}, "the method is one of default, words, cascade, paper, not magic"),
    ],
)
def test_what_a_method_lacks_is_said(settings: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        CheckConfig(**settings)  # type: ignore[arg-type]


def test_a_missing_file_is_said_with_what_makes_it(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"there is no such folder of a trained encoder; cofitcheck train"):
        require_files(replace(PAPER, encoder=tmp_path / "gone"))
    with pytest.raises(ModelError, match=r"lacks config\.json, the encoder .*cofitcheck train encoder"):
        require_files(replace(PAPER, encoder=tmp_path))
    for name in ("config.json", "cofitcheck.json", "tokenizer.json"):
        (tmp_path / name).touch()
    require_files(replace(PAPER, encoder=tmp_path))
    with pytest.raises(ModelError, match=r"lacks classifier\.json, how .*; cofitcheck train classifier"):
        require_files(replace(PAPER, encoder=tmp_path, classify=ClassifyConfig(model=tmp_path)))
    with pytest.raises(
        ModelError, match=r"lacks first\.onnx, .*training\.trees makes them.* --method paper --encoder"
    ):
        Stages.load(CheckConfig(model=tmp_path))
