from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.encoding.layouts import ContextSettings, ParallelLayout
from cofitcheck.encoding.layouts.parallel import PROMPT_VERSION, PROMPTS
from cofitcheck.encoding.passes import PackedPass, pad
from cofitcheck.errors import ModelError
from cofitcheck.numbers import Measure
from tests.encoding.context_documents import context_text, debt, long_table, own_texts, pieces


def passes(document: Document, **settings: Any) -> list[PackedPass]:
    return ParallelLayout(pieces(), ContextSettings(**settings)).passes(document)


def test_the_prompt_follows_the_context() -> None:
    (one,) = passes(debt())
    text = context_text(one)
    assert text.startswith("Title: Birch Mills: debt\n")
    assert text.endswith(PROMPTS[PROMPT_VERSION])


def test_a_mention_says_its_place_its_labels_and_no_value() -> None:
    (one,) = passes(debt())
    assert own_texts(one) == [
        "Row 2, column 2: Current debt: / Notes | due 2027 | December 31 / 2021 | #",
        "Row 2, column 3: Current debt: / Notes | due 2027 | December 31 / 2020 | #",
        "Row 3, column 2: Current debt: / Bank loans | December 31 / 2021 | #",
        "Row 3, column 3: Current debt: / Bank loans | December 31 / 2020 | #",
        "Row 4, column 2: Current debt: / Bank loans | December 31 / 2021 | percent | #",
    ]


@pytest.mark.parametrize(
    "document",
    [debt(), long_table(60), long_table(2, columns=300)],
    ids=["whole", "split by rows", "split by columns"],
)
def test_a_place_is_the_row_and_column_of_the_markdown(document: Document) -> None:
    places = []
    for number, one in enumerate(passes(document, limit=1500)):
        lines = context_text(one).split("\n")
        body = lines[next(at for at, line in enumerate(lines) if line.startswith("|---")) + 1 :]
        for text in own_texts(one):
            row, column = (int(word.strip(",:")) for word in (text.split()[1], text.split()[3]))
            cells = body[row - 1].replace("\\|", "/").split("|")
            assert cells[column].strip() == "#"
            places.append((number, row, column))
    assert len(set(places)) == len(document.mentions)


def test_unmasked_mentions_say_what_is_printed() -> None:
    (one,) = passes(debt(), masked=False)
    assert [text.rsplit("| ", 1)[1] for text in own_texts(one)] == ["$ 4,310", "—", "0", "nil", "12.5%"]


def test_mentions_with_equal_labels_are_told_apart() -> None:
    document = long_table(3)
    same = tuple(replace(each, row_path=(), column_path=()) for each in document.mentions)
    (one,) = passes(replace(document, mentions=same))
    assert len(set(own_texts(one))) == len(same)


def test_a_value_in_a_label_is_hidden() -> None:
    document = debt()
    first = replace(document.mentions[0], row_path=("Notes of $4,310 million",))
    (one,) = passes(replace(document, mentions=(first, *document.mentions[1:])))
    assert "4,310" not in "".join(own_texts(one))
    assert "Notes of $# million" in own_texts(one)[0]


def test_positions_restart_after_the_prompt() -> None:
    (one,) = passes(debt())
    start = one.context()
    assert np.array_equal(one.positions[:start], np.arange(start))
    for query, text in zip(one.queries, own_texts(one), strict=True):
        length = len(text.encode())
        own = one.positions[query + 1 - length : query + 1]
        assert np.array_equal(own, start + np.arange(length))


def test_a_mention_attends_to_context_prompt_and_its_own_earlier_tokens() -> None:
    (one,) = passes(debt())
    mask, context = one.attention(), one.context()
    for row in range(len(one)):
        same_unit = one.unit == one.unit[row]
        allowed = (np.arange(len(one)) < context) | same_unit
        assert np.array_equal(mask[row], allowed & (np.arange(len(one)) <= row))


def test_without_causality_the_context_sees_itself_and_mentions_stay_apart() -> None:
    (one,) = passes(debt(), causal=False)
    mask, context = one.attention(), one.context()
    assert mask[:, :context].all()
    own = one.unit[context:]
    assert np.array_equal(mask[context:, context:], own[:, None] == own[None, :])
    assert not mask[:context, context:].any()


def test_the_query_is_the_last_token_of_the_mention() -> None:
    (one,) = passes(debt())
    assert np.array_equal(one.queries[:-1] + 1, [np.argmax(one.unit == unit) for unit in range(2, 6)])
    assert one.queries[-1] == len(one) - 1


def test_one_mention_alone_is_the_same_text_at_the_same_positions() -> None:
    (one,) = passes(debt())
    for which, text in enumerate(own_texts(one)):
        alone = one.only(which)
        assert context_text(alone) == context_text(one)
        assert own_texts(alone) == [text]
        assert np.array_equal(alone.positions, np.arange(len(alone)))


@pytest.mark.parametrize("limit", [480, 700, 4096])
def test_the_limit_holds_for_context_prompt_and_mentions_together(limit: int) -> None:
    made = passes(long_table(40), limit=limit)
    assert max(map(len, made)) <= limit
    assert sorted(np.concatenate([each.asked for each in made])) == list(range(80))


def test_long_labels_of_a_mention_are_cut_and_its_place_is_not() -> None:
    made = passes(long_table(2, label="Loan " * 400), limit=900)
    texts = [text for each in made for text in own_texts(each)]
    assert all(text.startswith("Row ") and text.endswith(" #") and "Loan" in text for text in texts)
    assert max(map(len, made)) <= 900


def test_passes_pad_into_a_batch() -> None:
    short, long = sorted((*passes(debt()), *passes(long_table(8))), key=len)
    batch = pad([long, short], padding=0)
    assert not batch.attention[1, : len(short), len(short) :].any()
    assert np.array_equal(batch.tokens[1, batch.queries[1, batch.real[1]]], short.tokens[short.queries])


def test_the_measure_of_money_is_not_said() -> None:
    document = debt()
    shares = replace(
        document.mentions[0], number=replace(document.mentions[0].number, measure=Measure.SHARES)
    )
    (one,) = passes(replace(document, mentions=(shares, *document.mentions[1:])))
    assert [text.split(" | ")[-2] for text in own_texts(one)[:2]] == ["shares", "December 31 / 2020"]


def test_an_unknown_prompt_is_refused() -> None:
    with pytest.raises(ModelError, match="prompt version 99 is unknown"):
        ParallelLayout(pieces(), prompt_version=99)


def test_a_model_of_few_positions_takes_more_mentions_than_positions_in_a_pass() -> None:
    made = passes(long_table(40), limit=3000, positions=1000)
    assert max(int(each.positions.max()) for each in made) < 1000
    assert 1000 < max(map(len, made)) <= 3000
    assert len(made) < len(passes(long_table(40), limit=1000))
    assert sorted(np.concatenate([each.asked for each in made])) == list(range(80))
