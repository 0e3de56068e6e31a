import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs

torch = pytest.importorskip("torch", reason="the trainer runs on torch")

from accelerate import Accelerator  # noqa: E402

from cofitcheck.document import Document, Mention, Place, Table, TableStructure  # noqa: E402 (after the skip)
from cofitcheck.encoding import HEADS  # noqa: E402
from cofitcheck.encoding.layouts import StructuredLayout  # noqa: E402
from cofitcheck.encoding.passes import Wordpieces  # noqa: E402
from cofitcheck.numbers import Kind, Number  # noqa: E402
from cofitcheck.training.dataset import TrainingDocument, load, save  # noqa: E402
from cofitcheck.training.encoder.config import BatchConfig, EncoderConfig, WatchConfig  # noqa: E402
from cofitcheck.training.encoder.examples import (  # noqa: E402
    Example,
    draw_passes,
    lay_out,
    lots_of,
    make_step,
    shared_concepts,
)
from cofitcheck.training.encoder.losses import LossConfig  # noqa: E402
from cofitcheck.training.encoder.model import ModelConfig, TableEncoder  # noqa: E402
from cofitcheck.training.encoder.train import write_card  # noqa: E402
from cofitcheck.training.encoder.trainer import (  # noqa: E402
    ConceptClassifier,
    EncoderTrainer,
    StepModel,
)
from cofitcheck.training.loop import steps_of  # noqa: E402
from cofitcheck.training.loop.trainer import run  # noqa: E402

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
    tables = tuple(
        Table(index, (), TableStructure.of(5, 3), PLACE, title="summary" * index) for index in (0, 1)
    )
    fact = np.array([2 * row + column for _, row, column in places], np.int32)
    fact[3] = -1
    concept = tuple(None if number < 0 else LABELS[number // 2] for number in fact)
    return TrainingDocument(
        document=Document(f"{company}.htm", tables, mentions),
        fact=fact,
        ambiguous=np.array([[0, 9]], np.int32),
        concept=concept,
        members=tuple(None if each is None else () for each in concept),
        period=tuple(None if each < 0 else ("", YEARS[each % 2]) for each in fact.tolist()),
        split=split,
        company=company,
    )


def config(folder: Path, **changes: Any) -> EncoderConfig:
    plain = EncoderConfig(
        data=folder,
        output=folder,
        loss=LossConfig(temperature=0.07, isolated_as_negatives=True),
        batch=BatchConfig(blur=0.1),
        watch=WatchConfig(every=3, candidates=8),
        steps=6,
        body_rate=1e-2,
        head_rate=1e-2,
        precision="no",
    )
    return structs.replace(plain, **changes)


def trainer(folder: Path, dropout: float = 0.1, **changes: Any) -> tuple[EncoderTrainer, list[Example]]:
    documents = [example(company) for company in ("a", "b", "c")]
    pieces = wordpieces()
    concepts = shared_concepts(documents)
    laid_out = lay_out(documents, StructuredLayout(pieces), concepts)
    torch.manual_seed(0)
    sizes = ModelConfig(vocabulary=20, width=16, inner=32, layers=2, heads=2, dropout=dropout)
    made = config(folder, **changes)
    model = StepModel(TableEncoder(sizes), HEADS, ConceptClassifier(sizes.indicator, len(concepts), 0.07))
    accelerator = Accelerator(cpu=True, log_with="tensorboard", project_dir=str(folder))
    ours = EncoderTrainer(model, made, accelerator, pieces.pad, pieces.mask, laid_out, laid_out)
    return ours, laid_out


def weights(trainer: EncoderTrainer) -> list[Any]:
    return [parameter.detach().clone() for parameter in trainer.model.parameters()]


def test_concepts_are_those_that_enough_companies_share() -> None:
    concepts = shared_concepts([example("a"), example("b"), example("b"), example("c")])
    assert sorted(concepts) == sorted(LABELS)
    assert shared_concepts([example("a"), example("b")]) == {}


def test_training_finds_equal_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    look = WatchConfig(every=20, candidates=8)
    ours, _ = trainer(tmp_path, 0.0, steps=60, watch=look, batch=BatchConfig(blur=0.0))
    before = ours.evaluate().needed[0.95]
    run(ours)
    assert ours.evaluate().needed[0.95] <= 8 < before
    assert "candidates needed" in capsys.readouterr().out
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [row["step"] for row in rows] == [20, 40, 60]
    assert {"pair", "indicator", "breakdown", "period"} <= set(rows[0])


def test_a_resumed_run_ends_where_an_unbroken_one_does(tmp_path: Path) -> None:
    whole, _ = trainer(tmp_path / "whole")
    run(whole)
    first, _ = trainer(tmp_path / "killed")
    for _ in range(3):
        first.step()
    first.save(tmp_path / "killed" / "checkpoint")
    second, _ = trainer(tmp_path / "killed")
    second.resume(tmp_path / "killed" / "checkpoint")
    assert second.progress.step == 3
    run(second)
    assert all(torch.equal(a, b) for a, b in zip(weights(whole), weights(second), strict=True))


def test_a_run_stops_when_the_dev_metric_stays_where_it_is(tmp_path: Path) -> None:
    still = WatchConfig(every=1, candidates=8, patience=2)
    ours, _ = trainer(tmp_path, steps=50, body_rate=1e-30, head_rate=1e-30, watch=still)
    run(ours)
    assert (ours.progress.best_step, ours.progress.step) == (1, 3)
    again, _ = trainer(tmp_path, steps=50, body_rate=1e-30, head_rate=1e-30, watch=still)
    again.resume(tmp_path / "checkpoint")
    run(again)
    assert again.progress.step == 3


def test_tables_that_share_facts_are_drawn_first(tmp_path: Path) -> None:
    document = trainer(tmp_path)[1][0]
    first, second = document.passes
    fact = np.where(np.arange(len(document.fact)) < len(first.asked), document.fact, -1)
    alone = replace(document, passes=(second, first, second), fact=np.concatenate([fact, fact[:8]]))
    again = replace(first, asked=first.asked + len(document.fact))
    for seed in range(20):
        drawn = draw_passes(replace(alone, passes=(second, first, again)), 1, np.random.default_rng(seed))
        assert [each is second for each in drawn] == [False]
    assert len(draw_passes(document, 10_000, np.random.default_rng(0))) == 2


def test_a_step_holds_tables_of_several_documents(tmp_path: Path) -> None:
    documents = trainer(tmp_path)[1][:2]
    chosen = [(each, draw_passes(each, 3500, np.random.default_rng(0))) for each in documents]
    step = make_step(chosen, BatchConfig(blur=0.0), 0, 4, np.random.default_rng(0))
    assert np.bincount(step.document).tolist() == [16, 16]
    assert sum(len(batch.asked) for batch in step.batches) == len(step.fact) == 32
    for first, second in step.ambiguous:
        assert step.document[first] == step.document[second]
        assert {step.fact[first], step.fact[second]} == {0, 1}
    assert len(step.ambiguous) == 2


def test_the_card_says_what_was_done(tmp_path: Path) -> None:
    ours, documents = trainer(tmp_path)
    run(ours)
    write_card(ours.config, tmp_path, documents, documents, 0.625)
    card = (tmp_path / "CARD.md").read_text()
    assert "6 steps" in card
    assert "with a cosine above 0.625, which keeps 98%" in card
    assert "3 documents of 3 companies,\n45 tagged mentions" in card
    assert sum(line.startswith(("| 3 |", "| 6 |")) for line in card.splitlines()) == 2


def test_examples_survive_the_cache(tmp_path: Path) -> None:
    save(example("a"), tmp_path)
    save(example("b", split="dev"), tmp_path)
    (loaded,) = load(tmp_path, ("train",))
    assert loaded.document == example("a").document
    assert np.array_equal(loaded.fact, example("a").fact)
    assert [each.company for each in load(tmp_path, ("train", "dev"))] == ["b", "a"]


def test_lots_deal_every_table_once_an_epoch() -> None:
    laid_out = lay_out([example("a"), example("b")], StructuredLayout(wordpieces()), {})
    many = [replace(each, passes=each.passes * 5) for each in laid_out]
    lots = lots_of(many, 4)
    assert [(lot.example, lot.number) for lot in lots] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    for epoch in range(3):
        dealt = [id(each) for lot in lots[:3] for each in lot.passes(many[0], (0, epoch))]
        assert sorted(dealt) == sorted(map(id, many[0].passes))
    first, again, other = (
        [id(each) for each in lots[0].passes(many[0], epoch)] for epoch in ((0, 0), (0, 0), (0, 1))
    )
    assert first == again
    assert first != other
    assert len(lots_of(many, 0)) == len(many)


@pytest.mark.parametrize(
    ("epochs", "items", "each", "processes", "steps"),
    [(3, 220, 1, 1, 660), (3, 220, 1, 2, 330), (2, 165, 2, 4, 42), (0, 220, 1, 2, 100), (0.01, 5, 4, 8, 1)],
)
def test_epochs_are_passes_whatever_the_number_of_processes(
    epochs: float, items: int, each: int, processes: int, steps: int
) -> None:
    run = config(Path("nowhere"), steps=100, epochs=epochs)
    assert steps_of(run, items, each, processes) == steps
