from decimal import Decimal

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.evaluation.gold import Labels, ambiguous_pairs, label, same_table_pairs, strict_pairs
from cofitcheck.readers import read
from cofitcheck.readers.html.parse import parse_tree
from tests.evaluation.tagged_documents import (
    BALANCE,
    CONTEXTS,
    NOTE,
    at,
    company,
    context,
    page,
    period_ends,
    table,
    tag,
    units,
)


def labelled(cell: str, extra: str = "") -> tuple[Document, Labels]:
    """Label a document whose one table has the given cell in its last row."""
    rows = [("Cash", "11", "12"), ("Debt", "13", "14"), ("Asked", cell, "16")]
    document = read(page(table("A table", rows), extra=extra), name="one.htm")
    return document, label(document)


def test_a_mention_gets_the_key_and_value_of_the_tag_in_its_cell() -> None:
    document = company()
    labels = label(document)
    loss = at(document, 0, "Loss", "(345)")
    key = labels.key[loss]
    assert key is not None
    assert (key.concept, key.unit) == ("a:Income", "USD")
    assert (key.context.entity, key.context.start, key.context.end) == ("42", "2023-01-01", "2023-12-31")
    assert labels.value[loss] == Decimal("-345000000")
    assert period_ends(labels)[loss] == "2023-12-31"


def test_an_untagged_mention_is_unknown() -> None:
    document = company()
    labels = label(document)
    other = at(document, 0, "Other", "777")
    assert labels.fact[other] == -1
    assert (labels.key[other], labels.value[other], labels.concept[other]) == (None, None, None)
    assert labels.members[other] is None


def test_members_are_explicit_or_typed() -> None:
    document, labels = labelled(tag("a:Cash", "north", "15"))
    assert labels.members[at(document, 0, "Asked", "15")] == ("a:Region=a:North",)
    document, labels = labelled(tag("a:Cash", "deal", "15"))
    assert labels.members[at(document, 0, "Asked", "15")] == ("a:Deal=7",)


def test_a_quotient_of_units_is_written_as_one() -> None:
    document, labels = labelled(tag("a:Eps", "year", "1.52", unit="eps", more=""))
    asked = at(document, 0, "Asked", "1.52")
    assert (units(labels)[asked], labels.value[asked]) == ("USD/shares", Decimal("1.52"))


def test_strict_pairs_are_across_tables_and_of_one_key() -> None:
    document = company()
    expected = [
        (at(document, 0, "Cash", "1,234"), at(document, 1, "Cash and equivalents", "1,234")),
        (at(document, 0, "Cash", "1,101"), at(document, 1, "Cash and equivalents", "1,101")),
        (at(document, 0, "Debt", "5,210"), at(document, 1, "Borrowings", "5,210")),
        (at(document, 0, "Loss", "(345)"), at(document, 1, "Net loss", "(345)")),
    ]
    assert strict_pairs(label(document)).tolist() == sorted(list(pair) for pair in expected)


def test_ambiguous_pairs_are_equal_in_value_unit_and_date_but_not_in_key() -> None:
    document = company()
    assert ambiguous_pairs(label(document)).tolist() == [
        [at(document, 0, "Debt", "5,678"), at(document, 1, "Borrowings", "5,678")]
    ]


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        (tag("a:X", "now", "120"), tag("a:Y", "now", "120"), 1),
        (tag("a:X", "now", "12"), tag("a:Y", "now", "12"), 0),
        (tag("a:X", "now", "120"), tag("a:Y", "then", "120"), 0),
        (tag("a:X", "now", "120"), tag("a:Y", "now", "120", unit="eps"), 0),
        (tag("a:X", "now", "120"), "(" + tag("a:Y", "year", "120", more='scale="6" sign="-"') + ")", 1),
    ],
)
def test_what_makes_a_pair_ambiguous(first: str, second: str, count: int) -> None:
    tables = [
        table(name, [("A", cell, "31"), ("B", "32", "33")])
        for name, cell in (("One", first), ("Two", second))
    ]
    assert len(ambiguous_pairs(label(read(page(*tables), name="two.htm")))) == count


