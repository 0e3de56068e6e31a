from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.document import Document
from cofitcheck.evaluation.gold import label
from cofitcheck.evaluation.planting import SLIP_KINDS, ErrorKind, Planted, eligible, plant, plant_slip
from cofitcheck.evaluation.planting.slips import SLIPS, find_printed
from cofitcheck.evaluation.planting.stated import Repeated
from cofitcheck.numbers import NumberContext, read_number
from cofitcheck.readers import read
from tests.evaluation.tagged_documents import BALANCE, NOTE, at, company, page, plain_page, table, tag


def planted(document: Document, kind: ErrorKind, seed: int = 0) -> tuple[Planted, Document]:
    error = plant(document, label(document), kind, Random(seed))
    assert error is not None
    return error, error.read_in(document)


@pytest.mark.parametrize("kind", ErrorKind)
@pytest.mark.parametrize("seed", range(3))
def test_one_mention_shows_another_number_and_all_else_is_as_it_was(kind: ErrorKind, seed: int) -> None:
    document = company()
    error, after = planted(document, kind, seed)
    changed = [old.index for old, new in zip(document.mentions, after.mentions, strict=True) if old != new]
    assert changed == [error.mention]
    wrong, right = after.mentions[error.mention], document.mentions[error.mention]
    assert (wrong.table, wrong.row, wrong.column) == (error.table, error.row, error.column)
    assert wrong.number.displayed != right.number.displayed
    assert wrong.text == right.text.replace(error.before, error.after, 1)


@pytest.mark.parametrize("kind", ErrorKind)
def test_of_a_report_of_several_files_one_shows_another_number(kind: ErrorKind, tmp_path: Path) -> None:
    for name, part in (("1-ixbrl.htm", page(BALANCE)), ("2-ixbrl.htm", plain_page(NOTE))):
        (tmp_path / name).write_bytes(part)
    document = read(tmp_path)
    files = set()
    for seed in range(6):
        error, after = planted(document, kind, seed)
        changed = [old for old, new in zip(document.mentions, after.mentions, strict=True) if old != new]
        assert [(old.index, old.place.file) for old in changed] == [(error.mention, error.file)]
        files.add(error.file)
    assert files == {"1-ixbrl.htm", "2-ixbrl.htm"}


@pytest.mark.parametrize("kind", ErrorKind)
def test_errors_are_planted_only_where_another_table_states_the_fact(kind: ErrorKind) -> None:
    document = company()
    repeated = {
        at(document, which, row, text)
        for which, row, text in [
            (0, "Cash", "1,234"),
            (1, "Cash and equivalents", "1,234"),
            (0, "Cash", "1,101"),
            (1, "Cash and equivalents", "1,101"),
            (0, "Debt", "5,210"),
            (1, "Borrowings", "5,210"),
            (0, "Loss", "(345)"),
            (1, "Net loss", "(345)"),
        ]
    }
    assert set(eligible(document, label(document), kind)) == repeated


def test_the_same_seed_plants_the_same_error() -> None:
    first, second = (planted(company(), ErrorKind.DIGIT, seed=5)[0] for _ in range(2))
    assert first == second


def test_a_stale_value_is_the_other_period_of_the_row() -> None:
    document = company()
    for seed in range(5):
        error, _ = planted(document, ErrorKind.STALE, seed)
        others = {"1,234": "1,101", "1,101": "1,234", "5,210": "5,678", "345": "99"}
        assert others[error.before] == error.after


def test_a_sign_is_taken_off_with_its_closing_parenthesis_in_the_next_cell() -> None:
    split = tag("a:Income", "year", "345", more='scale="6" sign="-"')
    row = f"<tr><td>Loss</td><td>({split}</td><td>)</td></tr>"
    filler = "<tr><td>Rent</td><td>120</td><td></td></tr>"
    tables = [
        f"<p>{name}</p><table><tr><td></td><td>2023</td><td></td></tr>{filler}{row}</table>" for name in "AB"
    ]
    error, after = planted(read(page(*tables), name="split.htm"), ErrorKind.SIGN)
    assert (error.before, error.after) == ("(345)", "345")
    shown = [mention.text for mention in after.mentions if mention.row_path[-1] == "Loss"]
    assert sorted(shown) == ["(345)", "345"]


def test_a_number_split_by_markup_is_still_edited_in_place() -> None:
    cells = [tag("a:Cash", "now", text) for text in ("12,<b>345</b>", "12,345")]
    tables = [
        table(name, [("Cash", cell, "31"), ("Rent", "32", "33")])
        for name, cell in zip("AB", cells, strict=True)
    ]
    document = read(page(*tables), name="markup.htm")
    for seed in range(4):
        error, after = planted(document, ErrorKind.TRANSPOSITION, seed)
        assert after.mentions[error.mention].text == error.after


