"""What became of the findings of an earlier draft."""

import json
from pathlib import Path

import pytest
from rich.console import Console

from cofitcheck import Checker, read
from cofitcheck.errors import InputError
from cofitcheck.reports.drafts.earlier_draft import (
    ChangesSince,
    EarlierDraft,
    earlier_in,
    earlier_of,
    since,
    since_lines,
)
from cofitcheck.reports.model.report import Report

SAMPLE = Path(__file__).parents[2] / "examples" / "annual-report.htm"
DRAFTS = {
    "first": ("", ""),
    "second": (">1,150<", ">1,510<"),
    "other": (">495<", ">496<"),
}


@pytest.fixture(scope="module")
def reports() -> dict[str, Report]:
    """Return the reports of the sample, of one with a number changed, and of one with a wrong number that is
    wrong in another way."""
    checker = Checker()
    text = SAMPLE.read_text(encoding="utf-8")
    made: dict[str, Report] = {}
    for name, (old, new) in DRAFTS.items():
        made[name] = checker.check(read(text.replace(old, new).encode(), name=f"{name}.htm"))
    return made


def _names(changed: ChangesSince) -> tuple[int, int, int, int]:
    return len(changed.new), len(changed.changed), len(changed.gone), changed.unchanged


def _said(report: Report, changed: ChangesSince) -> str:
    console = Console(width=1000)
    with console.capture() as captured:
        console.print(since_lines(report, changed))
    return captured.get()


def test_of_the_same_draft_nothing_is_new(reports: dict[str, Report]) -> None:
    first = reports["first"]
    changed = since(first, earlier_of(first))
    assert _names(changed) == (0, 0, 0, len(first.found))
    assert _said(first, changed) == (
        f"Since first.htm: 0 new, 0 with other numbers, 0 gone, {len(first.found)} as before\n"
    )


def test_what_a_change_brings_is_new_and_what_it_mends_is_gone(reports: dict[str, Report]) -> None:
    first, second = reports["first"], reports["second"]
    brought = since(second, earlier_of(first))
    assert [second.document.mentions[each.mention].text for each in brought.new] == ["1,510"]
    mended = since(first, earlier_of(second))
    said = _said(first, mended)
    assert [numbers[0].text for numbers, agrees in mended.gone if agrees] == ["1,510"]
    (line,) = (line for line in said.splitlines() if line.startswith("  gone"))
    assert line.startswith("  gone Water and wastewater: 1,510 in Net Sales by End Market, compared with ")
    assert line.endswith(": the number agrees now")


def test_a_finding_that_says_another_number_is_known_again(reports: dict[str, Report]) -> None:
    changed = since(reports["other"], earlier_of(reports["first"]))
    assert _names(changed) == (0, 1, 0, len(reports["first"].found) - 1)
    assert "in Components of Inventories is now" in _said(reports["other"], changed)


def test_a_report_says_the_same_as_its_draft(reports: dict[str, Report], tmp_path: Path) -> None:
    file = tmp_path / "first.report.json"
    file.write_bytes(reports["first"].to_json())
    assert earlier_in(file) == earlier_of(reports["first"])
    assert earlier_in(file).findings


def test_what_is_no_report_is_refused(reports: dict[str, Report], tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    older = json.loads(reports["first"].to_json()) | {"schema_version": 1}
    for content in (b"{}", b"no JSON", json.dumps(older).encode()):
        file.write_bytes(content)
        with pytest.raises(InputError, match="check the document again"):
            earlier_in(file)


def test_nothing_before_makes_all_new(reports: dict[str, Report]) -> None:
    first = reports["first"]
    assert _names(since(first, EarlierDraft("nothing", ()))) == (len(first.found), 0, 0, 0)
