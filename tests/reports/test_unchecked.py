"""Why something was not checked is said in every language, grouped by its code, and kept as one."""

from __future__ import annotations

import re
from dataclasses import replace
from string import Formatter

import msgspec
import pytest

from cofitcheck.checks.model import NotChecked
from cofitcheck.document import Place, UncheckedCode, UncheckedReason, UnreadTable
from cofitcheck.reports.html import render_html
from cofitcheck.reports.json import to_json
from cofitcheck.reports.model.gaps import gap_groups
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import LANGUAGES, render_unchecked, render_unchecked_alike, speaking
from cofitcheck.reports.words.unchecked import SENTENCES

TRANSLATED = [tag for tag in LANGUAGES if tag not in ("en", "es")]
"""Languages without Latin letters, in which a word of English shows."""
AS_IT_IS = {UncheckedCode.AS_TOLD, UncheckedCode.BY_HNSW}
"""What is the same in every language: the words of a program, and a name."""
NAMES = {"LibreOffice", "OCR", "ocr", "seconds", "cofitcheck", "Excel", "Word", "html", "HNSW"}
"""What has no other name in Chinese and Japanese."""


def example(cause: UncheckedCode) -> UncheckedReason:
    """Return a cause with digits for all that its sentence names."""
    template = SENTENCES[cause].text
    return UncheckedReason.of(cause, **{name: "7" for _, name, _, _ in Formatter().parse(template) if name})


def test_every_cause_has_its_sentence() -> None:
    assert set(SENTENCES) == set(UncheckedCode)


@pytest.mark.parametrize("cause", [cause for cause in UncheckedCode if cause not in AS_IT_IS])
@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_cause_is_said_in_every_language(cause: UncheckedCode, tag: str) -> None:
    because = example(cause)
    for telling in (render_unchecked, render_unchecked_alike):
        english = str(telling(because))
        with speaking(tag):
            said = str(telling(because))
        assert said not in {"", english}
        assert set(re.findall(r"[A-Za-z]+", said)) <= NAMES
        assert ("7" in said) == ("7" in english)


def test_several_causes_are_said_one_after_the_other() -> None:
    rows = UncheckedReason(UncheckedCode.ROWS_WITHOUT_LABEL)
    several = UncheckedReason.together(UncheckedReason.of(UncheckedCode.NO_HEADER_OVER, number="44"), rows)
    assert str(render_unchecked(several)) == 'no header stands over "44"; rows have no label'
    assert str(several) == "no header over a number: number 44; rows without a label"
    with speaking("zh-Hans"):
        assert str(render_unchecked(several)) == "“44”之上没有列标题；多行没有行标题"


def test_of_many_names_the_first_are_told_and_the_rest_counted() -> None:
    def told(*names: str) -> str:
        return str(
            render_unchecked(
                UncheckedReason.of(UncheckedCode.HIDDEN_SHEETS, names=UncheckedReason.some(names, 2))
            )
        )

    assert told("A", "B") == "hidden sheets were not read: A, B"
    assert told("A", "B", "C", "D") == "hidden sheets were not read: A, B and 2 more"


def test_tables_with_one_cause_are_one_group_whatever_they_quote_and_in_what_language() -> None:
    def unread(page: int, because: UncheckedReason) -> NotChecked:
        return NotChecked.of_table(UnreadTable(Place("a.pdf", page, page), because, "words", numbers=2))

    items = [
        unread(1, UncheckedReason.of(UncheckedCode.SEVERAL_NUMBERS, text="3至5年")),
        unread(2, UncheckedReason.of(UncheckedCode.SEVERAL_NUMBERS, text="1至2年")),
        unread(3, UncheckedReason.of(UncheckedCode.NO_NUMBER, text="约5")),
    ]
    with speaking("ja"):
        groups = gap_groups(items)
        assert [(str(group.why), group.count) for group in groups] == [
            ("セルに範囲などの複数の数値があります", 4),
            ("「约5」のようなセルを一つの数値として読み取れませんでした", 2),
        ]


def test_a_cause_comes_back_from_json_as_it_was() -> None:
    names = UncheckedReason.some(("A", "B", "C"), 2)
    because = UncheckedReason.together(
        UncheckedReason.of(UncheckedCode.HIDDEN_SHEETS, names=names), UncheckedReason.told("no")
    )
    assert msgspec.json.decode(msgspec.json.encode(because), type=UncheckedReason) == because


@pytest.mark.parametrize("tag", TRANSLATED)
def test_a_report_says_what_was_not_checked_in_its_language_and_the_json_in_english(
    report: Report, tag: str
) -> None:
    cut = UncheckedReason.of(UncheckedCode.COLUMN_CUT_OFF)
    unread = UnreadTable(Place("a.pdf", 3, 2), cut, "first words", numbers=4)
    warned = UncheckedReason.of(UncheckedCode.PAGES_ASKEW, pages="4", n=1)
    document = replace(report.document, unread=(unread,), warnings=(warned,))
    made = replace(report, document=document, not_checked=())
    with speaking(tag):
        page, data = render_html(made), to_json(made)
        assert str(render_unchecked(cut)) in page
        assert str(render_unchecked(warned)) in page
    assert "cut off" not in page
    assert "at an angle" not in page
    record = msgspec.json.decode(data)
    (gap,) = record["not_checked"]
    assert gap["reason"] == "the numbers of a column are cut off at its side"
    assert gap["code"] == "column cut off"
    assert record["warnings"] == ["page 4: numbers written at an angle are not read; not checked"]