def test_the_pairs_agree_with_a_slow_look_at_all_pairs() -> None:
    rng = np.random.default_rng(3)
    rows = [
        (
            f"Row {row}",
            *(
                tag(f"a:C{rng.integers(6)}", rng.choice(list(CONTEXTS)), str(rng.integers(100, 105)))
                for _ in "ab"
            ),
        )
        for row in range(12)
    ]
    labels = label(read(page(table("One", rows[:6]), table("Two", rows[6:])), name="many.htm"))
    pairs = [(i, j) for j in range(len(labels.key)) for i in range(j)]
    same = {(i, j) for i, j in pairs if labels.key[i] == labels.key[j]}
    across = {(i, j) for i, j in pairs if labels.table[i] != labels.table[j]}
    alike = {
        (i, j)
        for i, j in pairs
        if (labels.value[i], units(labels)[i], period_ends(labels)[i])
        == (labels.value[j], units(labels)[j], period_ends(labels)[j])
    }
    assert len(labels.key) == 24
    assert {tuple(pair) for pair in strict_pairs(labels).tolist()} == same & across
    assert {tuple(pair) for pair in same_table_pairs(labels).tolist()} == same - across
    assert {tuple(pair) for pair in ambiguous_pairs(labels).tolist()} == alike - same


def test_the_outermost_of_nested_tags_counts() -> None:
    document, labels = labelled(tag("a:Outer", "now", tag("a:Inner", "now", "15", more="")))
    assert labels.concept[at(document, 0, "Asked", "15")] == "a:Outer"


def test_of_several_tags_in_a_cell_the_one_that_shows_the_digits_counts() -> None:
    document, labels = labelled(
        '<span style="display:none">' + tag("a:Hidden", "now", "99") + "</span>" + tag("a:Shown", "now", "15")
    )
    assert labels.concept[at(document, 0, "Asked", "15")] == "a:Shown"


@pytest.mark.parametrize(
    ("cell", "extra", "problem"),
    [
        (tag("a:X", "nowhere", "15"), "", "tag with an undeclared context"),
        (tag("a:X", "", "15"), "", "tag without a context"),
        (tag("a:X", "now", "15", unit="ounces"), "", "tag with an undeclared unit"),
        (tag("a:X", "now", "15", unit=""), "", "tag without a unit"),
        ("15", context("now", "<i:instant>1999-01-01</i:instant>"), "context id declared twice"),
        ("15", context("never", ""), "unusable context"),
        ("15", '<i:unit id="usd"><i:measure>iso4217:EUR</i:measure></i:unit>', "unit id declared twice"),
        ("15", '<i:unit id="none"></i:unit>', "unusable unit"),
    ],
)
def test_what_is_wrong_with_the_tags_is_counted_and_the_rest_goes_on(
    cell: str, extra: str, problem: str
) -> None:
    document, labels = labelled(tag("a:Fine", "now", "11") + "</td><td>" + cell, extra)
    assert labels.problems == {problem: 1}
    assert labels.key[at(document, 0, "Asked", "15")] is None
    assert labels.concept[at(document, 0, "Asked", "11")] == "a:Fine"


@pytest.mark.parametrize(
    ("text", "more", "problem"),
    [
        ("15", 'id="f1"', "tag id used twice"),
        ("15", 'continuedAt="more"', "numeric tag with a continuation"),
        ("15", 'format="ixt:numwordsen"', "tag whose text gives no number"),
    ],
)
def test_a_strange_tag_is_listed_and_still_names_its_fact(text: str, more: str, problem: str) -> None:
    first = tag("a:First", "now", "11", more='id="f1"')
    document, labels = labelled(first + "</td><td>" + tag("a:X", "now", text, more=more))
    assert labels.problems == {problem: 1}
    assert labels.concept[at(document, 0, "Asked", text)] == "a:X"


def test_a_fact_outside_any_table_is_listed_with_its_place() -> None:
    prose = "<p>Cash was " + tag("a:Cash", "now", "11") + " million.</p>"
    hidden = "<ix:hidden>" + tag("a:Shares", "now", "12", more='id="f7"') + "</ix:hidden>"
    document = read(page(BALANCE, prose, extra=hidden), name="prose.htm")
    labels = label(document)
    assert labels.problems == {"tag outside any table": 1, "hidden tag": 1}
    assert {fault.name for fault in labels.faults} == {"a:Cash", "f7"}
    elements = list(parse_tree(document.source).iter("*"))
    outside = next(fault for fault in labels.faults if fault.kind == "tag outside any table")
    assert (outside.place.file, elements[outside.place.element].get("name")) == ("prose.htm", "a:Cash")


def test_a_declaration_repeated_word_for_word_is_no_problem() -> None:
    assert not labelled("15", context("now", *CONTEXTS["now"]))[1].problems


