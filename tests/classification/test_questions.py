from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.classification.questions import PROMPTS, Prompt, QuestionLayout, QuestionSettings
from cofitcheck.classification.questions.layout import Sharing
from cofitcheck.classification.servers.asking import question_texts
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.errors import ConfigError
from tests.classification.question_documents import pairs, statements
from tests.encoding.context_documents import context_text, own_texts, pieces, text_of, tokenizer

ENGLISH = Prompt.named("english-1")


def layout(limit: int = 4096, sharing: Sharing = "pair", prompt: Prompt = ENGLISH) -> QuestionLayout:
    return QuestionLayout(pieces(), prompt, QuestionSettings(limit, sharing))


def test_a_prompt_has_the_task_both_tables_and_the_places_and_no_number() -> None:
    document = statements()
    one = layout().passes(document, pairs(document))[0].only(0)
    text = text_of(one.tokens)
    task, rest = text.split("\nFirst table\n")
    first, second = rest.split("\nSecond table\n")
    assert task == ENGLISH.task
    assert "Statements of income" in first
    assert "| Net sales | # | # |" in first
    assert "Statements of cash flows" in second
    assert own_texts(one) == [
        "\nNumber of the first table: body row 1, column 2: Net sales | 2024 |"
        "\nNumber of the second table: body row 1, column 2: Net sales | 2024 |"
        "\nDo the two numbers state the same fact? Answer Yes or No:"
    ]
    assert not any(each.text in text for each in document.mentions)


def test_no_value_changes_a_prompt() -> None:
    document = statements()
    others = tuple(replace(each, text="7,777") for each in document.mentions)
    tables = tuple(
        replace(
            table, cells=tuple(replace(c, text="7,777" if "45" in c.text else c.text) for c in table.cells)
        )
        for table in document.tables
    )
    changed = replace(document, mentions=others, tables=tables)
    ours, theirs = (layout().passes(each, pairs(each)) for each in (document, changed))
    for one, other in zip(ours, theirs, strict=True):
        assert np.array_equal(one.tokens, other.tokens)


@pytest.mark.parametrize("name", PROMPTS)
def test_every_version_asks_for_the_places_of_both_mentions(name: str) -> None:
    prompt = Prompt.named(name)
    first, second = prompt.places((5, 3), (17, 2))
    assert {"5", "3"} <= set(first)
    assert "17" in second
    assert first.replace("5", "17").replace("3", "2") != second
    assert prompt.yes != prompt.no


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(ConfigError, match="no prompt 'english-9'; this version of the package has english-1"):
        Prompt.named("english-9")


def test_pairs_of_the_same_tables_share_one_context() -> None:
    document = statements()
    candidates = pairs(document)
    (one,) = layout(16_384).passes(document, candidates)
    assert sorted(one.asked) == list(range(len(candidates)))
    mask = one.attention()
    context = one.context()
    for number, query in enumerate(one.queries):
        own = one.unit == one.unit[query]
        seen = np.flatnonzero(mask[query])
        assert set(seen) == set(range(context)) | set(np.flatnonzero(own))
        assert one.positions[own].tolist() == list(range(context, context + own.sum()))
        assert own.sum() == len(one.only(number)) - context


def test_one_question_alone_is_a_plain_text() -> None:
    document = statements()
    for each in layout().passes(document, pairs(document)):
        for which in range(len(each.asked)):
            alone = each.only(which)
            assert alone.positions.tolist() == list(range(len(alone)))
            assert np.array_equal(alone.attention(), np.tril(np.ones((len(alone), len(alone)), np.bool_)))


def test_contexts_shared_by_table_do_not_see_each_other() -> None:
    document = statements()
    one = layout(sharing="table").passes(document, pairs(document))[0].only(0)
    task, first, second, question = (one.unit == number for number in (0, 1, 2, one.unit[-1]))
    mask = one.attention()
    assert not mask[np.ix_(second, first)].any()
    assert mask[np.ix_(second, task)].all()
    assert mask[np.ix_(question, task | first | second)].all()
    assert one.positions[first][0] == one.positions[second][0] == task.sum()
    assert one.positions[question][0] == task.sum() + max(first.sum(), second.sum())
    texts = [text_of(one.tokens[unit]) for unit in (first, second)]
    assert all(text.startswith(ENGLISH.either) for text in texts)


