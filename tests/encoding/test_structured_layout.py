from dataclasses import replace

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.encoding.layouts import PassLimits, StructuredLayout, split_tables
from cofitcheck.encoding.passes import PackedPass, batches, pad
from cofitcheck.errors import InputError
from cofitcheck.numbers import Measure
from tests.encoding.encoding_documents import balance_sheet, mention, table, wordpieces, words


def passes(document: Document, limits: PassLimits | None = None) -> list[PackedPass]:
    return StructuredLayout(wordpieces(), limits).passes(document)


def passes_of(document: Document, table: int, limits: PassLimits | None = None) -> list[PackedPass]:
    return [each for each in passes(document, limits) if each.source == table]


def seen_by(packed: PackedPass, which: int) -> list[str]:
    """Return the words that the `which`-th mention of a pass attends to."""
    row = packed.attention()[len(packed) - len(packed.asked) + which]
    return words(packed.tokens[row])


def test_a_mention_sees_its_headers_sections_row_period_and_itself() -> None:
    (packed,) = passes_of(balance_sheet(), 0)
    seen = seen_by(packed, 3)  # inventory at December 31, 2020
    own = seen[seen.index("#") + 2 :]  # what follows the text before the table
    headed = ["december", "31", "2020", "current", "assets", "inventory", "[MASK]"]
    assert sorted(own) == sorted([*headed, "balance", "december", "2020"])


def test_no_mention_is_seen_by_anything_else() -> None:
    (packed,) = passes_of(balance_sheet(), 0)
    mentions = np.arange(len(packed) - len(packed.asked), len(packed))
    columns = packed.attention()[:, mentions]
    assert columns.sum() == len(mentions)


def test_context_rows_see_headers_and_their_own_section_only() -> None:
    (packed,) = passes_of(balance_sheet(), 0)
    place = words(packed.tokens).index("inventory")
    seen = words(packed.tokens[packed.attention()[place]])
    assert "current" in seen
    assert "2021" in seen
    assert "cash" not in seen


def test_text_of_the_row_and_prefix_are_there_and_values_are_not() -> None:
    document = balance_sheet()
    (packed,) = passes_of(document, 0)
    all_words = words(packed.tokens)
    assert {"acme", "millions", "april", "2027"} <= set(all_words)
    assert all_words[all_words.index("$") + 1] == "#"


@pytest.mark.parametrize("where", ["label", "section", "header", "title", "text_before"])
def test_the_value_of_a_mention_does_not_change_the_tokens(where: str) -> None:
    def packed(value: str) -> PackedPass:
        text = f"Net income {value}"
        rows = (text if where == "section" else "Assets", text if where == "label" else "Cash")
        headers = (text if where == "header" else "2021",)
        parts = {where: text} if where in ("title", "text_before") else {}
        document = Document("acme", (table(0, **parts),), (mention(0, 2, rows, headers, text=value),))
        return passes_of(document, 0)[0]

    assert np.array_equal(packed("4,321").tokens, packed("8,765.0").tokens)
    for sign in ("$", "$ ", "€", "£ "):
        assert np.array_equal(packed(f"{sign}2019").tokens, packed(f"{sign}345").tokens)


def test_movements_of_a_roll_forward_see_the_balance_above_them() -> None:
    (packed,) = passes_of(balance_sheet(), 1)
    first, second = seen_by(packed, 1), seen_by(packed, 3)
    assert ("january" in first, "january" in second) == (True, False)
    assert (first.count("december"), second.count("december")) == (1, 1)


def test_a_mention_without_a_period_sees_none() -> None:
    bare = Document("acme", (table(0, title=""),), (mention(0, 0, ("Cash",), ("Total",)),))
    (packed,) = passes(bare)
    assert seen_by(packed, 0)[-2:] == ["cash", "[MASK]"]


def test_positions_do_not_depend_on_the_size_of_the_table() -> None:
    rows = 300
    mentions = tuple(mention(number, number, ("Cash",) * 3, ("2021",)) for number in range(rows))
    document = Document("acme", (table(0, text_before="debt " * 400, title="assets " * 100),), mentions)
    packed = passes(document)
    assert max(each.positions.max() for each in packed) < 512
    assert {int(each.positions[-1]) for each in packed} == {
        int(passes_of(balance_sheet(), 0)[0].positions[-1])
    }


@pytest.mark.parametrize(
    "limits", [PassLimits(), PassLimits(tokens=60), PassLimits(mentions=1), PassLimits(1, 1)]
)
def test_every_mention_is_packed_once(limits: PassLimits) -> None:
    document = balance_sheet()
    packed = passes(document, limits)
    assert sorted(np.concatenate([each.asked for each in packed])) == list(range(len(document.mentions)))
    assert all(len(each.asked) <= limits.mentions for each in packed)


def test_a_split_table_repeats_what_a_mention_sees() -> None:
    whole = passes_of(balance_sheet(), 0)[0]
    split = passes_of(balance_sheet(), 0, PassLimits(mentions=1))
    assert [sorted(seen_by(each, 0)) for each in split] == [
        sorted(seen_by(whole, which)) for which in range(6)
    ]


def test_a_table_of_5000_rows_is_split_and_loses_no_mention() -> None:
    mentions = tuple(mention(row, row, (f"Loan {row % 7}",), ("2021",)) for row in range(5000))
    made = passes(Document("acme", (table(0),), mentions))
    assert split_tables(made) == {0: len(made)}
    assert max(map(len, made)) <= PassLimits().tokens
    assert np.array_equal(np.concatenate([each.asked for each in made]), np.arange(5000))


def test_percent_and_per_share_mentions_say_so() -> None:
    document = balance_sheet()
    first = document.mentions[0]
    percent = replace(first, number=replace(first.number, measure=Measure.PERCENT))
    packed = passes_of(replace(document, mentions=(percent, *document.mentions[1:])), 0)[0]
    assert words(packed.tokens[-6:-4]) == ["%", "[MASK]"]


def test_a_mention_outside_the_tables_is_named() -> None:
    document = balance_sheet()
    bad = replace(document.mentions[2], table=7)
    with pytest.raises(InputError, match=r"^acme: mention 2 .* table 7, .* there is no such table"):
        passes(replace(document, mentions=(bad,)))


def test_a_table_without_mentions_gives_no_pass() -> None:
    assert passes_of(replace(balance_sheet(), mentions=()), 0) == []


def test_batches_hold_every_table_within_the_budget() -> None:
    packed = passes(balance_sheet(), PassLimits(mentions=2))
    made = list(batches(packed, padding=0, budget=90))
    assert len(made) > 1
    assert all(batch.tokens.size <= 90 for batch in made)
    assert sorted(np.concatenate([batch.asked for batch in made])) == list(range(10))


def test_padding_is_seen_by_no_token_of_a_table() -> None:
    packed = sorted(passes(balance_sheet()), key=len)
    batch = pad(packed, padding=0)
    short = len(packed[0])
    assert not batch.attention[0, :short, short:].any()
    assert batch.attention.any(axis=2).all()
    asked = batch.tokens[0, batch.queries[0, batch.real[0]]]
    assert np.array_equal(asked, packed[0].tokens[-len(packed[0].asked) :])