@pytest.mark.parametrize("attribute", ['xsi:nil="true"', 'xs:nil="1"'])
def test_nil_has_a_key_and_no_value(attribute: str) -> None:
    document, labels = labelled(tag("a:X", "now", "15", more=attribute))
    asked = at(document, 0, "Asked", "15")
    assert (labels.concept[asked], labels.value[asked]) == ("a:X", None)
    assert not labels.problems


def test_the_tag_of_a_mention_keeps_its_id_and_decimals() -> None:
    document, labels = labelled(tag("a:X", "now", "15", more='id="f1" decimals="-6"'))
    found = labels.tag[at(document, 0, "Asked", "15")]
    assert found is not None
    assert (found.identifier, found.decimals) == ("f1", "-6")


def test_tags_inside_continued_text_count() -> None:
    text = (
        '<ix:nonNumeric name="a:Note" contextRef="now" continuedAt="c1"><p>See below.</p></ix:nonNumeric>'
        '<ix:continuation id="c1">' + NOTE + "</ix:continuation>"
    )
    continued = read(page(BALANCE, text), name="continued.htm")
    assert strict_pairs(label(continued)).tolist() == strict_pairs(label(company())).tolist()


@pytest.mark.parametrize(
    ("container", "content", "members"),
    [
        ("segment", '<xbrldi:explicitMember dimension="a:R">a:N</xbrldi:explicitMember>', ("a:R=a:N",)),
        ("scenario", '<xbrldi:explicitMember dimension="a:R">a:N</xbrldi:explicitMember>', ("a:R=a:N",)),
        (
            "segment",
            '<xbrldi:typedMember dimension="a:R"><a:endDate>7</a:endDate></xbrldi:typedMember>',
            ("a:R=7",),
        ),
        ("segment", "<a:branch>North</a:branch>", ("a:branch=North",)),
    ],
)
def test_segment_and_scenario_are_part_of_the_context(
    container: str, content: str, members: tuple[str, ...]
) -> None:
    breakdown = f"<i:{container}>{content}</i:{container}>"
    segment, scenario = (breakdown, "") if container == "segment" else ("", breakdown)
    declared = (
        f'<i:context id="cut"><i:entity><i:identifier scheme="s">42</i:identifier>{segment}</i:entity>'
        f"<i:period><i:instant>2023-12-31</i:instant></i:period>{scenario}</i:context>"
    )
    document, labels = labelled(tag("a:Cash", "cut", "15"), declared)
    asked = at(document, 0, "Asked", "15")
    assert (labels.members[asked], period_ends(labels)[asked]) == (members, "2023-12-31")


def test_a_period_may_be_forever() -> None:
    document, labels = labelled(tag("a:Cash", "always", "15"), context("always", "<i:forever/>"))
    assert period_ends(labels)[at(document, 0, "Asked", "15")] == "forever"


def test_the_same_entity_name_under_two_schemes_is_two_entities() -> None:
    other = context("elsewhere", *CONTEXTS["now"]).replace('scheme="s"', 'scheme="t"')
    here, there = tag("a:Cash", "now", "150"), tag("a:Cash", "elsewhere", "150")
    tables = table("One", [("A", here, "31")]), table("Two", [("A", there, "32")])
    assert len(strict_pairs(label(read(page(*tables, extra=other), name="two.htm")))) == 0


def test_the_first_of_two_declarations_holds() -> None:
    document, labels = labelled(tag("a:X", "now", "15"), context("now", "<i:instant>1999-01-01</i:instant>"))
    assert period_ends(labels)[at(document, 0, "Asked", "15")] == "2023-12-31"


def test_names_are_matched_in_any_case() -> None:
    shouting = (
        page(BALANCE, NOTE)
        .replace(b"ix:nonFraction", b"IX:NONFRACTION")
        .replace(b"i:context", b"XBRLI:Context")
    )
    assert (
        strict_pairs(label(read(shouting, name="loud.htm"))).tolist()
        == strict_pairs(label(company())).tolist()
    )


def test_a_document_without_tags_has_no_labels() -> None:
    labels = label(read(page(table("Plain", [("A", "1,000", "2,000"), ("B", "30", "40")])), name="plain.htm"))
    assert set(labels.fact.tolist()) == {-1}
    assert strict_pairs(labels).shape == ambiguous_pairs(labels).shape == (0, 2)
