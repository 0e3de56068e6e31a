from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.document import Document, TableStructure
from cofitcheck.encoding.layouts import ContextSettings, ExtractiveLayout, ParallelLayout, split_tables
from cofitcheck.encoding.passes import PackedPass, Pieces
from cofitcheck.errors import ConfigError, InputError
from tests.encoding.context_documents import (
    cell,
    context_text,
    debt,
    long_table,
    mention,
    pieces,
    table,
    text_of,
    tokenizer,
)

MASKED = """Title: Birch Mills: debt
Caption: in millions
Text before: At year end 2021 we owed $# million.

| | December 31 / 2021 | December 31 / 2020 |
|---|---|---|
| Current debt: | | |
| Notes \\| due 2027 | # | # |
| Bank loans | # | # |
| Bank loans | # | see Note 4 |

Text after: Rates rose by 75 basis points.
"""


def passes(document: Document, limit: int = 100_000, masked: bool = True) -> list[PackedPass]:
    return ExtractiveLayout(pieces(), ContextSettings(limit, masked)).passes(document)


def mentions_of(made: list[PackedPass]) -> list[int]:
    return sorted(int(index) for each in made for index in each.asked)


def test_the_masked_context_is_markdown_with_one_placeholder() -> None:
    (one,) = passes(debt())
    assert context_text(one) == MASKED


def test_the_unmasked_context_has_the_printed_numbers() -> None:
    (one,) = passes(debt(), masked=False)
    text = context_text(one)
    assert "| Notes \\| due 2027 | $ 4,310 | — |\n| Bank loans | 0 | nil |\n| Bank loans | 12.5% |" in text
    assert "we owed $4,310 million" in text


@pytest.mark.parametrize("text", ["4,310", "(4,310)", "—", "0", "nil", "NM", "12.5%", "$ 1"])
def test_what_a_mention_says_does_not_change_the_masked_tokens(text: str) -> None:
    def made(value: str) -> PackedPass:
        cells = [cell(0, 1, "2021"), cell(1, 0, "Notes"), cell(1, 1, value)]
        return passes(Document("birch", (table(cells),), (mention(0, 1, 1, value),)))[0]

    assert np.array_equal(made(text).tokens, made("77").tokens)


def test_a_value_cut_off_by_the_length_of_the_text_is_hidden() -> None:
    document = debt()
    words = "we owed 123,456 in all" + "." * 489
    made = replace(document, tables=(replace(document.tables[0], text_before=words),))
    assert "56" not in context_text(passes(made)[0])


def test_the_company_of_a_table_is_named() -> None:
    document = debt()
    made = replace(document, tables=(replace(document.tables[0], registrant="Birch North Ltd"),))
    assert context_text(passes(made)[0]).startswith("Company: Birch North Ltd\nTitle: ")


def test_the_tokenizers_own_start_comes_first() -> None:
    with_start = Pieces(tokenizer("<s>"))
    (one,) = ExtractiveLayout(with_start).passes(debt())
    assert one.tokens[0] == tokenizer("<s>").token_to_id("<s>")
    assert text_of(one.tokens[1:]) == MASKED


def test_a_header_with_a_mention_is_a_row_of_the_body() -> None:
    cells = [cell(0, 0, "Shares"), cell(0, 1, "900"), cell(1, 0, "Price"), cell(1, 1, "12")]
    document = Document("birch", (table(cells),), (mention(0, 0, 1, "900"), mention(1, 1, 1, "12")))
    assert "| | |\n|---|---|\n| Shares | # |\n| Price | # |\n" in context_text(passes(document)[0])


def test_a_long_table_is_split_by_rows_with_words_header_and_section_again() -> None:
    made = passes(long_table(60), limit=1200)
    assert split_tables(made) == {0: len(made)}
    assert len(made) > 1
    assert mentions_of(made) == list(range(120))
    assert all(len(each) <= 1200 for each in made)
    for each in made:
        text = context_text(each)
        assert text.startswith("Title: Birch Mills: debt\nCaption: in millions\nText before: At year end")
        assert "| Loans | Year 2001 | Year 2002 |\n|---|---|---|\n| Secured: | | |\n| Loan " in text
        assert text.endswith("Text after: Rates rose by 75 basis points.\n")
        assert text.count("#") == len(each.asked) + 1  # and one in the text before


