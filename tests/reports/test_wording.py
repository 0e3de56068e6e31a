from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.checks.evidence.opposites import RULES as OPPOSITES
from cofitcheck.checks.model import FindingKind, Severity
from cofitcheck.checks.reasons import ReasonCode
from cofitcheck.checks.repeats.witnesses import MATCHED_ELSEWHERE, ONE_TABLE_STATES_BOTH, ROUNDED
from cofitcheck.document import Mention, Place
from cofitcheck.numbers import Kind, Measure, Number, Relation, Slip
from cofitcheck.reports.model import wording
from cofitcheck.reports.model.wording import Look, as_printed, in_place_of
from cofitcheck.reports.words import findings, speaking
from cofitcheck.reports.words.reasons import SENTENCES


def _number(value: str | None, measure: Measure, currency: str = "", kind: Kind = Kind.VALUE) -> Number:
    amount = None if value is None else Decimal(value)
    return Number(kind, amount, amount, measure=measure, currency=currency)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (_number("1234567", Measure.MONEY, "USD"), "USD 1,234,567"),
        (_number("-1.2E+10", Measure.MONEY, "EUR"), "EUR −12,000,000,000"),
        (_number("-0.25", Measure.PER_SHARE, "USD"), "USD −0.25 per share"),
        (_number("12.50", Measure.PERCENT), "12.50%"),
        (_number("928000000", Measure.SHARES), "928,000,000 shares"),
        (_number("25", Measure.BASIS_POINTS), "25 basis points"),
        (_number("1.4", Measure.RATIO), "1.4 times"),
        (_number("0", Measure.UNKNOWN), "0"),
        (_number(None, Measure.MONEY, kind=Kind.DASH), "a dash"),
        (_number(None, Measure.MONEY, kind=Kind.NOT_MEANINGFUL), "not meaningful"),
    ],
)
def test_numbers_are_said_with_their_unit(number: Number, words: str) -> None:
    assert str(wording.read_as(number, Look())) == words


def test_percentages_differ_by_points() -> None:
    rate, points = _number("20.7", Measure.PERCENT), _number("1970", Measure.BASIS_POINTS)
    assert str(wording.difference(Decimal("1.0"), (points, rate), Look())) == "1.0 percentage points"
    assert str(wording.difference(None, (points, rate), Look())) == "cannot be computed"


def test_a_difference_takes_the_unit_that_either_states() -> None:
    plain, money = _number("5", Measure.UNKNOWN), _number("7", Measure.MONEY, "USD")
    assert wording.difference(Decimal(-2), (plain, money), Look()) == "USD −2"


@pytest.mark.parametrize(
    ("share", "measure", "words"),
    [
        ("0.00001", Measure.MONEY, "under 0.01%"),
        ("0.014", Measure.MONEY, "1.40%"),
        ("0.1", Measure.MONEY, "10%"),
        ("1.98", Measure.SHARES, "198%"),
        ("0.28", Measure.PERCENT, ""),
        (None, Measure.MONEY, ""),
    ],
)
def test_a_share_is_said_but_of_percentages(share: str | None, measure: Measure, words: str) -> None:
    held = None if share is None else Decimal(share)
    assert str(wording.share_of(held, _number("1000", measure))) == words


def printed(text: str, value: str, scale: int = 0, precision: int = 0) -> tuple[str, Number]:
    """Return a number as it is printed and read."""
    held = Decimal(value)
    return text, Number(
        Kind.VALUE, held, held.scaleb(-scale), scale, precision, measure=Measure.MONEY, currency="INR"
    )


@pytest.mark.parametrize(
    ("beside", "value", "words"),
    [
        ([printed("21,62,084", "2162084")], "12345678", "1,23,45,678"),
        ([printed("2,084", "2084"), printed("1,21,62,084", "12162084")], "-123456", "(1,23,456)"),
        ([printed("12,162,084", "12162084")], "12345678", "12,345,678"),
        ([printed("1.234,5", "1234.5", 0, -1)], "9876543", "9.876.543,0"),
        ([printed("12 345 678", "12345678")], "9876543", "9 876 543"),
        ([printed("△4,290", "-4290")], "-14290", "△14,290"),
        ([printed("−4,290", "-4290")], "-14290", "−14,290"),
        ([printed("4290", "4290")], "14290", "14290"),
        ([printed("290", "290")], "14290", "14,290"),
        ([], "14290", "14,290"),
        ([printed("69,6", "69.6", 0, -1), printed("96 600", "96600")], "69600", "69 600,0"),
    ],
)
def test_an_amount_has_the_look_of_those_beside_it(
    beside: list[tuple[str, Number]], value: str, words: str
) -> None:
    like = beside[0][1] if beside else _number("1", Measure.MONEY)
    assert as_printed(Decimal(value), like, Look.of(beside)) == words


