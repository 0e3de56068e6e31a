"""Teaches an encoder of fewer layers to give the vectors of a trained one, on tables and on sentences.

Run: `python -m cofitcheck.training.encoder.student --list filings.tsv --untagged untagged.tsv --others
other.tsv --config configs/encoder/student.yaml`

It starts from some of the teacher's layers. No label is needed: it learns from the filings of the train split
and those without tags of other companies than dev and test, from every second report of other countries, and
from statements that are made up in six languages. The trees that were taught on the teacher's vectors go on
with the student's, so what is asked is that they are near, head by head.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import torch
from accelerate import Accelerator
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from cofitcheck.encoding import HEADS
from cofitcheck.encoding.causal import inputs_of
from cofitcheck.encoding.description import EncoderDescription
from cofitcheck.encoding.passes import PackedPass, Wordpieces, batches
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import read_list, read_rows
from cofitcheck.evaluation.statements import FORMATS, drawn
from cofitcheck.training.encoder.backbones import export_onnx, quantise
from cofitcheck.training.encoder.model import TableEncoder, round_products
from cofitcheck.training.encoder.teacher import (
    GRAPH,
    TaughtPass,
    first_student,
    keep_passes,
    load_passes,
    load_teacher,
)
from cofitcheck.training.loop import NotNegative, Positive, RunConfig, Share, load_config
from cofitcheck.training.loop.checkpoints import find_resumed
from cofitcheck.training.loop.processes import make_accelerator
from cofitcheck.training.loop.trainer import BEST, Look, Trainer, set_up, train
from cofitcheck.training.pretraining.documents import is_among

WEIGHTS = {"fact": 1.0, "indicator": 0.5, "breakdown": 0.5, "period": 0.5}
"""How much the squared distance of a head's vectors weighs."""
_WATCHED = 4
"""Every fourth dev document is watched."""
_MADE, _MADE_SEED = 300, 77
"""How many statements are made up, in the words of the dev half (`evaluation.statements`)."""