def test_an_inner_header_is_repeated() -> None:
    document = long_table(60)
    inner = replace(document.tables[0], structure=TableStructure.of(62, 3, inner_headers={1}))
    plain = tuple(replace(each, row_path=each.row_path[1:]) for each in document.mentions)
    made = passes(replace(document, tables=(inner,), mentions=plain), limit=1200)
    assert len(made) > 1
    assert all("|---|---|---|\n| Secured: | | |\n| Loan " in context_text(each) for each in made)


def test_a_table_of_five_thousand_rows_loses_no_mention() -> None:
    made = passes(long_table(5000), limit=4096)
    assert mentions_of(made) == list(range(10_000))
    assert max(map(len, made)) <= 4096


def test_words_of_a_row_are_cut_before_its_label() -> None:
    made = passes(long_table(2, words="lorem ipsum " * 200), limit=700)
    text = "".join(map(context_text, made))
    assert mentions_of(made) == list(range(4))
    assert max(map(len, made)) <= 700
    assert "| Loan 2 | # | # | lorem ipsum" in text
    assert "| Loan 3 | # | # | lorem ipsum" in text


def test_labels_of_a_row_are_cut_before_a_mention() -> None:
    made = passes(long_table(2, label="Loan " * 200), limit=700)
    assert mentions_of(made) == list(range(4))
    assert max(map(len, made)) <= 700
    assert "".join(map(context_text, made)).count("Loan Loan Loan ") > 10


def test_a_header_that_is_too_long_is_cut() -> None:
    document = debt()
    header = replace(document.tables[0].cells[0], text="December 31 " * 500)
    cells = (header, *document.tables[0].cells[1:])
    made = passes(replace(document, tables=(replace(document.tables[0], cells=cells),)), limit=900)
    assert mentions_of(made) == list(range(5))
    assert max(map(len, made)) <= 900
    assert "| | December 31 December 31 " in context_text(made[0])


def test_a_row_of_a_thousand_numbers_is_split_by_columns_with_its_label() -> None:
    made = passes(long_table(2, columns=1000), limit=1200)
    assert mentions_of(made) == list(range(2000))
    assert max(map(len, made)) <= 1200
    assert all("\n| Loan " in context_text(each) for each in made)


def test_a_table_without_mentions_gives_no_pass() -> None:
    assert passes(replace(debt(), mentions=())) == []
    assert passes(Document("empty", (), ())) == []


@pytest.mark.parametrize(
    ("wrong", "missing"), [({"row": 9}, "cell"), ({"column": 7}, "cell"), ({"table": 3}, "table")]
)
@pytest.mark.parametrize("layout", [ParallelLayout, ExtractiveLayout])
def test_a_mention_outside_the_table_is_named(layout: type, wrong: dict[str, int], missing: str) -> None:
    document = debt()
    bad = replace(document.mentions[2], **wrong)  # type: ignore[arg-type]
    place = rf"table {bad.table}, row {bad.row}, column {bad.column}, but there is no such {missing}"
    with pytest.raises(InputError, match=rf"^birch: mention 2 .*{place}"):
        layout(pieces()).passes(replace(document, mentions=(bad,)))


def test_a_limit_without_room_for_a_table_is_refused() -> None:
    with pytest.raises(ConfigError, match="raise it by 156"):
        ExtractiveLayout(pieces(), ContextSettings(limit=100))


TEXTS = st.text(alphabet="ab|\\ \n—9", max_size=40)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(TEXTS, min_size=1, max_size=6), min_size=1, max_size=6),
    st.integers(400, 900),
    st.sampled_from([0, 600]),
    st.booleans(),
    st.sampled_from([ParallelLayout, ExtractiveLayout]),
    st.randoms(),
)
def test_whatever_the_cells_no_mention_is_lost_and_no_pass_is_too_long(
    rows: list[list[str]], limit: int, positions: int, masked: bool, layout: type, random: object
) -> None:
    cells = [cell(row, column, text) for row, texts in enumerate(rows) for column, text in enumerate(texts)]
    held = [each for each in cells if random.random() < 0.5]  # type: ignore[attr-defined]
    mentions = tuple(
        mention(index, each.row, each.column, each.text or "5", row_path=(rows[0][0],))
        for index, each in enumerate(held)
    )
    document = Document("birch", (table(cells),), mentions)
    if layout is ParallelLayout:
        limit, positions = limit + 250, positions and positions + 250
    made = layout(pieces(), ContextSettings(limit, masked, True, positions)).passes(document)
    assert all(each.positions.max() < (positions or limit) for each in made)
    assert mentions_of(made) == list(range(len(mentions)))
    assert all(len(each) <= limit for each in made)
