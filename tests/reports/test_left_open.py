"""What is left open: what is worth a look, in which order, and what a rule keeps apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.checks.evidence.reconciling import ANOTHER_LINE
from cofitcheck.checks.model import LeftOpen
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Measure, Relation
from cofitcheck.reports.model.left_open import OpenFacts, open_facts
from cofitcheck.reports.model.report import Report
from tests.checks.checks_documents import document


def shown(*pairs: tuple[str, str, float, str], measures: Sequence[Measure] = ()) -> OpenFacts:
    """Return what is shown where each pair of numbers was left open with a probability, or by a rule."""
    made = document(
        [("Revenue", [one]) for one, *_ in pairs], [("Revenue", [other]) for _, other, *_ in pairs]
    )
    numbers = [
        replace(each.number, measure=measures[0]) if measures else each.number for each in made.mentions
    ]
    first = tuple(
        replace(each, number=numbers[each.index]) if each.table == 0 else each for each in made.mentions
    )
    made = replace(made, mentions=first)
    left = tuple(
        LeftOpen(
            FactSet(at, (at, at + len(pairs)), ()), at, at + len(pairs), Relation.INCONSISTENT, Decimal(1),
            0.9, probability, rule, line=at if rule == ANOTHER_LINE else None,
        )
        for at, (_, _, probability, rule) in enumerate(pairs)
    )  # fmt: skip
    report = Report(made, (), (), 0, threshold=0.5, kept_open=left)
    return open_facts(report, lambda mention: "")


def test_the_likeliest_error_comes_first_whatever_it_looks_like() -> None:
    """A slip is in its probability already."""
    found = shown(("1,234", "1,284", 0.1, ""), ("5,678", "4,111", 0.4, ""), ("2,222", "2,229", 0.2, ""))
    assert [each.mention.text for each in found.facts] == ["5,678", "2,222", "1,234"]
    assert found.apart == ()


def test_what_rules_keep_apart_is_counted_by_rule() -> None:
    found = shown(
        ("1,234", "1,284", 0.6, "basic and diluted"),
        ("5,678", "4,111", 0.1, ""),
        ("7,432", "7,111", 0.9, "one table states both"),
        ("3,333", "3,111", 0.3, "basic and diluted"),
    )
    assert [each.mention.text for each in found.facts] == ["5,678"]
    assert [(str(words), count) for words, count in found.apart] == [
        ("one is basic, the other diluted", 2),
        ("one table states both numbers", 1),
    ]
    assert found.kept_apart == 3


@pytest.mark.parametrize("pair", [("27.40", "97,142,337.70"), ("51", "3,476,776")])
def test_numbers_that_are_many_times_apart_are_no_statements_of_one_thing(pair: tuple[str, str]) -> None:
    found = shown((*pair, 0.2, ""))
    assert not found.facts
    assert [str(words) for words, _ in found.apart] == ["they are numbers of different kinds or sizes"]


def test_a_lost_digit_or_another_unit_may_make_them_many_times_apart() -> None:
    assert len(shown(("1,234", "1,234,000", 0.2, ""), ("5,678", "56,678", 0.2, "")).facts) == 2


@pytest.mark.parametrize("measure", [Measure.PERCENT, Measure.SHARES, Measure.PER_SHARE])
def test_an_amount_is_no_percentage_and_no_count(measure: Measure) -> None:
    assert not shown(("12.4", "13.1", 0.3, ""), measures=[measure]).facts


def test_the_line_that_is_the_difference_is_named() -> None:
    found = shown(("1,606", "1,284", 0.6, ANOTHER_LINE))
    assert [str(words) for words, _ in found.apart] == ["another line is the difference"]