def test_a_coarse_witness_is_not_contradicted_by_a_change_within_its_rounding() -> None:
    exact, rough = tag("a:Cash", "now", "12,000"), tag("a:Cash", "now", "12", more='scale="9"')
    fine = table("Fine", [("Cash", exact, "31"), ("Rent", "32", "33")])
    coarse = table("Coarse", [("Cash", rough, "31"), ("Rent", "32", "33")]).replace(
        "in millions", "in billions"
    )
    document = read(page(fine, coarse), name="coarse.htm")
    precise = at(document, 0, "Cash", "12,000")
    for seed in range(8):
        error = plant(document, label(document), ErrorKind.ROUNDING, Random(seed))
        assert error is not None
        assert error.mention != precise


def test_nothing_is_planted_where_no_fact_is_stated_twice() -> None:
    document = read(page(BALANCE, NOTE.replace("ix:nonFraction", "span")), name="once.htm")
    assert plant(document, label(document), ErrorKind.DIGIT, Random(0)) is None


@pytest.mark.parametrize("kind", SLIP_KINDS)
def test_a_slip_is_planted_in_the_cell_that_is_named(kind: ErrorKind) -> None:
    discussion = table("Discussion", [("Cash", "1,234", "1,101"), ("Debt", "5,678", "5,210")])
    document = read(page(BALANCE, discussion), name="named.htm")
    named, witness = (document.mentions[at(document, which, "Debt", "5,678")] for which in (1, 0))
    error = plant_slip(document, named, witness, kind, Random(0))
    assert error is not None
    after = error.read_in(document)
    changed = [old.index for old, new in zip(document.mentions, after.mentions, strict=True) if old != new]
    assert changed == [named.index]


def test_a_slip_needs_a_witness_that_contradicts_it() -> None:
    rough = table("Rough", [("Cash", "1", "31")]).replace("in millions", "in billions")
    shown = table("Shown", [("Loss", "(345)", "31"), ("Cash", "1,234", "32")])
    other = table("Other", [("Loss", "345", "33")])
    document = read(page(shown, rough, other), name="witness.htm")
    loss = document.mentions[at(document, 0, "Loss", "(345)")]
    cash = document.mentions[at(document, 0, "Cash", "1,234")]
    unsigned = document.mentions[at(document, 2, "Loss", "345")]
    in_billions = document.mentions[at(document, 1, "Cash", "1")]
    assert plant_slip(document, loss, unsigned, ErrorKind.SIGN, Random(0)) is None
    assert plant_slip(document, loss, unsigned, ErrorKind.DIGIT, Random(0)) is not None
    for seed in range(5):
        error = plant_slip(document, cash, in_billions, ErrorKind.DIGIT, Random(seed))
        assert error is None or abs(int(error.after.replace(",", "")) - 1_234) > 500


@given(
    st.sampled_from(sorted(SLIPS)),
    st.decimals(min_value="0.01", max_value="99999999", places=2),
    st.integers(0, 2),
    st.integers(0, 99),
)
def test_a_slip_changes_the_value_and_keeps_the_manner_of_writing(
    kind: str, value: Decimal, places: int, seed: int
) -> None:
    text = f"{value:,.{places}f}"
    before = read_number(text, NumberContext())
    assert before is not None
    printed = find_printed(f"$ {text} (1)", before.displayed) if before.displayed else None
    after = SLIPS[kind](printed, Random(seed)) if printed else None
    if after is None:
        return
    again = read_number(str(after), NumberContext())
    assert again is not None
    assert again.displayed == after.value != before.displayed
    assert ("," in str(after)) == (len(after.whole) > 3)


@pytest.mark.parametrize(
    ("text", "displayed", "found"),
    [
        ("$ 1,234", "1234", "1,234"),
        ("1.234,5 %", "1234.5", "1.234,5"),
        ("(.25)", "-0.25", ".25"),
        ("5,678 (2)", "5678", "5,678"),
    ],
)
def test_a_printed_number_is_found_in_its_text(text: str, displayed: str, found: str) -> None:
    printed = find_printed(text, Decimal(displayed))
    assert printed is not None
    assert text[printed.start : printed.end] == found == str(printed)


def test_errors_within_a_table_are_planted_only_in_what_no_other_table_states() -> None:
    rows = [
        ("Net income", tag("a:ToHolders", "year", "2,345"), tag("a:ToHolders", "prior", "2,100")),
        ("Shares", "77", "78"),
        ("Net income, diluted", tag("a:ToHolders", "year", "2,345"), "2,100"),
    ]
    document = read(page(BALANCE, NOTE, table("Per share", rows)), name="within.htm")
    labels = label(document)
    twice = {at(document, 2, name, "2,345") for name in ("Net income", "Net income, diluted")}
    for kind in SLIP_KINDS:
        assert set(eligible(document, labels, kind, Repeated.WITHIN)) == twice
        error = plant(document, labels, kind, Random(0), Repeated.WITHIN)
        assert error is not None
        assert error.mention in twice
        changed = error.read_in(document).mentions[error.mention]
        assert changed.number.displayed != document.mentions[error.mention].number.displayed
    assert not twice & set(eligible(document, labels, ErrorKind.DIGIT))
