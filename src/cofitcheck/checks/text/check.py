"""Check the numbers in running text against the tables: which are tied to a cell, and which contradict
one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import ClassVar

import numpy as np

from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.ledger import CheckKind, Confirmed
from cofitcheck.checks.model import Finding, LeftOpen, TextAccount
from cofitcheck.checks.protocol import CheckResult, Known, not_reached
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.checks.severity import left_open_of, with_doubtful_sentences
from cofitcheck.checks.text.claims import Claims
from cofitcheck.checks.text.findings import finding_of, of_ratio, of_statement
from cofitcheck.checks.text.links import Links
from cofitcheck.checks.text.model import TextModels, features
from cofitcheck.checks.text.near_misses import NearMiss, near_misses
from cofitcheck.checks.text.plain_statements import PlainStatements, WrongStatement
from cofitcheck.checks.text.ratios import check_ratios
from cofitcheck.checks.text.rule_based_errors import plain_by_rules
from cofitcheck.checks.text.similar import Similarity
from cofitcheck.checks.text.slipping import Difference
from cofitcheck.checks.text.ties import Tie, Ties, tied_cells, ties_of, well_tied
from cofitcheck.deadline import NEVER, Deadline
from cofitcheck.encoding import Encoded, Encoder
from cofitcheck.prose import Prose, ProseMention, read_prose

_WORTH_A_LOOK = 0.1
"""The least probability of an error at which a number is listed for a person to look at."""
_BATCH = 200
"""How many sentences are judged at once."""


@dataclass(frozen=True)
class TextChecked:
    """What the sentences of a document say of its tables: the findings, and what became of each number."""

    findings: tuple[Finding, ...]
    account: TextAccount
    left_open: tuple[LeftOpen, ...] = ()
    left: int = 0
    """How many numbers were not held against the tables before the deadline."""

    @property
    def holding(self) -> tuple[Confirmed, ...]:
        """The cells that sentences confirm."""
        return tuple(Confirmed(CheckKind.TEXT, cells) for cells in self.account.tied.values())


@dataclass(frozen=True)
class TextCheck:
    """Holds the sentences of a document against its tables. `encoded` has its vectors, made by `encoder`."""

    models: TextModels
    encoded: Encoded
    encoder: Encoder
    stage: ClassVar[str] = "text"

    def run(self, known: Known) -> CheckResult:
        """Return the sentences that contradict a table, the cells that sentences confirm, and the account."""
        document, before = known.grid.document, known.before
        prose = read_prose(document)
        if not document.mentions or not prose.mentions:
            return CheckResult(text=TextAccount(prose.mentions))
        similarity = Similarity.of(document, prose, self.encoded, self.encoder)
        held = before.footed, known.tied, similarity
        checked = check_text(known.grid, prose, self.models, known.settings, *held, known.deadline)
        return CheckResult(
            findings=tuple(with_doubtful_sentences(document, checked.findings)),
            holding=checked.holding,
            left_open=checked.left_open,
            text=checked.account,
            not_checked=not_reached("numbers in sentences", checked.left, known.deadline, numbers=True),
        )


def check_text(
    grid: Grid,
    prose: Prose,
    models: TextModels,
    settings: CheckSettings,
    confirmed: Collection[int] = (),
    tied: Collection[int] = (),
    similarity: Similarity | None = None,
    deadline: Deadline = NEVER,
    *,
    apart: bool = False,
) -> TextChecked:
    """Hold each number in running text against the tables.

    `apart` tells that the sentences are of another document: a release, a letter. `confirmed` are the
    mentions in sums that hold, `tied` those that another table repeats. A number is held against a cell
    only where nothing that fits its words agrees with it.
    """
    links = Links(grid, prose, similarity)
    ties: dict[int, list[Tie]] = {}
    tried: list[list[ProseMention]] = []
    for batch in deadline.until(_batches(list(links.sentences.values()))):
        ties |= ties_of(links, models.ties, batch)
        tried += batch
    misses: list[list[NearMiss]] = []
    left = len(prose.mentions)
    for passage in deadline.until(_by_passage(tried)):
        misses += near_misses(links, ties, passage)
        left -= sum(map(len, passage))
    judged = _of_one_error(links, _judged(links, misses, models, confirmed, tied))
    sentences = [finding_of(links, miss, p, settings, confirmed) for miss, p in judged]
    findings = tuple(each for each in sentences if each.probability >= settings.threshold)
    left_open = tuple(left_open_of(each) for each in sentences if each.probability < settings.threshold)
    cells = {said.index: tied_cells(told) for said in prose.mentions if (told := well_tied(ties, said))}
    ratios = check_ratios(grid, prose, apart=apart)
    known = {each.told.said.index for each in findings if each.told} | cells.keys()
    wrong = (each for each in ratios.wrong if each.said.index not in known)
    findings += tuple(of_ratio(grid, each, settings) for each in wrong)
    settled = {each.told.said.index for each in findings if each.told}
    if apart:
        settled |= {index for index in cells if _is_named(ties, index)}
    else:  # what is near a cell was judged
        settled |= {*cells, *(held[0].said.index for held in misses)}
    statements = PlainStatements(links, apart=apart)
    claims = Claims(links, statements, apart=apart).wrong(settled)
    wrong_statements = chain(statements.wrong(settled), claims)
    plain = _numbered(_one_a_statement(findings, wrong_statements), len(prose.mentions))
    findings += tuple(of_statement(grid, each, settings) for each in plain)
    mentions = *prose.mentions, *(each.said for each in plain if each.said.index >= len(prose.mentions))
    against = {each.told.said.index: each.told.cells for each in findings if each.told}
    cells |= {index: ratio for index, ratio in ratios.right.items() if index not in known}
    cells = {index: each for index, each in cells.items() if index not in against}
    return TextChecked(findings, TextAccount(mentions, cells, against), left_open, left)


def _is_named(ties: Ties, index: int) -> bool:
    """Tell whether a sentence has the whole label of a row that its number is tied to, at its time."""
    return any(tie.fit.label >= 1 and tie.fit.year >= 0 for tie in ties.get(index, ())[:1])


def _one_a_statement(
    findings: Iterable[Finding], wrong: Iterable[WrongStatement]
) -> Iterator[WrongStatement]:
    """Yield one wrong statement for each group of numbers that belong together: the first, and none where
    `findings` has a number of the group."""
    told = {(each.told.said.passage, each.told.said.group) for each in findings if each.told}
    for each in wrong:
        names = each.said.passage, each.said.group if each.said.index >= 0 else -each.said.start
        if names not in told:
            told.add(names)
            yield each


def _numbered(wrong: Iterable[WrongStatement], first: int) -> list[WrongStatement]:
    """Return wrong statements; those in words alone get an index behind those of the numbers of the text."""
    following = count(first)
    return [
        each if each.said.index >= 0 else replace(each, said=replace(each.said, index=next(following)))
        for each in wrong
    ]


def _batches(sentences: Sequence[list[ProseMention]]) -> Iterator[Sequence[list[ProseMention]]]:
    return (sentences[at : at + _BATCH] for at in range(0, len(sentences), _BATCH))


def _by_passage(sentences: Iterable[list[ProseMention]]) -> Iterator[list[list[ProseMention]]]:
    passages: dict[int, list[list[ProseMention]]] = {}
    for together in sentences:
        passages.setdefault(together[0].passage, []).append(together)
    return iter(passages.values())


def _judged(
    links: Links,
    misses: Iterable[list[NearMiss]],
    models: TextModels,
    confirmed: Collection[int],
    tied: Collection[int],
) -> Iterator[tuple[NearMiss, float]]:
    """Yield for each number the near miss that is most probably an error, and how probably it is one, where
    that is worth a look."""
    every = list(misses)
    if not every:
        return
    rows = np.concatenate([features(links, held, confirmed, tied) for held in every])
    scored = np.split(models.text.probabilities(rows), np.cumsum([len(held) for held in every])[:-1])
    for held, by_trees in zip(every, scored, strict=True):
        probabilities = [
            models.calibration.probability(p, plain_by_rules(links, miss, p))
            for miss, p in zip(held, map(float, by_trees), strict=True)
        ]
        if (most := max(probabilities)) >= _WORTH_A_LOOK:
            yield held[probabilities.index(most)], most


def _of_one_error(links: Links, judged: Iterable[tuple[NearMiss, float]]) -> list[tuple[NearMiss, float]]:
    """Return the most probable near miss of each error. One error may bring about several: at the amount and
    the per cent of a change, in several sentences against one cell, or against the unit of one table."""
    kept: list[tuple[NearMiss, float]] = []
    statements: set[object] = set()
    for miss, probability in sorted(judged, key=lambda each: -each[1]):
        said = miss.said
        names: set[object] = {(said.passage, said.group), miss.counterpart.cells}
        if miss.difference is Difference.SCALE:  # the unit of the table is wrong, or was misread
            names.add(links.grid[miss.cell].table)
        if statements.isdisjoint(names):
            kept.append((miss, probability))
        statements |= names
    return sorted(kept, key=lambda each: each[0].said.index)
