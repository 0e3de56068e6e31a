"""Checks the sentences of a document as filed, then with one sentence, or one cell, made wrong."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.repeats.ties import find_ties
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.sums.table import sums_of
from cofitcheck.checks.text.check import TextChecked, check_text
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.model import TextModels
from cofitcheck.checks.text.similar import Similarity
from cofitcheck.document import Document
from cofitcheck.encoding import Encoder
from cofitcheck.encoding.load import load_encoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing
from cofitcheck.evaluation.errors_anywhere import misprint
from cofitcheck.evaluation.gold import label_tagged
from cofitcheck.evaluation.metrics import Counts
from cofitcheck.evaluation.planting import ErrorKind
from cofitcheck.evaluation.planting.stated import RememberingEncoder
from cofitcheck.evaluation.text.gold import ProsePair, gold_pairs, label_prose, said_of, unclear
from cofitcheck.evaluation.text.misstatements import Misstatement, MisstatementKind, misstated
from cofitcheck.prose import Operation, Prose, ProseMention, read_prose
from cofitcheck.readers import read
from cofitcheck.weights import bundled

CELL = "the cell that a sentence quotes"
_CHANGES = (MisstatementKind.DIRECTION, MisstatementKind.CHANGE)
_OF_CHANGE = (Operation.CHANGE, Operation.PERCENT_CHANGE)


@dataclass(frozen=True, slots=True)
class Trial:
    """One error: how the document was made wrong, and its outcome.

    `found` tells whether a finding of text is at it, `named` whether one names the cells of the number."""

    kind: str
    before: str
    after: str
    found: bool
    named: bool


@dataclass(frozen=True, slots=True)
class Tried:
    """One document: the numbers in its text, its pairs with cells, its findings as filed, and the trials.

    `pairs` and `strict` count the pairs against the tags; they are None without tags."""

    document: str
    split: str
    form: str
    industry: str
    mentions: int
    tied: int
    pairs: Counts | None
    strict: Counts | None
    told_as_filed: tuple[str, ...]
    seconds: float
    trials: tuple[Trial, ...]


class Subject:
    """A document whose text is checked several times."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.grid = Grid(document)
        self.encoded = _models()[1].encode(document)
        self.tied = {mention for tie in find_ties(self.grid) for mention in tie}
        self.confirmed = {
            mention
            for table in document.tables
            for each in sums_of(self.grid, table.index).holding
            for mention in each.stated
        }

    def check(self, document: Document) -> tuple[Prose, TextChecked]:
        """Return the numbers in the text of the document, or of a wrong version, and the check's result."""
        grid = Grid(document)
        prose = read_prose(document)
        models, encoder = _models()
        similarity = Similarity.of(document, prose, self.encoded, encoder)
        checked = check_text(grid, prose, models, CheckSettings(), self.confirmed, self.tied, similarity)
        return prose, checked


@cache
def _models() -> tuple[TextModels, Encoder]:
    encoder = RememberingEncoder(load_encoder(bundled().folder, 1))
    return TextModels.load(bundled().folder), encoder


def attempt(filing: Filing, planted: int, seed: int) -> Tried:
    """Check the text of one document as filed, and with `planted` errors of each kind, one at a time.

    Raises `InputError` where it cannot be read.
    """
    document = read(filing.path)
    subject = Subject(document)
    begun = time.perf_counter()
    prose, clean = subject.check(document)
    seconds = time.perf_counter() - begun
    gold, judged, strict = _against_tags(document, prose, clean)
    told = _stated(prose, clean, gold)
    known = {(each.told.said.text, each.told.said.words) for each in clean.findings if each.told}
    rng = Random(f"{seed} {filing.name}")
    trials = [
        *_sentences(subject, prose, clean, told, planted, known, rng),
        *_cells(subject, prose, told, planted, known, rng),
    ]
    return Tried(
        document=filing.name,
        split=filing.split,
        form=filing.form,
        industry=filing.industry,
        mentions=len(prose.mentions),
        tied=len(clean.account.tied),
        pairs=judged,
        strict=strict,
        told_as_filed=tuple(each.told.said.words for each in clean.findings if each.told),
        seconds=seconds,
        trials=tuple(trials),
    )


