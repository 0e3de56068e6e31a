"""Errors planted in documents without tags, as in Chinese ones, and the findings on their clean state.

Run: `python benchmarks/chinese.py FILE... --json FILE --findings FILE`.

No tag says which numbers state one fact. An error is planted where a number of four digits or more stands
in two tables with the same row label, period and unit, both of the group or both of its parent, in the
document as read; a few errors at a time, in different facts. It counts as found when a finding names the
mention, or its witness.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from random import Random

import click

from cofitcheck.checker import Checker
from cofitcheck.checks import Finding
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document, Mention
from cofitcheck.encoding.load import load_encoder
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.planting.slips import SLIPS, find_printed
from cofitcheck.evaluation.planting.stated import RememberingEncoder
from cofitcheck.mentions.words import is_parents_number, parents_tables
from cofitcheck.periods.dating import stated_periods
from cofitcheck.readers import read
from cofitcheck.stages import Stages
from cofitcheck.weights import bundled

KINDS = ("digit", "transposition", "dropped digit", "added digit", "scale")
DIGITS = 4


@dataclass(frozen=True)
class Planted:
    """A mention with an error in it, and the kind of the error."""

    mention: Mention
    kind: str


def stated_twice(document: Document) -> list[list[Mention]]:
    """Return the groups of mentions in different tables with one label, period, unit, value and basis."""
    parents = parents_tables(document)
    groups = defaultdict(list)
    for mention, period in zip(document.mentions, stated_periods(document), strict=True):
        number = mention.number
        if mention.row_path and period.year and number.digits >= DIGITS:
            unit = number.measure, number.currency, number.value
            basis = parents[mention.table] or is_parents_number(mention)
            groups[mention.row_path[-1], (period.year, period.month), unit, basis].append(mention)
    return [group for group in groups.values() if len({mention.table for mention in group}) > 1]


def plant(groups: Sequence[list[Mention]], count: int, rng: Random) -> list[Planted]:
    """Return up to `count` errors, the kinds in turn, each in another group of equal numbers."""
    planted: list[Planted] = []
    for group in rng.sample(groups, len(groups)):
        kind = KINDS[len(planted) % len(KINDS)]
        wrong = _with_slip(rng.choice(group), kind, rng) if len(planted) < count else None
        if wrong:
            planted.append(Planted(wrong, kind))
    return planted


def _with_slip(mention: Mention, kind: str, rng: Random) -> Mention | None:
    displayed = mention.number.displayed or Decimal(0)
    printed = find_printed(mention.text, displayed)
    slipped = SLIPS[kind](printed, rng) if printed else None
    if printed is None or slipped is None:
        return None
    text = mention.text[: printed.start] + str(slipped) + mention.text[printed.end :]
    wrong = slipped.value.copy_sign(displayed)
    decimals = replace(
        mention.number, displayed=wrong, precision=mention.number.scale - len(slipped.fraction)
    )
    return replace(mention, text=text, number=decimals.at_scale(mention.number.scale))


def with_errors(document: Document, planted: Sequence[Planted]) -> Document:
    """Return the document with these errors in it."""
    mentions = list(document.mentions)
    for each in planted:
        mentions[each.mention.index] = each.mention
    return replace(document, mentions=tuple(mentions))


def unfound(checker: Checker, document: Document, planted: Sequence[Planted]) -> list[Planted]:
    """Return those of some errors that no finding names where they all stand in the document."""
    findings = checker.check(with_errors(document, planted)).found
    return [each for each in planted if not any(names(finding, each.mention.index) for finding in findings)]


def names(finding: Finding, mention: int) -> bool:
    """Tell whether a finding names a mention, as wrong or as the witness."""
    return mention in (finding.mention, finding.counterpart)


def told(document: Document, findings: Sequence[Finding]) -> Iterator[str]:
    """Yield each finding in words."""
    for number, finding in enumerate(findings, start=1):
        yield f"## {document.name} {number}: {finding.severity}, {finding.probability:.2f}, {finding.slip}"
        for mention in (document.mentions[finding.mention], document.mentions[finding.counterpart]):
            rows, columns = " / ".join(mention.row_path), " / ".join(mention.column_path)
            table = document.tables[mention.table]
            yield f"- {mention.text} | {rows} | {columns} | {mention.place.words} | {table.title[-60:]}"


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--errors", default=20, show_default=True, help="The most in a document.")
@click.option("--at-once", default=5, show_default=True, help="How many stand in the document together.")
@click.option("--seed", default=8, show_default=True)
@click.option("--json", "target", type=click.Path(dir_okay=False, path_type=Path), required=True)
@click.option("--findings", "listed", type=click.Path(dir_okay=False, path_type=Path))
def main(
    files: tuple[Path, ...], errors: int, at_once: int, seed: int, target: Path, listed: Path | None
) -> None:
    """Check each document clean and with errors, and write recall and the findings of the clean state."""
    config = CheckConfig(threads=1)
    encoder = RememberingEncoder(load_encoder(bundled().folder, 1))
    checker = Checker(config, replace(Stages.load(config), encoder=encoder))
    rows: list[dict[str, object]] = []
    lines: list[str] = []
    for path in files:
        begun = time.process_time()
        document = read(path)
        clean, groups = checker.check(document), stated_twice(document)
        planted = plant(groups, errors, Random(f"{seed} {path.name}"))
        together = [planted[start : start + at_once] for start in range(0, len(planted), at_once)]
        missed = [each for some in together for each in unfound(checker, document, some)]
        row = {
            "document": path.name,
            "mentions": len(document.mentions),
            "stated_twice": len(groups),
            "planted": len(planted),
            "found": len(planted) - len(missed),
            "missed": [each.kind for each in missed],
            "facts": len(clean.facts),
            "findings_when_clean": len(clean.found),
            "cpu_seconds": round(time.process_time() - begun, 1),
        }
        click.echo(json.dumps(row, ensure_ascii=False))
        rows.append(row)
        lines += told(document, clean.found)
        write_figures(target, rows, bundled().name, seed)
    if listed:
        listed.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