def test_by_labels_no_table_is_shown_and_the_question_is_the_same() -> None:
    document = statements()
    made = layout(sharing="labels").passes(document, pairs(document))
    with_tables = layout().passes(document, pairs(document))
    asked = {int(p.asked[n]): text_of(p.only(n).tokens) for p in made for n in range(len(p.asked))}
    for each in with_tables:
        for which, place in enumerate(each.asked.tolist()):
            alone = each.only(which)
            question = text_of(alone.tokens[alone.context() :])
            assert asked[place] == ENGLISH.task + question


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 60), st.integers(2300, 9000), st.sampled_from(["pair", "table", "labels"]))
def test_no_prompt_is_longer_than_the_limit_and_none_is_lost(rows: int, limit: int, sharing: Sharing) -> None:
    document = statements(rows)
    candidates = pairs(document).take(np.arange(0, len(pairs(document)), 7))
    made = layout(limit, sharing).passes(document, candidates)
    assert sorted(np.concatenate([each.asked for each in made])) == list(range(len(candidates)))
    for each in made:
        assert max(len(each.only(which)) for which in range(len(each.asked))) <= limit
        assert len(each) - each.context() <= max(limit // 2, len(each.only(0)) - each.context())


def test_far_rows_go_and_header_labels_and_the_asked_row_stay() -> None:
    document = statements(200)
    candidates = pairs(document)
    chosen = candidates.take(np.flatnonzero((candidates.left == 300) & (candidates.right == 400)))
    (one,) = layout(3000).passes(document, chosen)
    first, second = context_text(one).split("\nSecond table\n")
    asked, far = (document.mentions[number].row_path[0] for number in (300, 0))
    assert f"| {asked} |" in first
    assert f"| {far} |" not in first
    assert all("| 2024 | 2023 |" in text for text in (first, second))


def test_a_short_table_leaves_its_room_to_a_long_one() -> None:
    long, short = statements(60), statements(2)
    document = replace(long, tables=(long.tables[0], replace(short.tables[1], index=1)))
    mentions = [*(m for m in long.mentions if m.table == 0), *(m for m in short.mentions if m.table == 1)]
    document = replace(document, mentions=tuple(replace(m, index=n) for n, m in enumerate(mentions)))
    candidates = pairs(document).take(np.array([0, 100]))
    limit = 4000
    (one,) = layout(limit).passes(document, candidates)
    assert one.context() > limit // 2


@pytest.mark.parametrize("limit", [100, 1000])
def test_too_small_a_limit_is_refused(limit: int) -> None:
    with pytest.raises(ConfigError, match=f"The length limit {limit} is too small.*raise it by at least"):
        layout(limit)


def test_a_start_of_text_stands_once_at_the_front() -> None:
    from cofitcheck.encoding.passes import Pieces

    made = tokenizer(start="<s>")
    start = made.token_to_id("<s>")
    document = statements()
    for sharing in ("pair", "table", "labels"):
        settings = QuestionSettings(8192, sharing)
        for each in QuestionLayout(Pieces(made), ENGLISH, settings).passes(document, pairs(document)):
            assert each.tokens[0] == start
            assert (each.tokens == start).sum() == 1


def test_answers_are_the_first_tokens_of_yes_and_no() -> None:
    yes, no = layout().answers()
    assert text_of([yes]) == text_of([no]) == " "
    yes, no = layout(prompt=replaced(ENGLISH, yes="Yes", no="No")).answers()
    assert (text_of([yes]), text_of([no])) == ("Y", "N")


def replaced(prompt: Prompt, **changes: str) -> Prompt:
    import msgspec

    return msgspec.structs.replace(prompt, **changes)


@pytest.mark.parametrize("name", PROMPTS)
def test_the_plain_text_is_that_of_the_tokens(name: str) -> None:
    document, prompt = statements(), Prompt.named(name)
    candidates = pairs(document)
    texts = question_texts(document, candidates, prompt, 16_384)
    passes = layout(49_152, prompt=prompt).passes(document, candidates)
    expected: dict[int, Any] = {}
    for each in passes:
        for which, place in enumerate(each.asked):
            expected[int(place)] = text_of(each.only(which).tokens)
    assert {each.asked: each.task + each.contexts + each.question for each in texts} == expected
    assert [each.source for each in texts] == sorted(each.source for each in texts)


def test_no_candidates_are_no_passes() -> None:
    document = statements()
    nothing = pairs(document).take(np.zeros(0, np.int64))
    assert layout().passes(document, nothing) == []
    assert question_texts(document, nothing, ENGLISH) == []


def test_passes_of_one_source_have_one_context() -> None:
    document = statements(12)
    made = layout(2600).passes(document, pairs(document))
    contexts: dict[int, Any] = {}
    for each in made:
        assert isinstance(each, PackedPass)
        first = contexts.setdefault(each.source, context_text(each))
        assert context_text(each) == first
    assert len(made) > len(contexts)
