"""What words mean, whatever language they are of."""

from __future__ import annotations

import pytest

from cofitcheck.language.lexicon import is_bare_subtotal, is_total, without_total_at_end
from cofitcheck.periods.header_periods import Balance, named_balance


@pytest.mark.parametrize(
    "label",
    [
        "Total assets",
        "Sub-total",
        "合 计",
        "资产总计",
        "小计",
        "小計",
        "流動資産合計",
        "Summe Aktiva",
        "Total de l'actif",
    ],
)
def test_totals(label: str) -> None:
    assert is_total(label)


@pytest.mark.parametrize("label", ["Totally diluted", "Share of total", "会计政策", "計画"])
def test_no_totals(label: str) -> None:
    assert not is_total(label)


@pytest.mark.parametrize(
    ("label", "bare"), [("小 计", True), ("小計", True), ("现金流入小计", False), ("合计", False)]
)
def test_bare_subtotals(label: str, bare: bool) -> None:
    assert is_bare_subtotal(label) == bare


def test_what_a_total_at_the_end_of_a_label_is_of() -> None:
    assert without_total_at_end("流动资产合 计") == "流动资产"
    assert without_total_at_end("合计数") is None


@pytest.mark.parametrize(
    ("label", "edge"),
    [
        ("Anfangsbestand", Balance.OPENING),
        ("Stand am 1. Januar 2031", Balance.OPENING),
        ("Zahlungsmittel am Ende der Periode", Balance.CLOSING),
        ("Trésorerie d’ouverture", Balance.OPENING),
        ("Trésorerie à la clôture", Balance.CLOSING),
        ("Stand der Technik", None),
        ("Taux de clôture", None),
    ],
)
def test_opening_and_closing_balances(label: str, edge: Balance | None) -> None:
    assert named_balance(label) is edge
