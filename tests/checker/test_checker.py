"""A document through all stages, with an encoder and a classifier that need no model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.checker import Checker
from cofitcheck.checks import CheckSettings
from cofitcheck.checks.text.model import TextModels
from cofitcheck.config import CheckConfig, ClassifyConfig, FilterConfig
from cofitcheck.document import Document, Place, UncheckedCode, UncheckedReason, UnreadTable
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.errors import ModelError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs
from cofitcheck.numbers import Relation, Slip
from cofitcheck.readers import read
from cofitcheck.reconciliation import WithinTrees
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import render_unchecked
from cofitcheck.stages import Stages
from cofitcheck.weights import bundled
from tests.checker.checker_fakes import (
    CASH,
    INCOME,
    SEGMENTS,
    STAGES,
    FixedEncoder,
    LabelClassifier,
    Rows,
    filing,
    page_of,
)

STAGE_NAMES = [*("encode", "filter", "classify", "facts", "compare", "sums", "derived", "text", "references")]


def check(*tables: Rows, config: CheckConfig | None = None) -> Report:
    return Checker(config, STAGES).check(filing(*tables))


def undecided(report: Report) -> int:
    return len(report.facts) - report.passed - len(report.found)


def test_the_cell_that_contradicts_two_others_is_named() -> None:
    report = check(INCOME, CASH, SEGMENTS)
    (finding,) = report.found
    mention, counterpart = (report.document.mentions[m] for m in (finding.mention, finding.counterpart))
    assert (mention.text, mention.table, counterpart.text) == ("4,817", 1, "4,871")
    assert finding.relation is Relation.INCONSISTENT
    assert finding.slip is Slip.TRANSPOSITION
    assert finding.same_fact == pytest.approx(0.98)
    assert report.model == "made up"
    assert report.threshold == CheckSettings().threshold


def test_facts_whose_mentions_agree_pass() -> None:
    report = check(INCOME, CASH, SEGMENTS)
    # Revenue of both years and net income of 2023.
    assert len(report.facts) == 4
    assert report.passed == 3
    in_facts = {mention for fact in report.facts for mention in fact.mentions}
    alone = len(report.document.mentions) - len(in_facts)
    assert [(item.what, item.count) for item in report.not_checked] == [("numbers", alone)]
    twice = check(INCOME, INCOME)
    assert twice.passed == 8
    assert twice.not_checked == ()


class RepeatsAsia(WithinTrees):
    """Ties the second row of the first table to the first."""

    def __init__(self) -> None:
        pass

    def ties(self, document: Document, encoded: Encoded) -> list[tuple[int, int]]:
        return [(0, 2)]


def test_a_table_that_repeats_itself_is_ticked_and_has_no_finding() -> None:
    rows = (("Sales", "38,264", "35,980"), ("Sales, Asia", "38,264", "1,000"))
    stages = replace(STAGES, within=RepeatsAsia())
    report = Checker(None, stages).check(filing(rows))
    (fact,) = report.facts
    assert (fact.mentions, fact.ties, report.passed, report.found) == ((0, 2), ((0, 2),), 1, ())
    assert [len(report.ledger.of(mention)) for mention in range(4)] == [1, 0, 1, 0]
    assert Checker(None, STAGES).check(filing(rows)).facts == ()


class KnowsValues(LabelClassifier):
    """Takes equal numbers for one fact, whatever they are called."""

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        scored = super().classify(document, encoded, candidates)
        values = [mention.number.value for mention in document.mentions]
        pairs = zip(scored.left.tolist(), scored.right.tolist(), strict=True)
        equal = np.array([values[one] == values[other] for one, other in pairs], dtype=bool)
        return replace(scored, by_value=np.where(equal, 0.9, np.nan).astype(np.float32))


def test_values_tie_what_labels_do_not_and_facts_without_values_stay_the_same() -> None:
    other = (("Turnover", "38,264", "35,980"),)
    document = filing(INCOME, other)
    stages = replace(STAGES, classifier=KnowsValues())
    report = Checker(CheckConfig(filter=FilterConfig(threshold=-1.0)), stages).check(document)
    assert [fact.mentions for fact in report.facts] == [(0, 8), (1, 9)]
    assert [fact.matched for fact in report.facts] == [(0, 8), (1, 9)]
    checker = Checker(CheckConfig(filter=FilterConfig(threshold=-1.0)), stages)
    assert checker.facts(document, checker.match(document)) == ()


def test_what_is_left_open_is_not_checked_and_has_not_passed() -> None:
    report = check(INCOME, CASH, SEGMENTS, config=CheckConfig(checks=CheckSettings(threshold=1.0)))
    assert report.found == ()
    assert report.passed == 3
    assert [(item.what, item.count) for item in report.not_checked][1:] == [("facts left open", 1)]
    assert undecided(report) == len(report.kept_open) == 1
    (left,) = report.kept_open
    assert [report.document.mentions[m].text for m in (left.mention, left.counterpart)] == ["4,817", "4,871"]


def test_numbers_of_different_units_are_not_checked_and_have_not_passed() -> None:
    share = (("Revenue", "38.2%", "35.9%"), ("Margin", "12.5%", "12.1%"))
    report = check(INCOME, share)
    assert report.passed == 0
    assert report.found == ()
    apart = [item for item in report.not_checked if item.what == "facts that cannot be compared"]
    assert sum(item.count for item in apart) == len(report.facts) == undecided(report)


def test_what_could_not_be_read_is_not_checked() -> None:
    unread = UnreadTable(
        Place("filing.htm", 7), UncheckedReason(UncheckedCode.ROWS_WITHOUT_LABEL), "Exhibit index"
    )
    document = replace(
        filing(INCOME, INCOME),
        unread=(unread,),
        warnings=(UncheckedReason.told("The encoding was guessed."),),
    )
    report = Checker(stages=STAGES).check(document)
    assert [
        (item.what, str(render_unchecked(item.reason)), item.count, item.element)
        for item in report.not_checked
    ] == [
        ("Exhibit index", "rows have no label", 1, 7),
        ("filing.htm", "The encoding was guessed.", 1, None),
    ]
    assert report.passed == len(report.facts) == 8


def test_stages_are_announced_and_timed_in_order() -> None:
    announced: list[str] = []
    report = Checker(CheckConfig(threads=1)).check(filing(INCOME, CASH), announced.append)
    assert announced == list(report.seconds) == STAGE_NAMES
    assert all(seconds >= 0 for seconds in report.seconds.values())


def test_the_same_document_brings_the_same_report() -> None:
    first, second = (replace(check(INCOME, CASH, SEGMENTS), seconds={}) for _ in range(2))
    assert first == second
    checker, document = Checker(stages=STAGES), filing(INCOME, CASH, SEGMENTS)
    checker.check(filing(INCOME, INCOME))
    assert replace(checker.check(document), seconds={}) == first


def test_match_gives_what_check_builds_its_facts_from() -> None:
    checker, document = Checker(stages=STAGES), filing(INCOME, CASH, SEGMENTS)
    scored = checker.match(document)
    strong = scored.probability >= 0.5
    links = {(left, right) for fact in checker.check(document).facts for left, right, _ in fact.links}
    assert links == set(zip(scored.left[strong].tolist(), scored.right[strong].tolist(), strict=True))


def test_a_wrong_value_leaves_the_matches_as_they_are() -> None:
    checker = Checker(stages=STAGES)
    right = (("Net income", "4,871", "4,508"), *CASH[1:])
    marred, clean = (checker.match(filing(INCOME, cash, SEGMENTS)) for cash in (CASH, right))
    links = [
        set(zip(s.left[s.probability >= 0.5].tolist(), s.right[s.probability >= 0.5].tolist(), strict=True))
        for s in (marred, clean)
    ]
    assert links[0] == links[1]


def test_the_classifiers_threshold_decides_what_is_a_fact() -> None:
    strict = CheckConfig(classify=ClassifyConfig(threshold=0.99), method="words")
    assert check(INCOME, CASH, SEGMENTS, config=strict).facts == ()


def test_one_table_has_nothing_to_compare() -> None:
    report = check(INCOME)
    assert (report.facts, report.found, report.passed) == ((), (), 0)


class Counting(FixedEncoder):
    """Counts the documents that it encodes."""

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, document: Document) -> Encoded:
        self.encoded.append(document.name)
        return super().encode(document)


@pytest.mark.parametrize(
    ("tables", "words", "times"),
    [
        ((INCOME,), "", 0),
        ((INCOME, CASH), "", 1),
        ((INCOME,), "Revenue was $38,264 million in 2024.", 2),  # its table, and its sentences
        (((*INCOME, ("Profit", "4,871", "4,508")),), "", 1),
    ],
)
def test_a_document_in_which_nothing_can_repeat_is_not_encoded(
    tables: tuple[Rows, ...], words: str, times: int
) -> None:
    encoder = Counting()
    text = TextModels.load(bundled().folder)
    Checker(stages=replace(STAGES, encoder=encoder, text=text)).check(
        read(page_of(*tables, words=words), "filing.htm")
    )
    assert len(encoder.encoded) == times


def test_what_ships_is_loaded_when_a_document_needs_it() -> None:
    stages = Stages.load(CheckConfig(threads=1))
    assert isinstance(stages.encoder, OnnxEncoder)
    Checker(stages=stages).check(filing(INCOME))
    assert "_session" not in vars(stages.encoder)
    stages.open()
    assert "_session" in vars(stages.encoder)


def test_a_bundle_without_its_files_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"tokenizer\.json|encoder\.onnx"):
        Stages.load(CheckConfig(model=tmp_path))


def test_a_table_that_was_encoded_in_parts_is_a_remark() -> None:
    class Splitting(FixedEncoder):
        def encode(self, document: Document) -> Encoded:
            return replace(super().encode(document), split={1: 3})

    made = filing(INCOME, CASH)
    report = Checker(stages=replace(STAGES, encoder=Splitting())).check(made)
    (remark,) = report.remarks
    assert str(remark).startswith("Table 2 is so long")
    assert Checker(stages=STAGES).check(made).remarks == ()