def test_base_units_keep_the_look_too() -> None:
    beside = printed("21,62,084", "2.162084E+9", 3, 3)
    assert wording.read_as(beside[1], Look.of([beside])) == "INR 2,16,20,84,000"
    assert wording.difference(Decimal(-216208), (beside[1], beside[1]), Look.of([beside])) == "INR −2,16,208"


@pytest.mark.parametrize(
    ("said", "value", "words"),
    [
        (printed("$1,341 million", "1.341E+9", 6, 6), "1.314E+9", "$1,314 million"),
        (printed("2,107億41百万円", "2.10741E+11", 8, 6), "3.107E+9", "3,107百万円"),
        (printed("1,3 Mio. €", "1.3E+6", 6, 5), "1.25E+6", "1,25 Mio. €"),
        (printed("$4.3", "4.3", 0, -1), "4.290E+6", "$4,290,000"),
        (printed("₹21,62,084", "2162084"), "12620840", "₹1,26,20,840"),
    ],
)
def test_a_number_of_a_sentence_is_put_in_its_place_in_its_look(
    said: tuple[str, Number], value: str, words: str
) -> None:
    assert in_place_of(said[0], Decimal(value), said[1]) == words


@pytest.mark.parametrize(
    ("probability", "words"),
    [(1.0, "100%"), (0.9991, "over 99%"), (0.874, "87%"), (0.001, "under 1%"), (0.0, "0%")],
)
def test_percentages_claim_no_certainty(probability: float, words: str) -> None:
    assert str(wording.percent(probability)) == words


def test_every_name_has_words() -> None:
    assert set(findings.RELATIONS) == set(Relation)
    assert set(findings.SLIPS) == set(Slip)
    assert set(findings.SEVERITIES) == set(Severity)
    assert set(findings.KINDS) == set(FindingKind)
    assert {*SENTENCES, ReasonCode.FACETS} == set(ReasonCode)


@pytest.mark.parametrize("tag", ["zh-Hans", "zh-Hant", "ja"])
def test_the_rules_that_keep_numbers_open_have_a_reason_in_each_language(tag: str) -> None:
    own = {ROUNDED, ONE_TABLE_STATES_BOTH, MATCHED_ELSEWHERE}
    names = own | {rule.name for rule in OPPOSITES}
    assert names <= set(findings.KEPT_OPEN)
    assert len({str(findings.reason_of(name)) for name in names}) == len(names)
    with speaking(tag):
        assert not any(str(findings.reason_of(name)).isascii() for name in names)


def test_a_title_is_said_without_its_chapter() -> None:
    assert wording.split_title("ITEM 8. FINANCIAL STATEMENTS — Leases") == (
        "ITEM 8. FINANCIAL STATEMENTS",
        "Leases",
    )
    assert wording.split_title("Leases") == ("", "Leases")


@pytest.mark.parametrize(
    ("row_path", "column_path", "words"),
    [
        (("Current assets:", "Cash:"), ("2024",), "Cash"),
        (("Balance at December 31, 2023",), ("Equity", "Total"), "Total (Balance at December 31, 2023)"),
        (("", " "), ("Shares",), "Shares"),
        ((), (), "A number"),
    ],
)
def test_a_mention_is_called_by_what_it_states(
    row_path: tuple[str, ...], column_path: tuple[str, ...], words: str
) -> None:
    number = _number("1", Measure.UNKNOWN)
    made = Mention(0, 0, 1, 1, "1", number, row_path, column_path, Place("x", 0))
    assert str(wording.label(made)) == words


def test_letters_go_on_after_z() -> None:
    assert [wording.letters(n) for n in (0, 25, 26, 27, 702)] == ["A", "Z", "AA", "AB", "AAA"]


def test_long_texts_are_cut_on_one_line() -> None:
    assert wording.short("a\n  b\tc", 10) == "a b c"
    assert wording.short("word " * 1000, 12) == "word word w…"
