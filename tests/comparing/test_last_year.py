"""Comparatives of a report held against last year's."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import cofitcheck
from cofitcheck.checks.comparatives import Kinship, Outcome
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.cli import main
from cofitcheck.reports.words.reasons import render_reason
from tests.comparing.conftest import Report

BALANCE = "Consolidated balance sheets"
INCOME = "Consolidated statements of income"
COMPARATIVES = 13
"""All numbers of last year in the made-up report."""


def test_comparatives_that_repeat_last_year_agree(report: Report) -> None:
    compared = cofitcheck.compare(report(2024), report(2023))
    (against,) = compared.each
    assert against.kinship is Kinship.LAST_YEAR
    assert compared.summary[Outcome.AGREE] == COMPARATIVES
    assert sum(compared.summary.values()) == COMPARATIVES
    assert not compared.has_findings


def test_a_comparative_that_differs_is_found_with_both_numbers(report: Report) -> None:
    this = report(2024, changes={(INCOME, "Net sales", 2023): "222,496"})
    compared = cofitcheck.compare(this, report(2023))
    (found,) = compared.each[0].of(Outcome.DIFFER)
    assert found.mention is not None
    assert found.counterpart is not None
    assert compared.this.mentions[found.mention].text == "222,496"
    assert compared.each[0].other.mentions[found.counterpart].text == "222,946"
    assert found.difference == -450_000


def test_a_number_said_to_be_restated_is_explained_by_the_words(report: Report) -> None:
    changes = {(INCOME, "Net sales", 2023): "221,107"}
    this = report(2024, changes=changes)
    this.write_text(
        this.read_text().replace("Year ended December 31, 2023", "Year ended December 31, 2023 (as restated)")
    )
    compared = cofitcheck.compare(this, report(2023))
    (found,) = compared.each[0].of(Outcome.EXPLAINED)
    assert "restated" in found.words
    assert not compared.has_findings


def test_millions_this_year_agree_with_thousands_last_year(report: Report) -> None:
    this = report(2024)
    rows = {f"{value:,}": f"{value / 1000:,.1f}" for value in (222_946, 140_318, 82_628, 39_207, 43_421)}
    text = this.read_text()
    for thousands, millions in rows.items():
        text = text.replace(f"<td>{thousands}</td>", f"<td>{millions}</td>")
    before, title, after = text.partition(f"<h2>{INCOME}</h2>")
    this.write_text(before + title + after.replace("in thousands of", "in millions of", 1))
    compared = cofitcheck.compare(this, report(2023))
    assert compared.summary[Outcome.AGREE] == COMPARATIVES


def test_a_line_that_was_split_is_proven_by_the_sum(report: Report) -> None:
    this = report(2024)
    line = "<tr><td>Property and equipment</td><td>88,127</td><td>81,309</td></tr>"
    parts = (
        "<tr><td>Land and buildings</td><td>46,012</td><td>43,108</td></tr>"
        "<tr><td>Machinery</td><td>42,115</td><td>38,201</td></tr>"
    )
    assert line in this.read_text()
    this.write_text(this.read_text().replace(line, parts))
    compared = cofitcheck.compare(this, report(2023))
    found = compared.each[0].of(Outcome.EXPLAINED)
    assert [compared.this.mentions[each.mention or 0].text for each in found] == ["43,108", "38,201"]
    assert [str(render_reason(each.reason)) for each in found if each.reason] == 2 * [
        "the lines come to the same: 43,108 + 38,201 here, 81,309 there"
    ]


def test_a_total_that_takes_in_another_line_is_explained(report: Report) -> None:
    this = report(2024, changes={(BALANCE, "Total assets", 2023): "150,042"})
    line = "<tr><td>Customer deposits</td><td>7,310</td><td>7,204</td></tr><tr><td>Total assets"
    this.write_text(this.read_text().replace("<tr><td>Total assets", line, 1))
    compared = cofitcheck.compare(this, report(2023))
    (found,) = compared.each[0].of(Outcome.EXPLAINED)
    assert compared.this.mentions[found.mention or 0].text == "150,042"
    assert found.reason is not None
    assert found.reason.why is ReasonCode.TOTAL_TAKES_IN


def test_index_numbers_of_another_day_are_left_open(report: Report) -> None:
    graph = "<table><tr><td></td>{}</tr><tr><td>Alder</td>{}</tr><tr><td>Market</td>{}</tr></table></body>"

    def rows(first: int, *lines: tuple[float, ...]) -> str:
        heads = [f"December 31, {first + at}" for at in range(len(lines[0]))]
        return graph.format(*("".join(f"<td>{each}</td>" for each in line) for line in (heads, *lines)))

    this, other = report(2024), report(2023)
    this.write_text(this.read_text().replace("</body>", rows(2021, (100, 112.4, 131.9), (100, 108.2, 119.7))))
    other.write_text(
        other.read_text().replace("</body>", rows(2020, (100, 121.3, 136.4), (100, 117.5, 127.2)))
    )
    assert not cofitcheck.compare(this, other).each[0].of(Outcome.DIFFER, Outcome.EXPLAINED)


def test_a_line_with_another_name_agrees_by_its_place_and_amount(report: Report) -> None:
    this = report(2024)
    this.write_text(this.read_text().replace("Administrative expenses", "Wages of the head office"))
    compared = cofitcheck.compare(this, report(2023))
    assert compared.summary[Outcome.AGREE] == COMPARATIVES


def test_shares_before_and_after_a_split_are_explained(report: Report) -> None:
    shares = "<tr><td>Shares outstanding</td><td>{}</td><td>{}</td></tr></table>"
    this, other = report(2024, words="In 2024 we made a ten-for-one stock split of our shares."), report(2023)
    this.write_text(this.read_text().replace("</table>", shares.format("24,790", "24,660"), 1))
    other.write_text(other.read_text().replace("</table>", shares.format("2,466", "2,477"), 1))
    compared = cofitcheck.compare(this, other)
    (found,) = compared.each[0].of(Outcome.EXPLAINED)
    assert "stock split" in found.words


def test_the_command_says_the_relation_and_the_coverage(report: Report, tmp_path: Path) -> None:
    this = report(2024, changes={(INCOME, "Net sales", 2023): "222,496"})
    out = tmp_path / "out.json"
    result = CliRunner().invoke(main, ["compare", str(this), str(report(2023)), "--json", str(out)])
    assert result.exit_code == 1, result.output
    assert "taken for an earlier report" in result.output
    assert "Of 13 comparatives 12 agree, 1 differ." in result.output
    record = json.loads(out.read_text())
    assert record["summary"]["differ"] == 1
    (found,) = record["comparisons"][0]["compared"]
    assert (found["mention"]["document"], found["counterpart"]["document"]) == (0, 1)
    assert found["counterpart"]["value"] == "222946000"


@pytest.mark.parametrize(("least", "status"), [("high", 1), ("medium", 1), ("never", 0)])
def test_fail_on_asks_for_a_severity(report: Report, least: str, status: int) -> None:
    this = report(2024, changes={(INCOME, "Net sales", 2023): "222,496"})
    words = ["compare", str(this), str(report(2023)), "--fail-on", least]
    assert CliRunner().invoke(main, words).exit_code == status


@pytest.mark.parametrize(("kinds", "status"), [("repeat,sum", 1), ("text", 0)])
def test_kinds_that_are_not_chosen_are_not_compared(report: Report, kinds: str, status: int) -> None:
    this = report(2024, changes={(INCOME, "Net sales", 2023): "222,496"})
    words = ["compare", str(this), str(report(2023)), "--checks", kinds]
    assert CliRunner().invoke(main, words).exit_code == status


def test_several_documents_are_each_held_against(report: Report) -> None:
    compared = cofitcheck.compare(report(2024), report(2023), report(2022))
    assert [each.other.name for each in compared.each] == ["report-2023.htm"]
    assert [each.document for each in compared.refused] == ["report-2022.htm"]
    assert compared.summary[Outcome.AGREE] == COMPARATIVES


def test_a_document_that_could_not_be_compared_is_named_and_the_status_says_so(report: Report) -> None:
    paths = map(str, (report(2024), report(2023), report(2022)))
    result = CliRunner().invoke(main, ["compare", *paths])
    assert result.exit_code == 2
    assert "Not compared: report-2024.htm has no number of an earlier period" in result.output


def test_the_later_report_is_named_first(report: Report) -> None:
    with pytest.raises(cofitcheck.errors.InputError, match="name the later report first"):
        cofitcheck.compare(report(2023), report(2024))


def test_the_same_file_twice_is_refused(report: Report) -> None:
    with pytest.raises(cofitcheck.errors.InputError, match="are the same file"):
        cofitcheck.compare(report(2024), report(2024, "copy.htm"))


def test_an_unknown_relation_is_refused(report: Report) -> None:
    with pytest.raises(cofitcheck.errors.InputError, match="kinship is one of last-year, draft"):
        cofitcheck.compare(report(2024), report(2023), kinship="sister")


def test_a_list_of_pairs_is_compared_one_after_the_other(report: Report, tmp_path: Path) -> None:
    for year in (2024, 2023, 2022):
        report(year)
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text(
        "this\tother\tas\nreport-2024.htm\treport-2023.htm\t\nreport-2024.htm\treport-2022.htm\tlast-year\n"
    )
    out = tmp_path / "out"
    result = CliRunner().invoke(main, ["compare", "--pairs", str(pairs), "--output", str(out)])
    assert result.exit_code == 2
    assert "Of 13 comparatives 13 agree" in result.output
    assert "Not compared: report-2024.htm has no number of an earlier period" in result.output
    assert (out / "report-2024-report-2023.compared.report.html").is_file()


def test_documents_must_be_named() -> None:
    result = CliRunner().invoke(main, ["compare", "alone.htm"])
    assert result.exit_code == 2
    assert "or a list with --pairs" in result.output


def test_a_slip_in_one_of_two_statements_of_a_comparative_is_found(report: Report) -> None:
    # The other statement, in the note, agrees with last year's: that excuses nothing.
    this = report(2024, changes={(BALANCE, "Inventories", 2023): "29,454"})
    compared = cofitcheck.compare(this, report(2023))
    (found,) = compared.each[0].of(Outcome.DIFFER)
    assert compared.this.mentions[found.mention or 0].text == "29,454"


def test_a_split_of_shares_excuses_no_amount_of_money(report: Report) -> None:
    changes = {(INCOME, "Net sales", 2023): "2,229,460"}
    this = report(2024, changes=changes, words="In 2024 we made a ten-for-one stock split of our shares.")
    compared = cofitcheck.compare(this, report(2023))
    (found,) = compared.each[0].of(Outcome.DIFFER)
    assert compared.this.mentions[found.mention or 0].text == "2,229,460"


RESTATED = {
    (BALANCE, "Cash and cash equivalents", 2023): "10,120",
    (BALANCE, "Property and equipment", 2023): "79,812",
    (BALANCE, "Accounts receivable", 2023): "23,362",
}
DEBTS = (
    ("Trade payables", 18_406, 19_377, 17_254),
    ("Bank loans", 27_930, 26_415, 28_102),
    ("Bonds", 35_250, 35_250, 35_250),
    ("Lease liabilities", 12_684, 13_047, 12_139),
    ("Deferred taxes", 7_318, 7_902, 6_845),
    ("Pensions", 5_931, 5_874, 6_027),
)
"""Lines of the balance sheet at the end of 2023, 2024 and 2022."""
SAID = "Certain prior year amounts have been reclassified to conform to the current presentation."


def test_words_of_the_whole_document_excuse_what_was_stated_anew_but_no_typing_error(report: Report) -> None:
    this, other = report(2024, changes=RESTATED, words=SAID), report(2023)
    for path, years in ((this, (1, 0)), (other, (0, 2))):
        rows = "".join(
            f"<tr><td>{label}</td>{''.join(f'<td>{values[year]:,}</td>' for year in years)}</tr>"
            for label, *values in DEBTS
        )
        path.write_text(path.read_text().replace("</table>", f"{rows}</table>", 1))
    this.write_text(this.read_text().replace("<td>18,406</td>", "<td>18,046</td>"))
    compared = cofitcheck.compare(this, other)
    mentions = compared.this.mentions
    explained = {mentions[each.mention or 0].text for each in compared.each[0].of(Outcome.EXPLAINED)}
    assert "79,812" in explained
    assert "18,046" in {mentions[each.mention or 0].text for each in compared.each[0].of(Outcome.DIFFER)}


@pytest.mark.parametrize(
    "words",
    [
        "New rules may be applied retroactively to our results of prior years.",
        "A court reclassified drivers of prior years as employees.",
        "All share amounts of prior periods were retroactively adjusted for our stock split.",
    ],
)
def test_words_of_other_things_explain_no_difference(report: Report, words: str) -> None:
    compared = cofitcheck.compare(report(2024, changes=RESTATED, words=words), report(2023))
    assert not compared.each[0].of(Outcome.EXPLAINED)


def test_a_difference_that_is_explained_in_one_place_is_in_all(report: Report) -> None:
    line = "<tr><td>Customer deposits</td><td>7,310</td><td>7,204</td></tr><tr><td>Total assets"
    this, other = report(2024, changes={(BALANCE, "Total assets", 2023): "150,042"}), report(2023)
    for path in (this, other):
        # The balance sheet once more, without the line that came in.
        text = path.read_text()
        table = text[text.index("<table>") : text.index("</table>") + len("</table>")]
        path.write_text(
            text.replace("</body>", f"<h2>Segment assets</h2><p>(in thousands)</p>{table}</body>")
        )
    this.write_text(this.read_text().replace("<tr><td>Total assets", line, 1))
    compared = cofitcheck.compare(this, other)
    assert not compared.each[0].of(Outcome.DIFFER)
    mentions = compared.this.mentions
    explained = [mentions[each.mention or 0].text for each in compared.each[0].of(Outcome.EXPLAINED)]
    assert explained == ["150,042", "150,042"]