def _against_tags(
    document: Document, prose: Prose, clean: TextChecked
) -> tuple[set[ProsePair] | None, Counts | None, Counts | None]:
    """Return the gold pairs of a tagged document, and the counts of ties against clear and strict gold."""
    try:
        tables = label_tagged(document)
    except InputError:
        return None, None, None
    labels = label_prose(document, prose)
    gold = gold_pairs(labels, tables)
    predicted = {(said, cell) for said, cells in clean.account.tied.items() for cell in cells}
    judged = {pair for pair in predicted if pair in gold or not unclear(labels, tables, pair)}
    tagged = {pair for pair in predicted if labels.key[pair[0]] and tables.key[pair[1]]}
    hits = len(predicted & gold)
    return gold, Counts(len(judged), len(gold), hits), Counts(len(tagged), len(gold), hits)


def _stated(prose: Prose, clean: TextChecked, gold: set[ProsePair] | None) -> Mapping[int, list[int]]:
    """Return the numbers that cells state, with the cells: by tags where there are any, else by ties."""
    found: dict[int, list[int]] = defaultdict(list)
    if gold is None:
        for said, cells in clean.account.tied.items():
            if prose.mentions[said].operation not in _OF_CHANGE:
                found[said] += cells
    else:
        for said, cell in sorted(gold):
            found[said].append(cell)
    return found


def _sentences(
    subject: Subject,
    prose: Prose,
    clean: TextChecked,
    told: Mapping[int, list[int]],
    planted: int,
    known: set[tuple[str, str]],
    rng: Random,
) -> Iterator[Trial]:
    """Make sentences wrong: at levels that cells state, and at changes that two cells come to."""
    links = Links(subject.grid, prose)
    changes = {
        said: list(cells)
        for said, cells in clean.account.tied.items()
        if prose.mentions[said].operation in _OF_CHANGE
    }
    for kind in MisstatementKind:
        held = changes if kind in _CHANGES else told
        made = (
            (said, wrong)
            for said in rng.sample(sorted(held), len(held))
            if (wrong := misstated(said_of(links, prose.mentions[said], held[said]), kind, rng))
        )
        for _, (said, wrong) in zip(range(planted), made, strict=False):
            yield _tried(subject, prose.mentions[said], wrong, set(held[said]), known)


def _tried(
    subject: Subject,
    said: ProseMention,
    wrong: Misstatement,
    cells: set[int],
    known: set[tuple[str, str]],
) -> Trial:
    _, checked = subject.check(wrong.in_document(subject.document))
    naming = [
        each
        for each in checked.findings
        if each.told
        and each.told.said.passage == wrong.passage
        and (each.told.said.text, each.told.said.words) not in known
        and each.told.said.sentence.start <= wrong.start < each.told.said.sentence.end
    ]
    named = any(not cells.isdisjoint(each.mentions) for each in naming)
    return Trial(wrong.kind.value, wrong.before, wrong.after, bool(naming), named)


def _cells(
    subject: Subject,
    prose: Prose,
    told: Mapping[int, list[int]],
    planted: int,
    known: set[tuple[str, str]],
    rng: Random,
) -> Iterator[Trial]:
    """Make cells wrong that a sentence quotes.

    A slip that turns the sign is left out, since prose has words for signs."""
    drawn = rng.sample(sorted(told), min(planted, len(told)))
    for said in drawn:
        cell = rng.choice(told[said])
        made = misprint(subject.grid[cell], rng)
        if made is None or made.kind is ErrorKind.SIGN:
            continue
        _, checked = subject.check(made.in_document(subject.document))
        new = [
            each
            for each in checked.findings
            if each.told and (each.told.said.text, each.told.said.words) not in known
        ]
        named = any(cell in each.mentions for each in new)
        yield Trial(CELL, subject.grid[cell].text, made.mention.text, named, named)
