"""References to notes and years over tables: told where the document itself says what is meant."""

from __future__ import annotations

import pytest

from cofitcheck.checks.references.found import numbers_referred, references
from cofitcheck.checks.references.notes import Notes
from cofitcheck.checks.references.subjects import misreferences
from cofitcheck.checks.references.titles import misdated_titles
from cofitcheck.document import Document
from tests.readers.html_pages import read_page, table

TITLES = ("Organization", "Revenue", "Leases", "Income Taxes", "Commitments and Contingencies")
NOTES = "".join(
    f"<h3>Note {number} – {title}</h3><p>Words about {title.lower()} and no more.</p>"
    for number, title in enumerate(TITLES, 1)
)


def sheet(label: str) -> str:
    return table(
        ("", "2031", "2030"),
        ("Cash", "1,204", "1,113"),
        (label, "3,310", "2,984"),
        ("Total", "4,514", "4,097"),
    )


def wrong(document: Document) -> list[tuple[int, int]]:
    """Return the stated and the meant number of each reference to another note."""
    found = misreferences(Notes(document), list(references(document)))
    return [(each.reference.numbers[0], each.meant.number) for each in found]


def test_notes_are_read_with_their_titles() -> None:
    notes = Notes(read_page(NOTES, sheet("Debt")))
    assert [(note.number, note.title) for note in notes.all] == list(enumerate(TITLES, 1))


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("The lease expires in 2035; see Note 2, “Leases,” for more.", [(2, 3)]),
        ("The lease expires in 2035; see Note 3, “Leases,” for more.", []),
        ("See Note 3 – Income Taxes for the settlement.", [(3, 4)]),
        ("See Note 4 – Income Taxes for the settlement.", []),
        ("See Note 5 for additional information about income taxes.", [(5, 4)]),
        ("See Note 2, “Rent,” for more.", []),
        ("See Note 4, “Leases - Short Leases,” for more.", [(4, 3)]),
        ("See Note 3 for information on income tax audits.", [(3, 4)]),
        ("See Note 4 for information on the income of shops with leases.", []),
        ("See Note 3, “Revenue,” of our Annual Report on Form 10-K.", []),
        ("See Note 3, “Revenue,” of this Annual Report on Form 10-K.", [(3, 2)]),
    ],
)
def test_a_sentence_refers_to_the_note_that_it_names(sentence: str, found: list[tuple[int, int]]) -> None:
    assert wrong(read_page(f"<p>{sentence}</p>", NOTES, sheet("Debt"))) == found


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("Commitments and contingencies (Note 4)", [(4, 5)]),
        ("Commitments and contingencies (Note 5)", []),
        ("Commitments and contingencies (Notes 4 and 5)", []),
        ("Deferred income (Note 3)", []),
    ],
)
def test_a_line_refers_to_the_note_on_its_subject(label: str, found: list[tuple[int, int]]) -> None:
    assert wrong(read_page(sheet(label), NOTES)) == found


def test_a_column_of_notes_is_read() -> None:
    statement = table(
        ("", "Note", "2031", "2030"),
        ("Revenue", "2", "9,120", "8,877"),
        ("Leases", "2", "1,310", "1,284"),
        ("Income taxes", "4", "2,213", "2,140"),
        ("Profit", "", "5,597", "5,453"),
    )
    assert wrong(read_page(statement, NOTES)) == [(2, 3)]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Expenses for the years ended December 31, 2030 and 2029 were as follows:", True),
        ("Expenses for the years ended December 31, 2031 and 2030 were as follows:", False),
        ("Expenses for the year ended December 31, 2029 were as follows:", False),
        ("We paid for the years ended December 31, 2030 and 2029 what we owed.", False),
    ],
)
def test_the_years_that_lead_to_a_table_are_those_of_its_columns(words: str, told: bool) -> None:
    found = list(misdated_titles(read_page(f"<p>{words}</p>", sheet("Debt"))))
    assert [(each.named, each.columns) for each in found] == ([((2030, 2029), (2031, 2030))] if told else [])


