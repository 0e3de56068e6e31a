"""The two totals of a balance sheet are one amount, in every column and language."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.checks import CheckSettings, Grid
from cofitcheck.checks.identities.check import check_identities
from cofitcheck.checks.ledger import CheckKind
from cofitcheck.checks.model import FindingKind
from cofitcheck.document import Document
from tests.checks.checks_documents import Row, document

TOTALS = [
    ("Total assets", "Total liabilities and stockholders' equity"),
    ("TOTAL ASSETS", "Total liabilities, mezzanine equity and deficit"),
    ("Total assets", "Total equity and liabilities"),
    ("资产总计", "负债和所有者权益（或股东权益）总计"),
    ("資產總計", "負債及權益總計"),
    ("資産合計", "負債純資産合計"),
    ("Total actif", "Total passif"),
]


def sheet(assets: str, paid_with: str, last: str) -> Document:
    rows: list[Row] = [
        ("Cash", ("1,204", "1,377", "903")),
        (assets, ("8,484", "8,365", "7,573")),
        ("Total liabilities", ("5,102", "5,010", "4,700")),
        (paid_with, ("8,484", "8,365", last)),
    ]
    return document(rows)


@pytest.mark.parametrize(("assets", "paid_with"), TOTALS)
def test_the_two_totals_are_held_against_each_other(assets: str, paid_with: str) -> None:
    right = check_identities(Grid(sheet(assets, paid_with, "7,573")), CheckSettings(), (), ())
    assert right.findings == ()
    assert [each.kind for each in right.holding] == [CheckKind.SUM] * 3
    wrong = sheet(assets, paid_with, "7,537")
    (finding,) = check_identities(Grid(wrong), CheckSettings(), (), ()).findings
    assert finding.kind is FindingKind.IDENTITY
    assert wrong.mentions[finding.mention].text == "7,537"
    assert finding.mended == Decimal(7_573_000_000)


def test_the_total_that_foots_is_right() -> None:
    wrong = sheet(*TOTALS[0], "7,537")
    (foots,) = [each.index for each in wrong.mentions if each.text == "7,537"]
    (finding,) = check_identities(Grid(wrong), CheckSettings(), {foots}, ()).findings
    assert wrong.mentions[finding.mention].text == "7,573"


def test_what_is_told_already_is_not_told_again() -> None:
    wrong = sheet(*TOTALS[0], "7,537")
    (told,) = [each.index for each in wrong.mentions if each.text == "7,537"]
    assert check_identities(Grid(wrong), CheckSettings(), (), {told}).findings == ()


def test_total_liabilities_alone_are_no_such_total() -> None:
    rows: list[Row] = [("Total assets", ("8,484",)), ("Total liabilities", ("5,102",))]
    assert check_identities(Grid(document(rows)), CheckSettings(), (), ()).findings == ()
