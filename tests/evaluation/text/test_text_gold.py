"""Numbers of sentences by their tags, and the cells with the same."""

from __future__ import annotations

from cofitcheck.evaluation.gold import label
from cofitcheck.evaluation.text.gold import gold_pairs, label_prose, unclear
from cofitcheck.prose import read_prose
from cofitcheck.readers import read
from tests.evaluation.tagged_documents import page, table, tag

ROWS = [
    ("Cash", tag("a:Cash", "now", "1,234"), tag("a:Cash", "then", "1,180")),
    ("Debt", tag("a:Debt", "now", "977"), tag("a:Debt", "then", "843")),
]


def test_numbers_of_sentences_have_the_cells_of_their_tags() -> None:
    cash, debt = tag("a:Cash", "now", "1,234"), tag("a:Debt", "then", "843")
    text = f"<p>Cash was ${cash} million, up from $1,180 million, and debt ${debt} million in 2022.</p>"
    document = read(page(table("Balance sheet", ROWS), text), name="made-up.htm")
    prose = read_prose(document)
    labels, tables = label_prose(document, prose), label(document)
    said = {
        (prose.mentions[number].text, document.mentions[cell].text)
        for number, cell in gold_pairs(labels, tables)
    }
    assert said == {("$1,234 million", "1,234"), ("$843 million", "843")}
    untagged = next(each.index for each in prose.mentions if each.text == "$1,180 million")
    assert labels.key[untagged] is None
    assert unclear(labels, tables, (untagged, 1))


def test_tags_of_one_value_and_another_name_cannot_be_judged() -> None:
    other = tag("a:CashAndEquivalents", "now", "1,234")
    document = read(page(table("Balance sheet", ROWS), f"<p>Cash was ${other} million.</p>"), name="m.htm")
    prose = read_prose(document)
    labels, tables = label_prose(document, prose), label(document)
    assert gold_pairs(labels, tables) == set()
    assert unclear(labels, tables, (0, 0))
    assert not unclear(labels, tables, (0, 1))
