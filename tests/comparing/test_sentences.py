"""Numbers in sentences: changed ones of a draft, and those of a release with their ties in the report."""

import itertools
import json
import time
from pathlib import Path

import pytest

import cofitcheck
from cofitcheck.checks.comparatives import Comparison, Kinship, Outcome
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.reports.compared.lines import comparison_lines
from tests.comparing.conftest import Report

WORDS = (
    "Net sales rose 8.3% to $241.5 million in 2024. We ended the year with 1,204 employees "
    "and spent $7.9 million on research."
)


def texts(comparison: Comparison, outcome: Outcome) -> list[tuple[str, str]]:
    """Return the numbers of both sides with an outcome, "" where one has none."""
    return [
        (each.here.text if each.here else "", each.there.text if each.there else "")
        for each in comparison.said_of(outcome)
    ]


def drafts(report: Report, now: str, before: str) -> Comparison:
    this, other = report(2024, words=now), report(2024, "draft.htm", words=before)
    (compared,) = cofitcheck.compare(this, other, kinship="draft").each
    return compared


def test_a_changed_number_of_a_sentence_is_told_with_both(report: Report) -> None:
    found = drafts(report, WORDS.replace("1,204", "1,240"), WORDS)
    assert texts(found, Outcome.DIFFER) == [("1,240", "1,204")]
    assert found.said_counts == {Outcome.DIFFER: 1}


def test_a_sentence_that_stands_as_it_stood_is_not_told(report: Report) -> None:
    assert drafts(report, f"Our year was good. {WORDS}", WORDS).said == ()


def test_numbers_that_were_added_and_dropped_are_told_one_sided(report: Report) -> None:
    found = drafts(report, WORDS.replace("and spent $7.9 million on research", "and 31 shops"), WORDS)
    assert texts(found, Outcome.DROPPED) == [("", "$7.9 million")]
    assert texts(found, Outcome.DIFFER) == []


def test_a_sentence_of_its_own_that_was_added(report: Report) -> None:
    this, other = report(2024, words=WORDS), report(2024, "draft.htm", words=WORDS)
    new = "<p>In March we bought Fir Works for $4.6 million in cash.</p></body>"
    this.write_text(this.read_text().replace("</body>", new))
    (found,) = cofitcheck.compare(this, other, kinship="draft").each
    assert texts(found, Outcome.ADDED) == [("$4.6 million", "")]


def test_sentences_that_are_not_reached_in_time_are_listed(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over once the tables are compared."""
    clock = itertools.chain([0.0] * 3, itertools.repeat(1_000.0))
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    found = release_of(report, WORDS)
    (listed,) = found.not_compared
    assert (listed.count, listed.reason.why) == (4, ReasonCode.OUT_OF_TIME)
    assert found.counts


def release_of(report: Report, words: str, whole_words: str = "") -> Comparison:
    release = report(2024, "release.htm", words=words)
    head, *tables = release.read_text().removesuffix("</body></html>").split("<h2>")
    release.write_text(f"{head}<h2>{tables[1]}</body></html>")
    (compared,) = cofitcheck.compare(release, report(2024, words=whole_words)).each
    assert compared.kinship is Kinship.RELEASE
    return compared


def test_each_number_of_a_release_is_tied_or_listed_as_not_found(report: Report) -> None:
    found = release_of(report, WORDS, "At the end of 2024 the company had 1,204 employees.")
    agreeing = dict(texts(found, Outcome.AGREE))
    assert agreeing["1,204"] == "1,204"
    assert "$241.5 million" in agreeing
    assert ("$7.9 million", "") in texts(found, Outcome.NOT_FOUND)
    cells = {found.other.mentions[cell].text for each in found.said_of(Outcome.AGREE) for cell in each.cells}
    assert "241,507" in cells


def test_the_report_the_lines_and_the_marked_copy_tell_of_sentences(report: Report, tmp_path: Path) -> None:
    this, other = (
        report(2024, name, words=words)
        for name, words in (("new.htm", WORDS.replace("1,204", "1,240")), ("draft.htm", WORDS))
    )
    compared = cofitcheck.compare(this, other, kinship="draft")
    lines = "\n".join(comparison_lines(compared))
    assert "1 number in sentences is not as it was: 1 differ." in lines
    assert "1,240 in “" in lines
    files = {path.name: path for path in compared.save(tmp_path / "out", "mine")}
    page = files["mine.compared.report.html"].read_text()
    assert "Numbers in sentences" in page
    assert "<b>1,240</b>" in page
    copy = files["mine.compared.marked.html"].read_text()
    assert 'class="cofitcheck-said cofitcheck-finding"' in copy
    (record,) = json.loads(compared.to_json())["comparisons"]
    assert record["said_summary"] == {"differ": 1}
    (said,) = record["said"]
    assert (said["here"]["text"], said["there"]["text"]) == ("1,240", "1,204")


def test_sentences_without_any_table_are_held_against_the_report(report: Report, tmp_path: Path) -> None:
    letter = tmp_path / "letter.md"
    letter.write_text(
        "Net sales increased by 52% in 2024, and gross margin was 41.9%.\n\n"
        "Gross profit decreased in 2024. Net income was $48.5 million in 2024.\n"
    )
    comparisons = cofitcheck.compare(letter, report(2024))
    (compared,) = comparisons.each
    assert compared.told.why is ReasonCode.SENTENCES_ALONE
    said = {outcome: texts(compared, outcome) for outcome in (Outcome.DIFFER, Outcome.AGREE)}
    assert said == {
        Outcome.DIFFER: [("52%", ""), ("41.9%", ""), ("decreased", "")],
        Outcome.AGREE: [("$48.5 million", "")],
    }
    assert any(
        "decreased in “Gross profit decreased in 2024.”" in line for line in comparison_lines(comparisons)
    )
    assert (tmp_path / "letter.md.compared.report.html") in comparisons.save(tmp_path)
