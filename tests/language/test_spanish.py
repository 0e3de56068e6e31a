"""The annual accounts of a made-up Spanish company: three slips of four are found, one is left open."""

from __future__ import annotations

from pathlib import Path

import pytest

import cofitcheck
from cofitcheck.periods import INSTANT, Period
from cofitcheck.periods.text import read_period, said_besides, states_period_only
from tests.golden.statements import html

SLIPS = {"9.783": "9.873", "4.030": "4.300", ">4,3<": ">3,4<", "3.735": "3.375"}
"""What is wrong and what is right: a receivable, the cash at the end in the flows, the result in the key
figures, and that in a sentence."""


def test_each_slip_is_told(tmp_path: Path) -> None:
    (tmp_path / "cuentas.htm").write_bytes(html("encina"))
    report = cofitcheck.check(tmp_path / "cuentas.htm")
    assert {each.stated for each in report.findings} == {"9.783", "4.030", "4,3"}
    assert {each.compared_with for each in report.findings} >= {"9.873", "4.300"}
    assert [each.told.said.text for each in report.kept_open if each.told] == ["3.735 miles de euros"]


def test_the_accounts_without_slips_have_no_finding(tmp_path: Path) -> None:
    page = html("encina").decode()
    for wrong, right in SLIPS.items():
        assert page.count(wrong) == 1
        page = page.replace(wrong, right)
    (tmp_path / "cuentas.htm").write_text(page, encoding="utf-8")
    report = cofitcheck.check(tmp_path / "cuentas.htm")
    assert (report.findings, report.kept_open) == ((), ())
    assert len(report.text.tied) == len(report.text.mentions) == 4
    assert report.ledger.checked > 0.9 * report.ledger.mentions


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("31 de diciembre de 2031", Period(2031, 12, 31, 0)),
        ("Balance a 31 de diciembre de 2031", Period(2031, 12, 31, INSTANT)),
        ("ejercicio terminado el 31 de marzo de 2031", Period(2031, 3, 31, 12)),
        ("nueve meses terminados el 30 de septiembre de 2031", Period(2031, 9, 30, 9)),
        ("segundo trimestre de 2031", Period(2031, 0, 0, 3)),
        ("Ejercicio 2031", Period(2031, 0, 0, 12)),
    ],
)
def test_dates_and_spans(text: str, period: Period) -> None:
    assert read_period(text) == period


def test_a_header_of_a_period_says_nothing_else() -> None:
    assert states_period_only("31 de diciembre de 2031")
    assert not said_besides(("a 31 de diciembre de 2031",))
    assert said_besides(("Total activo a 31 de diciembre de 2031",)) == {"total", "activo"}


def test_a_road_is_not_a_unit() -> None:
    from cofitcheck.numbers import read_unit_caption

    caption = read_unit_caption("(en miles de euros)")
    assert caption is not None
    assert (caption.scale, caption.currency) == (3, "EUR")
    large = read_unit_caption("Cifras en miles de millones de euros")
    assert large is not None
    assert (large.scale, large.currency) == (9, "EUR")
    english = read_unit_caption("(in miles)")
    assert english is None or english.scale == 0
