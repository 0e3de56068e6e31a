"""Changes in per cent, shares and ratios, worked out again within what rounding allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.derived import check_derived
from cofitcheck.checks.derived.habits import Habits
from cofitcheck.checks.derived.operations import worked_out
from cofitcheck.checks.derived.trials import Derivation, Ranges
from cofitcheck.checks.model import FindingKind, Severity
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.document import Document
from cofitcheck.numbers import Kind, Measure, Number
from tests.checks.checks_documents import Row, document

CHANGES: list[Row] = [
    ("Licences", ("1,204", "1,377", "(12.6)")),
    ("Services", ("2,310", "2,118", "9.1")),
    ("Hardware", ("5,871", "4,402", "33.4")),
    ("Training", ("419", "388", "8.0")),
    ("Hosting", ("977", "1,050", "(7.0)")),
]
SHARES: list[Row] = [
    ("Licences", ("1,204", "11.4")),
    ("Services", ("2,310", "21.9")),
    ("Hardware", ("5,871", "55.6")),
    ("Training", ("1,173", "11.1")),
    ("Total", ("10,558", "100.0")),
]


def with_percents(*tables: Sequence[Row], column: int, headers: Sequence[str]) -> Document:
    """A made-up document in which one column of each table is in per cent."""
    made = document(*tables, headers=headers)
    mentions = [
        replace(each, number=percent(each.number)) if each.column == column else each
        for each in made.mentions
    ]
    return replace(made, mentions=tuple(mentions))


def percent(number: Number) -> Number:
    assert number.displayed is not None
    return Number(Kind.VALUE, number.displayed, number.displayed, 0, number.precision - 6, Measure.PERCENT)


def changed(rows: Sequence[Row], row: int, column: int, text: str) -> list[Row]:
    label, values = rows[row]
    new = [*values]
    new[column] = text
    return [*rows[:row], (label, new), *rows[row + 1 :]]


def of_changes(*tables: Sequence[Row], header: str = "% Change") -> Document:
    return with_percents(*tables, column=3, headers=("2025", "2024", header))


def of_shares(rows: Sequence[Row]) -> Document:
    return with_percents(rows, column=2, headers=("2025", "% of total"))


def test_changes_are_learnt_and_hold() -> None:
    ranges = Ranges.of(of_changes(CHANGES).mentions)
    assert ranges is not None
    found = worked_out(ranges, Habits.of([ranges]))
    assert {(each.way, each.holds) for each in found} == {(Derivation.CHANGE, True)}
    assert len(found) == 5


def test_a_wrong_change_is_told_with_what_it_comes_to() -> None:
    wrong = of_changes(changed(CHANGES, 2, 2, "43.4"))
    (finding,) = check_derived(Grid(wrong), CheckSettings(), set(), set()).findings
    assert finding.kind is FindingKind.DERIVED
    assert wrong.mentions[finding.mention].text == "43.4"
    assert finding.mended == Decimal("33.4")
    assert finding.calculation is not None
    assert finding.calculation.way == "change"


def test_a_fall_without_its_sign_is_wrong_where_the_column_shows_signs() -> None:
    wrong = of_changes(changed(CHANGES, 4, 2, "7.0"))
    (finding,) = check_derived(Grid(wrong), CheckSettings(), set(), set()).findings
    assert finding.mended == Decimal("-7.0")


def test_signs_are_a_habit_where_no_fall_has_one() -> None:
    without = changed(changed(CHANGES, 0, 2, "12.6"), 4, 2, "7.0")
    assert check_derived(Grid(of_changes(without)), CheckSettings(), set(), set()).findings == ()


def test_shares_of_the_row_that_is_a_hundred() -> None:
    right = check_derived(Grid(of_shares(SHARES)), CheckSettings(), set(), set())
    assert right.findings == ()
    assert len(right.holding) == 4
    wrong = of_shares(changed(SHARES, 2, 1, "56.5"))
    (finding,) = check_derived(Grid(wrong), CheckSettings(), set(), set()).findings
    assert wrong.mentions[finding.mention].text == "56.5"


def test_one_unit_off_is_made_to_add_up() -> None:
    made = of_shares(changed(SHARES, 2, 1, "55.5"))
    assert check_derived(Grid(made), CheckSettings(), set(), set()).findings == ()


def test_what_foots_or_comes_from_a_number_that_is_told_is_not_told() -> None:
    wrong = of_changes(changed(CHANGES, 2, 2, "43.4"))
    (accused,) = [each.index for each in wrong.mentions if each.text == "43.4"]
    (operand,) = [each.index for each in wrong.mentions if each.text == "4,402"]
    assert check_derived(Grid(wrong), CheckSettings(), {accused}, set()).findings == ()
    assert check_derived(Grid(wrong), CheckSettings(), set(), {operand}).findings == ()


def test_two_rows_are_enough_where_other_tables_show_the_habit() -> None:
    small: list[Row] = [("Riders", ("2,401", "2,118", "18.4")), ("Drivers", ("977", "1,050", "(7.0)"))]
    alone = check_derived(Grid(of_changes(small)), CheckSettings(), set(), set())
    assert alone.findings == ()
    beside = of_changes(CHANGES, CHANGES, small)
    (finding,) = check_derived(Grid(beside), CheckSettings(), set(), set()).findings
    assert beside.mentions[finding.mention].text == "18.4"
    assert finding.mended == Decimal("13.4")
    assert finding.reasons[-1] == Reason.of(ReasonCode.CHANGES_ELSEWHERE, n=10)


def test_one_row_is_enough_where_the_habit_is_strong() -> None:
    single: list[Row] = [("Riders", ("2,401", "2,118", "18.4"))]
    few = of_changes(CHANGES, single)
    assert check_derived(Grid(few), CheckSettings(), set(), set()).findings == ()
    many = of_changes(CHANGES, CHANGES, single)
    (finding,) = check_derived(Grid(many), CheckSettings(), set(), set()).findings
    assert many.mentions[finding.mention].text == "18.4"


def test_a_habit_that_tables_break_is_none() -> None:
    other: list[Row] = [("Riders", ("2,401", "2,118", "18.4")), ("Drivers", ("977", "1,050", "23.0"))]
    odd = of_changes(CHANGES, *[other] * 3)
    assert check_derived(Grid(odd), CheckSettings(), set(), set()).findings == ()


@pytest.mark.parametrize(
    "header",
    [
        "% Change excluding currency",
        "Organic growth",
        "Constant-currency change",
        "% Change / Less FX effect",
    ],
)
def test_changes_of_a_part_are_not_worked_out(header: str) -> None:
    wrong = of_changes(changed(CHANGES, 2, 2, "43.4"), header=header)
    checked = check_derived(Grid(wrong), CheckSettings(), set(), set())
    assert checked.findings == ()
    assert not [each for each in checked.holding if wrong.mentions[each.mentions[-1]].column == 3]


def test_amounts_that_were_made_to_add_up_are_a_unit_off() -> None:
    # From 20 to 18 is at most 14.6 per cent less; of 20.6 and 17.4 in the books it is 15.5.
    rounded = of_changes([*CHANGES, ("Grants", ("18", "20", "(15.5)"))])
    assert check_derived(Grid(rounded), CheckSettings(), set(), set()).findings == ()
    wrong = of_changes([*CHANGES, ("Grants", ("18", "20", "(25.5)"))])
    assert len(check_derived(Grid(wrong), CheckSettings(), set(), set()).findings) == 1


AMOUNTS: list[Row] = [
    ("Licences", ("1,204", "1,377", "(173)")),
    ("Services", ("2,310", "2,118", "192")),
    ("Hardware", ("5,871", "4,402", "1,469")),
    ("Training", ("419", "388", "31")),
    ("Hosting", ("977", "1,050", "(73)")),
]


def of_amounts(*tables: Sequence[Row], header: str = "$ Change") -> Document:
    return document(*tables, headers=("2025", "2024", header))


def test_one_change_in_amounts_is_worked_out_where_the_document_does_so() -> None:
    single: list[Row] = [("Riders", ("2,401", "2,118", "293"))]
    few = of_amounts(AMOUNTS, single)
    assert check_derived(Grid(few), CheckSettings(), set(), set()).findings == ()
    many = of_amounts(*[AMOUNTS] * 4, single)
    (finding,) = check_derived(Grid(many), CheckSettings(), set(), set()).findings
    assert many.mentions[finding.mention].text == "293"
    assert finding.mended == Decimal(283_000_000)
    calculation = finding.calculation
    assert calculation is not None
    assert [sign for _, sign in calculation.addends] == [1, -1]
    assert calculation.computed == finding.mended


def test_a_change_in_amounts_has_its_sign() -> None:
    turned: list[Row] = [("Riders", ("2,118", "2,401", "283")), ("Drivers", ("977", "1,050", "(73)"))]
    wrong = of_amounts(*[AMOUNTS] * 4, turned)
    (finding,) = check_derived(Grid(wrong), CheckSettings(), set(), set()).findings
    assert wrong.mentions[finding.mention].text == "283"
    # Better and worse have signs of their own: costs that fall are favourable.
    other = of_amounts(*[AMOUNTS] * 4, turned, header="Favourable (unfavourable) change")
    assert check_derived(Grid(other), CheckSettings(), set(), set()).findings == ()


def test_half_a_year_is_not_held_against_a_whole_one() -> None:
    rows: list[Row] = [(label, (*values, "1,000")) for label, values in CHANGES]
    wrong = changed(rows, 2, 2, "43.4")
    headers = "2025", "2024", "% Change", "2023"
    halves = "Six months ended June 30, 2025", "2024", "% Change", "2023"
    told = check_derived(Grid(with_percents(wrong, column=3, headers=headers)), CheckSettings(), set(), set())
    assert len(told.findings) == 1
    full = (halves[0], "Year ended December 31, 2024", *halves[2:])
    made = with_percents(wrong, column=3, headers=full)
    assert check_derived(Grid(made), CheckSettings(), set(), set()).findings == ()


BUDGETS: list[Row] = [
    ("Mill", ("3,705", "1,366", "-", "37")),
    ("Quay", ("4,575", "1,182", "-", "26")),
    ("Kiln", ("2,873", "1,168", "-", "41")),
    ("Dock", ("4,800", "355", "-", "7")),
    ("Shed", ("1,000", "458", "-", "46")),
    ("Yard", ("1,420", "384", "616", "93")),
]


def of_budgets(rows: Sequence[Row]) -> Document:
    return with_percents(rows, column=4, headers=("Budget", "Balance", "Taken out", "Spent of budget"))


def test_a_number_that_only_a_wrong_row_has_took_part_in_it() -> None:
    assert check_derived(Grid(of_budgets(BUDGETS)), CheckSettings(), set(), set()).findings == ()
    (finding,) = check_derived(
        Grid(of_budgets(changed(BUDGETS, 5, 2, "-"))), CheckSettings(), set(), set()
    ).findings
    assert finding.mended == Decimal("27")


def test_a_percentage_that_only_a_wrong_row_has_took_no_part_in_it() -> None:
    # Of the same amounts, "Taken out" in per cent is no amount that was taken out.
    rows = changed(BUDGETS, 5, 3, "39")
    made = of_budgets(rows)
    aside = next(each for each in made.mentions if each.text == "616")
    mentions = [*made.mentions]
    mentions[aside.index] = replace(aside, number=percent(aside.number))
    made = replace(made, mentions=tuple(mentions))
    (finding,) = check_derived(Grid(made), CheckSettings(), set(), set()).findings
    assert finding.mended == Decimal("27")


MARGINS: list[Row] = [
    ("Cost of goods sold", ("3,385.1", "3,214.1", "5.3")),
    ("Gross profit", ("2,382.2", "2,293.6", "9.3")),
]


def test_of_two_years_and_their_change_one_more_row_is_enough() -> None:
    told = check_derived(Grid(of_changes(MARGINS)), CheckSettings(), set(), set())
    (finding,) = told.findings
    assert finding.mended == Decimal("3.9")
    right = changed(MARGINS, 1, 2, "3.9")
    assert check_derived(Grid(of_changes(right)), CheckSettings(), set(), set()).findings == ()
    # Two halves of one year, or no years, are compared as other tables compare them.
    for headers in (("First half", "Second half", "% Change"), ("2024", "2025", "% Change")):
        made = with_percents(MARGINS, column=3, headers=headers)
        assert check_derived(Grid(made), CheckSettings(), set(), set()).findings == ()


def test_a_unit_of_the_last_digit_is_a_notice() -> None:
    # 587,145 less 440,200 is 33.38% of it, so that 33.5 is more than a unit off, and 33.4 is not.
    rows = changed(changed(CHANGES, 2, 0, "587,145"), 2, 1, "440,200")
    severities = [
        each.severity
        for text in ("33.5", "33.9")
        for each in check_derived(
            Grid(of_changes(changed(rows, 2, 2, text))), CheckSettings(), set(), set()
        ).findings
    ]
    assert severities == [Severity.NOTICE, Severity.HIGH]


POINTS: list[Row] = [
    ("Licences", ("1,204", "50", "1,377", "43", "(12.6)")),
    ("Services", ("2,310", "31", "2,118", "33", "9.1")),
    ("Hardware", ("5,871", "22", "4,402", "21", "33.4")),
    ("Training", ("419", "50", "388", "44", "8.0")),
    ("Support", ("1,860", "50", "2,135", "56", "(6)")),
]


@pytest.mark.parametrize(("stated", "found"), [("(6)", 0), ("(7)", 1)])
def test_a_difference_of_two_percentages_of_its_row_is_in_points(stated: str, found: int) -> None:
    headers = ("2025", "Margin %", "2024", "Margin %", "Margin %")
    made = document(changed(POINTS, 4, 4, stated), headers=headers)
    mentions = [
        replace(each, number=percent(each.number)) if each.column in (2, 4, 5) else each
        for each in made.mentions
    ]
    made = replace(made, mentions=tuple(mentions))
    assert len(check_derived(Grid(made), CheckSettings(), (), ()).findings) == found


@pytest.mark.parametrize("measure", [Measure.UNKNOWN, Measure.SHARES])
def test_people_and_money_have_no_change_of_each_other(measure: Measure) -> None:
    wrong = of_changes(changed(CHANGES, 2, 2, "43.4"))
    assert len(check_derived(Grid(wrong), CheckSettings(), set(), set()).findings) == 1
    people = [
        replace(each, number=replace(each.number, measure=measure)) if each.text == "4,402" else each
        for each in wrong.mentions
    ]
    counted = replace(wrong, mentions=tuple(people))
    assert check_derived(Grid(counted), CheckSettings(), set(), set()).findings == ()


def test_changes_that_a_row_prints_to_a_half_are_rounded_to_one() -> None:
    """The change is 2.7%: of a company that prints halves 2.5% is right, and where another one is none it
    is wrong."""
    headers = ("2025", "2024", "% Change", "2023", "% Change")

    def told(before: str) -> list[str]:
        halves: Row = ("Support", ("4,109", "4,001", "2.5", "3,570", before))
        earlier = (("1,300", "5.9"), ("2,000", "5.9"), ("4,100", "7.4"), ("350", "10.9"), ("1,000", "5.0"))
        rows = [(label, (*both, *more)) for (label, both), more in zip(CHANGES, earlier, strict=True)]
        made = document([*rows, halves], headers=headers)
        mentions = [
            replace(each, number=percent(each.number))
            if each.column in (3, 5) and each.number.value
            else each
            for each in made.mentions
        ]
        made = replace(made, mentions=tuple(mentions))
        found = check_derived(Grid(made), CheckSettings(), set(), set()).findings
        return [made.mentions[each.mention].text for each in found]

    assert told("12.0") == []
    assert told("12.1") == ["2.5"]


def test_a_share_of_amounts_in_two_units_says_nothing() -> None:
    made = of_shares(SHARES)
    (cell,) = [each for each in made.mentions if each.text == "5,871"]
    misread = replace(cell, number=cell.number.at_scale(9))
    made = replace(made, mentions=tuple(misread if each is cell else each for each in made.mentions))
    assert check_derived(Grid(made), CheckSettings(), set(), set()).findings == ()
