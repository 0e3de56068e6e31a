"""Made-up statements of one column, exact to the unit, for the tests of sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cofitcheck.document import Document
from tests.checks.checks_documents import Row, document

SHEET: list[Row] = [
    ("Cash", ("48,216",)),
    ("Receivables", ("21,457",)),
    ("Stocks", ("17,908",)),
    ("Total current assets", ("87,581",)),
    ("Plant", ("64,322",)),
    ("Licences", ("8,619",)),
    ("Total non-current assets", ("72,941",)),
    ("Total assets", ("160,522",)),
    ("Payables", ("14,733",)),
    ("Loans", ("9,258",)),
    ("Total current liabilities", ("23,991",)),
    ("Share capital", ("31,164",)),
    ("Retained earnings", ("105,367",)),
    ("Total equity", ("136,531",)),
    ("Total liabilities and equity", ("160,522",)),
]
INCOME: list[Row] = [
    ("Revenue", ("92,614",)),
    ("Cost of sales", ("51,377",)),
    ("Gross profit", ("41,237",)),
    ("Selling expenses", ("9,426",)),
    ("Administrative expenses", ("7,118",)),
    ("Total operating expenses", ("16,544",)),
    ("Operating income", ("24,693",)),
    ("Interest income", ("1,208",)),
    ("Gains on investments", ("2,417",)),
    ("Total other income", ("3,625",)),
    ("Income before income taxes", ("28,318",)),
    ("Income tax expense", ("6,929",)),
    ("Net income", ("21,389",)),
]
ROLLED: list[Row] = [
    ("Balance at beginning of year", ("61,453",)),
    ("Net income", ("21,389",)),
    ("Dividends paid", ("(4,217)",)),
    ("Balance at end of year", ("78,625",)),
]


def with_numbers(
    rows: Sequence[Row], changes: Mapping[str, str], others: Sequence[Sequence[Row]] = ()
) -> Document:
    """A statement with other numbers in the lines with these labels, and further statements as they are."""
    labels = {label for label, _ in rows}
    assert changes.keys() <= labels
    changed = [(label, (changes.get(label, texts[0]),)) for label, texts in rows]
    return document(changed, *others, headers=("2025",), scale=3)
