from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cofitcheck.encoding.passes import Characters, Pieces, characters_text
from cofitcheck.encoding.texts import PLACEHOLDER
from cofitcheck.training.pretraining.documents import is_among, sequences, table_order, table_tokens
from cofitcheck.training.pretraining.tokenizer import END_OF_TEXT, main
from tests.training.pretraining.pretraining_runs import small_tokenizer, tables_document
from tests.training.training_models import dataset

DOCUMENT = tables_document()


@given(st.integers(2, 600), st.permutations(range(4)))
@settings(max_examples=20)
def test_no_token_is_lost_or_doubled(length: int, path: list[int]) -> None:
    pieces = Characters()
    made = sequences(DOCUMENT, path, pieces, length)
    assert all(len(each) == length for each in made[:-1])
    assert all(each.dtype == np.int32 for each in made)
    tables = table_tokens(DOCUMENT, pieces)
    expected = "".join(characters_text(tables[each]) + "\n" for each in path)
    joined = "".join(characters_text(each.tolist()) for each in made)
    # A single last token has nothing to predict.
    assert joined == (expected if len(expected) % length != 1 else expected[:-1])


def test_numbers_are_visible() -> None:
    (shown,) = sequences(DOCUMENT, [0], Characters(), 10_000)
    text = characters_text(shown.tolist())
    assert "| Sales | 1,234 | 1,111 |" in text
    assert PLACEHOLDER not in text


def test_tables_with_equal_numbers_follow_each_other_along_the_path() -> None:
    rng = np.random.default_rng(0)
    path = table_order(DOCUMENT, "cnap", 3, rng)
    assert abs(path.index(0) - path.index(3)) == 1
    assert table_order(DOCUMENT, "reading", 3, rng) == [0, 1, 2, 3]


def test_the_opening_token_stands_once(tmp_path: Path) -> None:
    from tokenizers import Tokenizer, processors

    plain = Tokenizer.from_file(str(small_tokenizer(tmp_path) / "tokenizer.json"))
    unopened = Pieces(plain)
    tokens = np.concatenate(sequences(DOCUMENT, [0, 1], unopened, 50)).tolist()
    opened = Tokenizer.from_str(plain.to_str())
    opened.post_processor = processors.TemplateProcessing(
        single=f"{END_OF_TEXT} $A", special_tokens=[(END_OF_TEXT, 0)]
    )
    again = np.concatenate(sequences(DOCUMENT, [0, 1], Pieces(opened), 50)).tolist()
    assert again == [0, *tokens]


def test_the_tokenizer_splits_digits_and_answers_in_one_token(tmp_path: Path) -> None:
    from tokenizers import Tokenizer

    dataset(tmp_path / "data")
    main(["--data", str(tmp_path / "data"), "--size", "600", "--output", str(tmp_path / "made")])
    tokenizer = Tokenizer.from_file(str(tmp_path / "made" / "tokenizer.json"))
    assert tokenizer.encode("2021 | 1,234").tokens[:4] == ["2", "0", "2", "1"]
    assert [len(tokenizer.encode(answer).ids) for answer in (" Yes", " No")] == [1, 1]
    text = "Größe | (1,234) | 中 |\n"
    assert tokenizer.decode(tokenizer.encode(text).ids) == text
    with pytest.raises(SystemExit):
        main(["--data", str(tmp_path / "data"), "--size", "257", "--output", str(tmp_path / "made")])


@pytest.mark.parametrize(
    ("name", "companies", "expected"),
    [
        ("Alpha Inc (Beta)", ["ALPHA INC."], True),
        ("The Gamma Company", ["GAMMA CO /NEW/"], True),
        ("Delta Inc", ["Delta Holdings plc"], True),
        ("American Epsilon Group", ["AMERICAN ZETA COMPANY"], False),
        ("Alphabetical Inc", ["Alpha Inc."], False),
        ("", ["Alpha Inc."], True),
    ],
)
def test_companies_are_known_by_other_names(name: str, companies: list[str], expected: bool) -> None:
    assert is_among(name, companies) == expected