def test_a_subject_is_that_of_the_note_with_a_heading_of_its_name() -> None:
    sentence = "<p>See Note {} for information on unbilled amounts.</p>"
    notes = NOTES.replace("Words about revenue", "<b>Unbilled amounts</b></p><p>Words about revenue")
    for number, found in ((3, [(3, 2)]), (2, [])):
        assert wrong(read_page(sentence.format(number), notes, sheet("Debt"))) == found


@pytest.mark.parametrize(
    ("numbers", "found"),
    [((3, 3, 3), []), ((3, 2, 3), [(2, 3)]), ((3, 2), [(2, 3)]), ((3, 2, 4), []), ((2, 2), [])],
)
def test_references_that_say_the_same_name_one_note(
    numbers: tuple[int, ...], found: list[tuple[int, int]]
) -> None:
    sentences = [f"<p>{at}: see Note {each} for details of the tower.</p>" for at, each in enumerate(numbers)]
    notes = NOTES.replace("Words about leases", "We let the tower, and words about leases")
    assert wrong(read_page(*sentences, notes, sheet("Debt"))) == found


def test_a_list_of_notes_is_about_all_of_them() -> None:
    sentence = "<p>See Note 3 and Note 4 for information about leases and income taxes, respectively.</p>"
    assert wrong(read_page(sentence, NOTES, sheet("Debt"))) == []


def test_a_note_that_has_the_words_in_passing_is_not_the_one_of_that_title() -> None:
    notes = NOTES.replace("Words about revenue", "Leases bring some of it. Words about revenue")
    sentence = "<p>See Note 2 for information about leases.</p>"
    assert wrong(read_page(sentence, notes, sheet("Debt"))) == [(2, 3)]


@pytest.mark.parametrize(
    ("numbers", "sentence", "said"),
    [
        ((1, 2, 3, 4, 5), "See Notes 1, 2 and 3, and Note 4.", ["notes that nothing refers to: numbers 5"]),
        ((1, 2, 3, 4, 5), "See Notes 1 through 5.", []),
        ((1, 2, 4, 5, 6), "See Notes 1 to 6.", ["numbers of notes left out: numbers 3"]),
        ((1, 2, 3, 3, 4), "See Notes 1–4.", ["numbers of notes used twice: numbers 3"]),
        ((1, 2, 3, 4, 5), "See Note 2.", []),
    ],
)
def test_the_numbers_of_notes_are_listed(numbers: tuple[int, ...], sentence: str, said: list[str]) -> None:
    notes = "".join(
        f"<h3>Note {at} – {title}</h3><p>Words.</p>" for at, title in zip(numbers, TITLES, strict=True)
    )
    document = read_page(f"<p>{sentence}</p>", notes, sheet("Debt"))
    assert list(map(str, Notes(document).numbering(numbers_referred(document)))) == said


