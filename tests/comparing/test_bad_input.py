"""Documents that cannot be compared: one sentence each."""

import random
import re
from pathlib import Path

import pytest

import cofitcheck
from cofitcheck.checks.comparatives.model import Outcome
from tests.comparing.conftest import Report


def of_another_company(path: Path) -> Path:
    """Return a report whose every number is another's."""
    draw = random.Random(7)
    path.write_text(
        re.sub(
            r"(?<=<td>)\d[\d,]+(?=</td>)", lambda _: f"{draw.randint(10_000, 400_000):,}", path.read_text()
        )
    )
    return path


def test_reports_of_two_companies(report: Report) -> None:
    other = of_another_company(report(2023, "other.htm"))
    with pytest.raises(cofitcheck.errors.InputError, match="look like reports of two companies"):
        cofitcheck.compare(report(2024), other)


def test_reports_of_two_companies_that_share_some_numbers(report: Report) -> None:
    other = of_another_company(report(2023, "other.htm"))
    text = re.sub("(Gross profit</td><td>)[^<]*", r"\g<1>82,628", other.read_text())
    other.write_text(text)
    with pytest.raises(cofitcheck.errors.InputError, match="name alike only 1 agree"):
        cofitcheck.compare(report(2024), other)


def test_what_was_asked_for_is_compared_all_the_same(report: Report) -> None:
    other = of_another_company(report(2023, "other.htm"))
    compared = cofitcheck.compare(report(2024), other, kinship="last-year")
    assert compared.summary[Outcome.AGREE] == 0


def test_a_document_that_says_nothing_of_its_period(report: Report) -> None:
    other = report(2023, "other.htm")
    other.write_text(re.sub(r"(?:Year ended )?December 31, 20(\d\d)", r"Column \1", other.read_text()))
    with pytest.raises(cofitcheck.errors.InputError, match="no heading says on what period it reports"):
        cofitcheck.compare(report(2024), other)


def test_nothing_to_compare_with(report: Report) -> None:
    with pytest.raises(cofitcheck.errors.InputError, match="needs another document"):
        cofitcheck.compare(report(2024))
