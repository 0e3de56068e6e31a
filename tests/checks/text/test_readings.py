"""Every reading under which a number is right, and the errors that none of them hides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.checks.checks_documents import Row
from tests.checks.text.text_documents import checked, with_text

NOTES: list[Row] = [
    ("Net sales", ("1,314", "1,250", "1,176")),
    ("Interest expense", ("2,346", "3,157", "3,688")),
    ("Operating lease liabilities", ("6,793", "7,214", "7,951")),
    ("Current operating lease liabilities", ("1,791", "1,655", "1,402")),
    ("Notes payable", ("5,804", "5,512", "5,077")),
    ("Line of credit", ("3,006", "2,731", "2,210")),
    ("Loss on settlement", ("(1,205)", "(1,862)", "(1,017)")),
    ("Other income and expenses", ("(1,288)", "(1,131)", "216")),
    ("Orders of spare parts", ("412", "414", "423")),
    ("Sundry (income) expense", ("531", "662", "774")),
    ("Restructuring, after tax", ("1,954", "1,716", "1,583")),
    ("Bank deposits", ("2,569", "2,481", "2,377")),
    ("Treasury bills", ("6,300", "6,114", "6,022")),
    ("Commercial paper held", ("3,700", "3,612", "3,518")),
]


def told(*texts: str) -> list[tuple[str, str]]:
    """Return the findings, where everything that is held against a cell is held to be an error."""
    findings = checked(with_text(*texts, rows=NOTES)).findings
    return [(each.told.said.text, each.told.slip) for each in findings if each.told]


@pytest.mark.parametrize(
    "sentence",
    [
        # The years can be dealt out in two ways, and one of them is right.
        "Interest expense of 2030, after a quiet 2029, was $3,688 million in one part.",
        "In 2031 and not in 2030, interest expense was $3,157 million and $2,346 million.",
        "On March 4, 2031 we settled notes payable of $5,077 million.",
        # A line more: of the sentence, of the column, the rest of the same.
        "Notes payable were $6,304 million at the end of 2031, including $500 million of a new note.",
        "Notes payable were $8,810 million at the end of 2031.",
        "Operating lease liabilities were $8,584 million at the end of 2031.",
        # What the other numbers of the sentence come to.
        "Interest expense was $2,364 million in 2031: $1,264 million, $600 million and $500 million.",
        # "The year before" may date the first clause alone.
        "As fewer fairs took place than in the prior year, interest expense was $2,346 million.",
        # Less than a printed unit.
        "Interest expense was $2.4 billion in 2031.",
        # What the cell states stands beside it.
        "Interest expense was $2,346 million in 2031, including $2,364 million of interest expense before.",
        # Two rows that are named in full.
        "Interest expense and net sales were $3,660 million in 2031.",
        # It is of what the sentence names last only.
        "Interest expense was $3,157 million, compared with $3,688 million in 2029.",
        # A part of it that others hold.
        "Notes payable of $584 million were held by our foreign subsidiaries in 2031.",
        # A month that is not the column's.
        "Interest expense was $3,157 million in April 2031.",
        # The row is above nought, too, and what falls is what is left.
        "Other income and expenses decreased $157 million in 2031.",
        # An average is no year's number.
        "Average net sales of 2030 and 2031 were $1,341 million.",
        # Assets are not liabilities. The text is about years that the table lacks.
        "At the end of 2031 we had $6,739 million of operating lease assets.",
        "In 2027 we moved. The move brought about interest expense of $2,364 million.",
        # The row is of costs less income: as it falls, income rises. It is after tax.
        "Sundry income increased $131 million in 2031.",
        "Restructuring was $1,945 million in 2031.",
        # The row shows one digit of it.
        "Orders of spare parts increased $2.1 million in 2031.",
        # The next sentence has the rest; a bracket names the row as a part; prices and units come to it.
        "We bought back notes payable of $5,504 million in 2031. In addition, notes payable of $300 million"
        " were given up.",
        "Free funds (line of credit less notes payable) were $3,060 million in 2031.",
        "Net sales rose 3.0% in 2031, on prices of 5.0%, units of 1.0% and currencies of 1.0%.",
        # Three rows that follow each other; a part of what the sentence states first.
        "Bank deposits and the like were $12,569 million at the end of 2031.",
        "Interest expense was $2,346 million in 2031, $3,157 million of which was paid in 2031.",
        # Three rows that the sentence names.
        "Line of credit, treasury bills and commercial paper were $13,006 million at the end of 2031.",
        # All that is listed is of something else.
        "At the end of 2031 and 2030, notes payable of $5,077 million and $2,900 million, respectively, may"
        " not be paid.",
        # Another thing than the row's, by words that the row lacks.
        "Net sales in the north rose 7.0% to $1,314 million in 2031.",
    ],
)
def test_a_number_that_is_right_in_one_reading_is_no_finding(sentence: str) -> None:
    assert told(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Interest expense was $2,364 million in 2031.", [("$2,364 million", "transposition")]),
        ("Interest expense was $3,157 million in 2031.", [("$3,157 million", "other period")]),
        (
            "Interest expense was $3,157 million and $2,346 million in 2031 and 2030, respectively.",
            [("$3,157 million", "other period")],
        ),
        (
            "Interest expense was $3,157 million in 2031 and $3,157 million in 2030.",
            [("$3,157 million", "other period")],
        ),
        ("Net sales rose 7.0% to $1,314 million in 2031.", [("7.0%", "other")]),
        (
            "Bank deposits and the like were $2,659 million at the end of 2031.",
            [("$2,659 million", "transposition")],
        ),
        (
            "At the end of 2031 we had $6,739 million of operating lease liabilities.",
            [("$6,739 million", "transposition")],
        ),
        (
            "In 2031 we moved. The move brought about interest expense of $2,364 million.",
            [("$2,364 million", "transposition")],
        ),
        ("Sundry expense increased $131 million in 2031.", [("$131 million", "direction")]),
        ("Restructuring after tax was $1,945 million in 2031.", [("$1,945 million", "transposition")]),
        ("We bought back notes payable of $5,504 million in 2031.", [("$5,504 million", "digit")]),
        (
            "Net sales rose 3.5% in 2031, on prices of 5.0%, units of 1.0% and currencies of 1.0%.",
            [("3.5%", "other")],
        ),
        (
            "At the end of 2031 and 2030, notes payable of $5,077 million and $5,512 million, respectively,"
            " may not be paid.",
            [("$5,077 million", "other period")],
        ),
        # Of a list of changes, the words of each row are of its own number.
        (
            "In 2031 compared to 2030 there was an increase in net sales and notes payable of $105 million"
            " and $292 million, respectively.",
            [("$105 million", "other")],
        ),
        (
            "Consolidated net sales increased $105 million in 2031 compared to 2030.",
            [("$105 million", "other")],
        ),
        # Both levels are those of the row, whatever else the words say.
        (
            "Net sales in the north increased $105 million to $1,314 million in 2031 compared to $1,250"
            " million in 2030.",
            [("$105 million", "other")],
        ),
        # What others of the sentence come to says nothing of the direction.
        (
            "Interest expense increased $811 million in 2031 due to $500 million of loans and $311 million of"
            " notes.",
            [("$811 million", "direction")],
        ),
        # No word of the row is missing where the amount is that of the row.
        (
            "Net sales in the north rose $64 million, or 7%, to $1,314 million in 2031.",
            [("7%", "other")],
        ),
        # Another number shows that it is the year of the report.
        (
            "In the current year interest expense was $3,157 million, and net sales were $1,314 million.",
            [("$3,157 million", "other period")],
        ),
    ],
)
def test_what_is_wrong_in_every_reading_is_found(sentence: str, found: list[tuple[str, str]]) -> None:
    assert told(sentence) == found


def test_a_long_change_is_that_of_any_row_with_the_words() -> None:
    rows: list[Row] = [
        ("Administrative expenses|Administrative salaries", ("129,512", "190,147", "151,406")),
        ("Administrative expenses", ("394,569", "500,042", "487,911")),
    ]

    def slips(amount: str) -> list[tuple[str, str]]:
        made = with_text(f"Administrative expenses decreased by {amount} in 2031.", rows=rows, scale=0)
        return [(each.told.said.text, each.told.slip) for each in checked(made).findings if each.told]

    assert slips("$105,473") == slips("$60,635") == []
    assert slips("$60,653") == [("$60,653", "other")]


def test_a_unit_may_stand_on_the_next_page() -> None:
    whole, torn = "In 2031 we had interest expense of $2.3.", "In 2031 we had interest expense of $2.3"
    findings = checked(with_text(whole, torn, rows=NOTES, scale=3)).findings
    assert [each.told.said.passage for each in findings if each.told] == [1]


def test_a_heading_dates_the_numbers_below_it() -> None:
    sentence = "In the current year interest expense was $3,157 million, and net sales were $1,314 million."
    assert told("2031 compared with 2030", sentence) == [("$3,157 million", "other period")]
    assert told("2030 compared with 2029", sentence) == []
    above = "In 2030 much was different from 2029, when we had no plant, no stores and few loans, which was"
    reasons, ended = (
        f"{above} due to the following reasons, the first first:",
        f"{above} due to new plants and stores.",
    )
    assert told(reasons, sentence) == []
    assert told(ended, sentence)


@pytest.mark.parametrize(
    ("caption", "found"),
    [("(in millions)", ["$2,346 billion"]), ("(in millions, except interest, which is in billions)", [])],
)
def test_a_caption_may_name_the_unit_of_one_row(caption: str, found: list[str]) -> None:
    made = with_text("Interest expense was $2,346 billion in 2031.", rows=NOTES)
    made = replace(made, tables=(replace(made.tables[0], caption=caption, text_before=caption),))
    assert [each.told.said.text for each in checked(made).findings if each.told] == found
