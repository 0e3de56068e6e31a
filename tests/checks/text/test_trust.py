"""Findings in sentences of a language in which most of them are false are remarks, unless they are likely."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.checks.model import Finding, Severity
from cofitcheck.checks.text.trust import trusted
from cofitcheck.document import Document, Passage
from cofitcheck.reports import telling
from tests.checks.text.text_documents import checked, with_text


def told(text: str, probability: float) -> Severity:
    """Return how much a finding in a passage matters, which is of medium severity before."""
    made = with_text("Net sales were $1,341 million in 2031.")
    (finding,) = checked(made).findings
    (kept,) = trusted(saying(made, text), [of(finding, probability)])
    return kept.severity


def of(finding: Finding, probability: float) -> Finding:
    return replace(finding, probability=probability, severity=Severity.MEDIUM)


def saying(made: Document, text: str) -> Document:
    passages: tuple[Passage, ...] = tuple(replace(each, text=text) for each in made.passages)
    return replace(made, passages=passages)


@pytest.mark.parametrize("text", ["2031年度营业收入为1,341万元。", "売上高は1,341百万円となりました。"])
def test_a_finding_in_chinese_or_japanese_is_a_remark_unless_it_is_likely(text: str) -> None:
    assert told(text, 0.7) is Severity.NOTICE
    assert told(text, 0.9) is Severity.MEDIUM


def test_a_finding_in_english_stays_what_it_is() -> None:
    assert told("Net sales were $1,341 million in 2031.", 0.7) is Severity.MEDIUM


def test_a_finding_in_tables_stays_what_it_is() -> None:
    made = with_text("Net sales were $1,341 million in 2031.")
    (finding,) = checked(made).findings
    of_tables = replace(of(finding, 0.6), told=None)
    assert trusted(saying(made, "营业收入"), [of_tables]) == [of_tables]


def test_such_a_remark_is_no_word_about_units() -> None:
    (finding,) = checked(with_text("Net sales were $1,341 million in 2031.")).findings
    remark = replace(of(finding, 0.6), severity=Severity.NOTICE)
    assert str(telling.what_to_do(remark, 0.8)) == "for information: less certain"
    assert str(telling.probability_of(remark)) == "Likely error"
