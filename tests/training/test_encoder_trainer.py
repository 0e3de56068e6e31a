from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the trainer runs on torch")

from cofitcheck.document import Document, Mention, Place, Table  # noqa: E402 (after the skip)
from cofitcheck.encoding.wordpieces import Wordpieces  # noqa: E402
from cofitcheck.numbers import Kind, Number  # noqa: E402
from cofitcheck.training.data import TrainingDocument, load, save  # noqa: E402
from cofitcheck.training.encoder.examples import PackedExample, count_facets, draw_tables, pack_example  # noqa: E402
from cofitcheck.training.encoder.model import ModelConfig, TableEncoder  # noqa: E402
from cofitcheck.training.encoder.schedule import Budget  # noqa: E402
from cofitcheck.training.encoder.trainer import TrainConfig, Trainer, run  # noqa: E402

LABELS = ("sales", "costs", "taxes", "cash")
YEARS = ("2020", "2021")
PLACE = Place("made-up", 0)


def wordpieces() -> Wordpieces:
    from tokenizers import Tokenizer, models, pre_tokenizers

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LABELS, *YEARS, "summary"]
    made = Tokenizer(models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    return Wordpieces(made)


def example(company: str, split: str = "train") -> TrainingDocument:
    """Return a document of two tables that state the same eight facts; one cell has no tag."""
    places = [(table, row, column) for table in (0, 1) for row in range(4) for column in range(2)]
    number = Number(Kind.VALUE, None, None)
    mentions = tuple(
        Mention(index, table, row, column, "1,000", number, (LABELS[row],), (YEARS[column],), PLACE)
        for index, (table, row, column) in enumerate(places)
    )
    tables = tuple(Table(index, (), 5, 3, 1, 1, PLACE, title="summary" * index) for index in (0, 1))
    fact = np.array([2 * row + column for _, row, column in places], np.int32)
    fact[3] = -1
    concept = tuple(None if number < 0 else LABELS[number // 2] for number in fact)
    return TrainingDocument(
        document=Document(f"{company}.htm", tables, mentions),
        fact=fact,
        ambiguous=np.array([[0, 9]], np.int32),
        concept=concept,
        members=tuple(None if each is None else () for each in concept),
        split=split,
        company=company,
    )


def trainer(steps: int) -> tuple[Trainer, list[PackedExample]]:
    documents = [example(company) for company in ("a", "b", "c")]
    facets = count_facets(documents)
    torch.manual_seed(0)
    model = TableEncoder(ModelConfig(vocabulary=20, width=16, inner=32, layers=2, heads=2, dropout=0.0))
    config = TrainConfig(
        budget=Budget(steps=steps),
        bfloat16=False,
        body_rate=1e-2,
        head_rate=1e-2,
        blur=0.0,
        report_minutes=0.0,
    )
    pieces = wordpieces()
    return Trainer(model, facets, pieces, config), [pack_example(each, pieces, facets) for each in documents]


def weights(trainer: Trainer) -> list[Any]:
    return [parameter.detach().clone() for parameter in trainer.model.parameters()]


def test_facets_are_what_enough_companies_share() -> None:
    facets = count_facets([example("a"), example("b"), example("b"), example("c")])
    assert sorted(facets.concepts) == sorted(LABELS)
    assert set(facets.members) == {"none"}
    assert count_facets([example("a"), example("b")]).concepts == {}


def test_training_finds_equal_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours, documents = trainer(steps=60)
    before = ours.evaluate(documents).needed[0.95]
    run(ours, documents, documents, tmp_path)
    assert ours.evaluate(documents).needed[0.95] <= 8 < before
    assert "candidates needed" in capsys.readouterr().out
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 60


def test_a_resumed_run_ends_where_an_unbroken_one_does(tmp_path: Path) -> None:
    whole, documents = trainer(steps=6)
    run(whole, documents, documents, tmp_path / "whole")
    first, _ = trainer(steps=6)
    for step in range(3):
        order = np.random.default_rng((0, 0, step // 3)).permutation(3)
        first.train_step(documents[order[step % 3]])
    first.save(tmp_path / "half.pt")
    second, _ = trainer(steps=6)
    second.resume(tmp_path / "half.pt")
    run(second, documents, documents, tmp_path / "second")
    assert all(torch.equal(a, b) for a, b in zip(weights(whole), weights(second), strict=True))


def test_tables_that_share_facts_are_drawn_first() -> None:
    _, documents = trainer(steps=1)
    packed = documents[0]
    assert len(draw_tables(packed, 10_000, np.random.default_rng(0))) == 2
    assert len(draw_tables(packed, 1, np.random.default_rng(0))) == 1


def test_examples_survive_the_cache(tmp_path: Path) -> None:
    save(example("a"), tmp_path)
    save(example("b", split="dev"), tmp_path)
    (loaded,) = load(tmp_path, ("train",))
    assert loaded.document == example("a").document
    assert np.array_equal(loaded.fact, example("a").fact)
    assert [each.company for each in load(tmp_path, ("train", "dev"))] == ["b", "a"]