class StudentConfig(RunConfig, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A run. `teacher` is a folder with `encoder.onnx`, `tokenizer.json` and `cofitcheck.json`.

    `layers` are those of the teacher that the student starts from. `local` and `teacher_local` say in how
    many of the first ones a token attends only to what the layout allows. A step sees passes of one document,
    or of several short ones, with at most `tokens` tokens, in padded forward passes of `pass_tokens`.
    `others` and `made` are the shares of the steps that see reports of other countries and made-up
    statements. `start` is the output of a run to go on from; with `rounded` the student learns to live with
    bytes, as it ships (see `Product`).
    """

    teacher: Path
    layers: tuple[int, ...]
    local: NotNegative
    teacher_local: NotNegative = 3
    tokens: Positive = 6000
    pass_tokens: Positive = 1536
    others: Share = 0.0
    made: Share = 0.0
    start: Path | None = None
    rounded: bool = False


class StudentTrainer(Trainer):
    """Brings each vector of the student to that of the teacher. On dev it watches their mean cosine.

    A step calls the model several times, so a run has one process."""

    def __init__(
        self,
        model: TableEncoder,
        config: StudentConfig,
        accelerator: Accelerator,
        padding: int,
        taught: Sequence[tuple[float, Sequence[Path]]],
        watched: Sequence[Path],
    ) -> None:
        learnt = [each for each in model.parameters() if each.requires_grad]
        groups = [{"params": learnt, "lr": config.body_rate}]
        super().__init__(model, groups, config, accelerator, config.steps)
        self.config, self.padding = config, padding
        self.taught, self.watched = taught, watched
        self._load = lru_cache(maxsize=None)(load_passes)

    def terms(self, rng: np.random.Generator) -> dict[str, Tensor]:
        """See `Trainer.terms`: for each head the mean squared distance of the vectors, weighed."""
        drawn = self._drawn(rng)
        apart: dict[str, list[Tensor]] = {head: [] for head in HEADS}
        for ours, theirs in self._both(drawn):
            for head in HEADS:
                apart[head].append(((ours[head] - theirs[head]) ** 2).sum(dim=-1))
        return {head: WEIGHTS[head] * torch.cat(apart[head]).mean() for head in HEADS}

    def _drawn(self, rng: np.random.Generator) -> list[TaughtPass]:
        """Return the passes of a step, of documents of one group."""
        shares, groups = zip(*self.taught, strict=True)
        files = groups[rng.choice(len(groups), p=shares)]
        drawn: list[TaughtPass] = []
        room = self.config.tokens
        while True:
            passes = self._load(files[rng.integers(len(files))])
            for at in rng.permutation(len(passes)):
                if drawn and len(passes[at].layout) > room:
                    return drawn
                drawn.append(passes[at])
                room -= len(passes[at].layout)

    def look(self) -> Look:
        """See `Trainer.look`."""
        found = self.all_of(self.watched, self._cosines)
        means = {head: float(np.mean([each[head] for each in found])) for head in HEADS}
        said = "  ".join(f"{head} {mean:.4f}" for head, mean in means.items())
        return Look(means["fact"], dict(means), said)

    def _cosines(self, file: Path) -> dict[str, float]:
        found: dict[str, list[Tensor]] = {head: [] for head in HEADS}
        for ours, theirs in self._both(self._load(file)):
            for head in HEADS:
                found[head].append((ours[head] * theirs[head]).sum(dim=-1))
        return {head: float(torch.cat(each).mean()) for head, each in found.items()}

    def _both(self, passes: Sequence[TaughtPass]) -> Iterator[tuple[dict[str, Tensor], dict[str, Tensor]]]:
        """Return the unit vectors of student and teacher by head, (m, .), batch by batch."""
        place, half = self.accelerator.device, self.config.precision == "bf16"
        numbered = _numbered(passes)
        vectors = torch.from_numpy(np.concatenate([each.vectors for each in passes])).float().to(place)
        for batch in batches(numbered, self.padding, self.config.pass_tokens):
            with torch.autocast(place.type, torch.bfloat16, enabled=half):
                outputs = self.model(*inputs_of(batch, place))
            real = torch.from_numpy(batch.real).to(place)
            ours = [output[real].float() for output in outputs]
            asked = vectors[torch.from_numpy(batch.asked).long().to(place)]
            theirs = asked.split([each.shape[-1] for each in ours], dim=-1)
            yield (
                dict(zip(HEADS, ours, strict=True)),
                {head: F.normalize(each, dim=-1) for head, each in zip(HEADS, theirs, strict=True)},
            )


def _numbered(passes: Sequence[TaughtPass]) -> list[PackedPass]:
    """Return the passes with what they ask numbered on from one to the next."""
    numbered, start = [], 0
    for each in passes:
        asked = np.arange(start, start + len(each.vectors), dtype=np.int32)
        numbered.append(replace(each.layout, asked=asked))
        start += len(asked)
    return numbered


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of documents: filings with tags and their splits, older filings without tags, and reports of
    other countries."""

    filings: Path
    untagged: Path
    others: Path


def train_student(
    config: StudentConfig, lists: Lists, *, resume: bool = False, restart: bool = False
) -> Path:
    """Gather the teacher's vectors, train, and write the student as `encoder.onnx` into the output folder.

    It is the state with the best mean cosine on dev. Raises `InputError` where a list cannot be used, has no
    document to learn from, or a checkpoint is in the way; `ModelError` where the teacher is no encoder of
    ours.
    """
    resumed = find_resumed(config, resume=resume, restart=restart)
    set_up(config)
    passes = (config.start or config.output) / "passes"
    gather = partial(keep_passes, teacher=config.teacher, folder=passes)
    taught = [(share, gather(files)) for share, files in _taught(config, lists, passes) if share]
    watched = gather([each.path for each in read_list(lists.filings, ("dev",))][::_WATCHED])
    if not all(files for _, files in [*taught, (1.0, watched)]):
        raise InputError(
            f"A list holds no document to learn from or to watch: name readable ones of train and dev in "
            f"{lists.filings}, and of other countries in {lists.others}"
        )
    teacher = load_teacher(config.teacher, config.teacher_local)
    student = first_student(teacher, config.layers, config.local)
    if config.start:
        student.load_state_dict(_best(config.start))
    round_products(student, rounded=config.rounded)
    student.compute = torch.bfloat16 if config.precision == "bf16" else torch.float32
    padding = Wordpieces.load(config.teacher / "tokenizer.json").pad
    train(StudentTrainer(student, config, make_accelerator(config, 1), padding, taught, watched), resumed)
    # The trained model computes in half precision, and rounds. The graph is of one that does neither.
    finished = first_student(teacher, config.layers, config.local)
    finished.load_state_dict(_best(config.output))
    export_onnx(finished, config.output / "float32.onnx")
    quantise(config.output / "float32.onnx", config.output / GRAPH)
    shutil.copyfile(config.teacher / "tokenizer.json", config.output / "tokenizer.json")
    EncoderDescription.read(config.teacher).write(config.output)
    return config.output / GRAPH


def _best(folder: Path) -> dict[str, Tensor]:
    weights: dict[str, Tensor] = torch.load(folder / BEST, map_location="cpu", weights_only=True)
    return weights


def _taught(config: StudentConfig, lists: Lists, folder: Path) -> list[tuple[float, list[Path]]]:
    """Return the groups of documents, each with its share of the steps; statements are made in `folder`."""
    return [
        (1 - config.others - config.made, _american(lists)),
        (config.others, _foreign(lists.others) if config.others else []),
        (config.made, _made(folder) if config.made else []),
    ]


def _american(lists: Lists) -> list[Path]:
    """Return the filings of train, and those without tags that are of no company of dev or test."""
    tagged = read_list(lists.filings)
    kept_for_later = {each.company for each in tagged if each.split != "train"}
    return [
        *(each.path for each in tagged if each.split == "train"),
        *(
            lists.untagged.with_suffix("") / row["file"]
            for row in read_rows(lists.untagged, ("file", "company"))
            if not is_among(row["company"], kept_for_later)
        ),
    ]


def _foreign(others: Path) -> list[Path]:
    """Return every second report in HTML or Markdown, and of a report of several files its folder."""
    files = [others.parent / row["file"] for row in read_rows(others, ("file",))]
    reports = {each if each.parent.parent == others.parent else each.parent for each in files}
    return sorted(each for each in reports if each.suffix.lower() != ".pdf")[::2]


def _made(folder: Path) -> list[Path]:
    """Write made-up statements, without errors, and return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number, (made, _) in enumerate(drawn(_MADE_SEED, "dev", _MADE, 0)):
        files.append(folder / f"made-{number}.html")
        files[-1].write_bytes(FORMATS[".html"](made))
    return files


def main(arguments: Sequence[str] | None = None) -> None:
    """Train a student from the command line."""
    parser = argparse.ArgumentParser(description="Teach an encoder of fewer layers.")
    parser.add_argument("--list", type=Path, required=True, help="filings with tags, and their splits")
    parser.add_argument("--untagged", type=Path, required=True, help="filings without tags")
    parser.add_argument("--others", type=Path, required=True, help="reports of other countries")
    parser.add_argument("--config", type=Path, required=True, help="the run, in YAML")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--restart", action="store_true", help="begin anew")
    options = parser.parse_args(arguments)
    config = load_config(options.config, StudentConfig)
    lists = Lists(options.list, options.untagged, options.others)
    print(train_student(config, lists, resume=options.resume, restart=options.restart))


if __name__ == "__main__":
    main()