def years(words: str, *tables: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    found = misdated_titles(read_page(f"<p>{words}</p>", *tables))
    return [(each.named, each.columns) for each in found]


def test_years_stand_in_the_tables_right_below_too() -> None:
    tables = [table(("", year), ("Cash", "1,204"), ("Debt", "3,310")) for year in ("2031", "2030")]
    words = "The following tables summarize our funds as of December 31, {} and {}:"
    assert years(words.format(2031, 2030), *tables) == []
    assert years(words.format(2030, 2029), *tables) == [((2030, 2029), (2031, 2030))]


def test_years_of_rows_may_have_an_opening_balance_before_them() -> None:
    rows = [(f"Balance as of December 31, {year}", "1,204") for year in (2029, 2030, 2031)]
    words = "Goodwill for the years ended December 31, {} and {} was as follows:"
    assert years(words.format(2030, 2031), table(("", "Total"), *rows)) == []
    assert years(words.format(2029, 2030), table(("", "Total"), *rows)) == [
        ((2030, 2029), (2031, 2030, 2029))
    ]
    # The closing balance may stand in another table.
    assert years(words.format(2031, 2032), table(("", "Total"), *rows[1:])) == []


def test_years_of_rows_hold_where_the_headers_have_years_of_something_else() -> None:
    words = "Shares bought for the nine months ended December 31, 2031 and 2030 were as follows:"
    rows = [(f"Nine months ended December 31, {year}", "1,204", "1,113") for year in (2031, 2030)]
    assert years(words, table(("", "May 2029 plan", "May 2030 plan"), *rows)) == []


def test_three_years_are_read_whole() -> None:
    three = table(
        ("", "2031", "2030", "2029"), ("Cash", "1,204", "1,113", "1,022"), ("Debt", "31", "32", "33")
    )
    words = "Sales for the years ended December 31, {}, {} and {} were as follows:"
    assert years(words.format(2031, 2030, 2029), three) == []
    assert years(words.format(2030, 2029, 2028), three) == [((2030, 2029, 2028), (2031, 2030, 2029))]


def test_a_year_that_ends_early_may_be_named_by_the_one_before() -> None:
    words = "Sales for the fiscal years ended January 28, 2032 and January 29, 2031 were as follows:"
    assert years(words, sheet("Debt")) == []


def test_the_years_of_a_sentence_before_the_one_that_leads_are_not_of_the_table() -> None:
    words = "We had no debt as of December 31, 2030 and 2029. Our funds were as follows:"
    assert years(words, sheet("Debt")) == []


def about(number: int, subject: str) -> str:
    return f"<p>See Note {number} for additional information about {subject}.</p>"


def noted(*notes: tuple[str, str]) -> str:
    return "".join(f"<h3>Note {at} – {title}</h3>{text}" for at, (title, text) in enumerate(notes, 1))


SAID = noted(
    ("Organization", "<p>Our long-term debt is a debt.</p>"),
    ("Revenue", "<p>The revenue by region is shown.</p>"),
    ("Contracts", "<p>A credit swap.</p><p>Each credit swap is told.</p><p>No credit swap is left.</p>"),
    ("Debt", "<p>Our long-term debt is due.</p>"),
    ("Equity", "<h4>Shares for Work</h4><p>Shares for work are granted.</p>"),
    ("Income Taxes", "<p>Shares for work are deducted.</p><p>One credit is left.</p>"),
)


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (about(3, "long-term debt"), [(3, 4)]),  # one title has a word of it
        (about(4, "long-term debt"), []),
        (about(3, "revenue by region"), [(3, 2)]),
        (about(2, "each credit swap"), []),  # one passage has all words
        (about(2, "credit swaps"), [(2, 3)]),  # three have
        (about(6, "shares for work"), [(6, 5)]),  # a heading
        (about(5, "shares for work"), []),
        (about(2, "swaps"), []),
    ],
)
def test_a_subject_is_that_of_the_note_whose_text_tells_of_it(
    sentence: str, found: list[tuple[int, int]]
) -> None:
    assert wrong(read_page(sentence, SAID, sheet("Cash"))) == found


def test_a_reference_in_a_note_does_not_mean_that_note() -> None:
    within = SAID.replace(
        "Our long-term debt is due.", "Debt. See Note 3 for information about the rent of debt."
    )
    assert wrong(read_page(within, sheet("Cash"))) == []


def test_the_last_note_ends_where_the_next_item_of_the_report_begins() -> None:
    behind = "<h2>Item 2. Discussion</h2><h3>Revenue by Region</h3><p>It rose.</p>"
    document = read_page(about(3, "revenue by region"), SAID, behind, sheet("Cash"))
    assert wrong(document) == [(3, 2)]
    last = Notes(document).all[-1].last
    assert document.passages[last + 1].text == "Item 2. Discussion"
