"""The cells that a number in prose may be told of, against a slow twin that looks at every cell."""

from __future__ import annotations

from decimal import Decimal

from cofitcheck.checks import Grid
from cofitcheck.checks.text.links import Links, number_of
from cofitcheck.numbers import Relation, are_consistent, compare
from cofitcheck.prose import ProseMention, read_prose
from tests.checks.checks_documents import Row
from tests.checks.text.text_documents import with_text

ROWS: list[Row] = [
    ("Net sales", ("1,314", "1,250", "1,176")),
    ("Cost of sales", ("(1,314)", "1,249", "1,251")),
    ("Gross profit", ("131", "1,300", "13,140")),
    ("Interest expense", ("0", "1,314.4", "1,313.5")),
    ("Net income", ("-", "1,314", "1,250")),
]
TEXTS = (
    "Net sales were $1,314 million in 2031 and $1.25 billion in 2030.",
    "Costs were about $1,300 million, $1.3 billion or $1 billion, and interest $0.4 million.",
    "A loss of $1,314.4 million followed one of $13.14 billion and of $131 million.",
)


def looked_for_everywhere(links: Links, said: ProseMention) -> list[int]:
    """Return what `Links.equal` does, by looking at every mention."""
    number = number_of(said)
    unit = Decimal(1).scaleb(number.precision)
    agreeing = {Relation.EQUAL, Relation.CONSISTENT}
    found: list[tuple[Decimal, int]] = []
    for mention in links.grid.document.mentions:
        if mention.number.value is None or not number.value:
            continue
        amount = abs(mention.number.value)
        step = (amount / unit).to_integral_value() - (number.value / unit).to_integral_value()
        compared = links.compared(said, mention.index)
        if abs(step) <= 1 and compared.relation in agreeing:
            found.append((step, mention.index))
    return [mention for _, mention in sorted(found)]


def test_amounts_near_a_number_are_those_that_agree_with_it() -> None:
    document = with_text(*TEXTS, rows=ROWS)
    prose = read_prose(document)
    links = Links(Grid(document), prose)
    found = {said.text: links.equal(said) for said in prose.mentions}
    assert found == {said.text: looked_for_everywhere(links, said) for said in prose.mentions}
    assert sum(map(bool, found.values())) >= len(TEXTS)


def test_numbers_that_agree_are_those_that_compare_says_so_of() -> None:
    numbers = [mention.number for mention in with_text(*TEXTS, rows=ROWS).mentions]
    agreeing = {Relation.EQUAL, Relation.CONSISTENT}
    for one in numbers:
        for other in numbers:
            assert are_consistent(one, other) == (compare(one, other).relation in agreeing)
