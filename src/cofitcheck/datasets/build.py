"""Builds a data set from a folder of tagged filings: documents, mentions, pairs, statistics and a card.

Every data set has the same layout under the output folder:

- `train/`, `dev/`, `test/`, each with `documents.jsonl.gz`, `mentions.jsonl.gz` and `pairs.jsonl.gz`
  (one record of `records` a line, in the order of the file names);
- `manifest.tsv`: every document with its split and the checksum of its content (see `datasets.Entry`);
- `statistics.json`: what `cofitcheck evaluate statistics` says of these documents;
- `CARD.md`: the data card.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import msgspec

from cofitcheck.datasets import (
    SPLITS,
    Entry,
    SplitMember,
    assign,
    read_manifest,
    records,
    require_sound,
    write_manifest,
)
from cofitcheck.datasets.card import write_card
from cofitcheck.datasets.records import FilingIdentity, alterations, identify
from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.evaluation.corpus import Filing, Unread, each
from cofitcheck.evaluation.gold import Labels, label
from cofitcheck.evaluation.statistics import Counted, counted, summary
from cofitcheck.readers import read
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.readers.packages import HTML_SUFFIXES
from cofitcheck.reports.formats import write_whole
from cofitcheck.reports.model.wording import encodable
from cofitcheck.reports.words import render_unchecked

KINDS = ("documents", "mentions", "pairs")

_CIK_DIGITS = 10


@dataclass(frozen=True, slots=True)
class BuiltDocument:
    """One document of the data set: its entry, the company that its tags name, and the counts of it."""

    entry: Entry
    entity: str
    counted: Counted


@dataclass(frozen=True, slots=True)
class DataSet:
    """The documents that were built, in the order of the file names, and those left out with the reason."""

    built: tuple[BuiltDocument, ...]
    left_out: tuple[Unread, ...]


def build_dataset(
    folder: Path,
    output: Path,
    listed: Path | None = None,
    seed: int = 0,
    workers: int = 1,
    done: Callable[[BuiltDocument | Unread], None] = lambda outcome: None,
) -> DataSet:
    """Build the data set of the tagged filings in `folder` (or of those that `listed` names) in `output`.

    Companies and splits come from the list where it has such columns, else from the tags and from `seed`.
    The same filings, list and seed give the same bytes. `done` is called with every document. A document that
    cannot be used is left out and reported. Raises `InputError` where a split would be empty, or would share
    a document or a company with another; nothing is written then.
    """
    entries = read_manifest(listed) if listed else list(_found(folder))
    _require_usable(entries, folder, listed)
    entries.sort(key=lambda entry: entry.file)
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output, prefix=".building-") as staging:
        outcomes = _work(folder, entries, Path(staging), workers, done)
        result = _with_splits(_without_duplicates(outcomes), seed)
        _assemble(result, Path(staging), output)
    _describe(result, output, None if entries[0].split else seed)
    return result


def _found(folder: Path) -> Iterator[Entry]:
    for path in folder.rglob("*"):
        if path.name.lower().removesuffix(".gz").endswith(HTML_SUFFIXES) and path.is_file():
            yield Entry(file=path.relative_to(folder).as_posix())


def _require_usable(entries: Sequence[Entry], folder: Path, listed: Path | None) -> None:
    if not entries:
        raise InputError(f"{folder}: holds no .htm or .html file (gzip'd or not); name a folder that does.")
    for entry in entries:
        if not entry.file:
            raise InputError(f"{listed}: a line names no file; fill the column file.")
        if bool(entry.split) != bool(entries[0].split):
            raise InputError(f"{listed}: {entry.file} has no split; give one to every document or to none.")


def _work(
    folder: Path,
    entries: Sequence[Entry],
    staging: Path,
    workers: int,
    done: Callable[[BuiltDocument | Unread], None],
) -> list[BuiltDocument | Unread]:
    filings = [Filing(folder / entry.file, form=entry.form) for entry in entries]
    known = {filing.path: entry for filing, entry in zip(filings, entries, strict=True)}
    outcomes: list[BuiltDocument | Unread] = []
    work = partial(_build, known=known, staging=staging)
    for entry, outcome in zip(entries, each(work, filings, workers), strict=True):
        outcome = replace(outcome, document=entry.file) if isinstance(outcome, Unread) else outcome
        done(outcome)
        outcomes.append(outcome)
    return outcomes


def _build(filing: Filing, known: Mapping[Path, Entry], staging: Path) -> BuiltDocument:
    """Write the records of one filing into `staging`. Raises `InputError` for one that cannot be used."""
    entry = known[filing.path]
    document = read(filing.path)
    labels = label(document)
    if not any(labels.key):
        raise InputError(f"{filing.name}: no number in its tables has a tag; leave it out.")
    who = identify(parse_tree(document.source))
    entry = _completed(entry, document, who)
    if not entry.company:
        raise InputError(f"{filing.name}: its tags name no company; name it in a list (--list).")
    for kind, lines in zip(KINDS, _records(document, labels, entry, who.entity), strict=True):
        data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
        _part(staging, entry, kind).write_bytes(gzip.compress(data, mtime=0))
    counts = replace(counted(filing, document, labels), document=encodable(entry.file), form=entry.form)
    return BuiltDocument(entry, who.entity, counts)


def _completed(entry: Entry, document: Document, who: FilingIdentity) -> Entry:
    is_cik = who.entity.isdecimal() and len(who.entity) == _CIK_DIGITS
    return replace(
        entry,
        company=entry.company or who.entity,
        cik=entry.cik or (who.entity if is_cik else ""),
        form=entry.form or who.form,
        period=entry.period or who.period,
        sha256=hashlib.sha256(document.source).hexdigest(),
        bytes=str(len(document.source)),
        altered=alterations(document.source),
    )


def _records(
    document: Document, labels: Labels, entry: Entry, entity: str
) -> tuple[Iterable[msgspec.Struct], ...]:
    name = encodable(entry.file)
    described = records.DatasetDocument(
        document=name,
        company=entry.company,
        entity=entity,
        form=entry.form,
        period=entry.period,
        sha256=entry.sha256,
        bytes=len(document.source),
        tables=records.tables(document),
        unread_tables=len(document.unread),
        warnings=[str(render_unchecked(each)) for each in document.warnings],
        faults=records.faults(labels),
    )
    return [described], records.mentions(document, labels, name), records.pairs(labels, name)


def _part(staging: Path, entry: Entry, kind: str) -> Path:
    return staging / f"{hashlib.sha256(os.fsencode(entry.file)).hexdigest()}.{kind}"


def _without_duplicates(outcomes: Iterable[BuiltDocument | Unread]) -> DataSet:
    """Leave out what is there twice, unless a list puts it into two splits: that is reported later."""
    built: list[BuiltDocument] = []
    left_out: list[Unread] = []
    first: dict[tuple[str, str], str] = {}
    for outcome in outcomes:
        if isinstance(outcome, Unread):
            left_out.append(outcome)
            continue
        entry = outcome.entry
        same = first.setdefault((entry.sha256, entry.split), entry.file)
        if same == entry.file:
            built.append(outcome)
        else:
            left_out.append(Unread(entry.file, f"the same document as {same}; delete one."))
    return DataSet(tuple(built), tuple(left_out))


def _with_splits(result: DataSet, seed: int) -> DataSet:
    built = result.built
    if not all(one.entry.split for one in built):
        splits = assign(Counter(one.entry.company for one in built), seed)
        built = tuple(
            replace(one, entry=replace(one.entry, split=splits[one.entry.company])) for one in built
        )
    require_sound(
        [
            SplitMember(one.entry.file, one.entry.split, one.entry.company, one.entity, one.entry.sha256)
            for one in built
        ]
    )
    built = tuple(replace(one, counted=replace(one.counted, split=one.entry.split)) for one in built)
    return replace(result, built=built)


def _assemble(result: DataSet, staging: Path, output: Path) -> None:
    """Join the documents' records by split. Several gzip members in a row make one gzip file."""
    whole: dict[Path, Path] = {}
    for split in SPLITS:
        for kind in KINDS:
            target = output / split / f"{kind}.jsonl.gz"
            joined = whole[target] = staging / f"{split}.{kind}"
            with joined.open("wb") as file:
                for one in result.built:
                    if one.entry.split == split:
                        with _part(staging, one.entry, kind).open("rb") as part:
                            shutil.copyfileobj(part, file)
    for target, joined in whole.items():
        target.parent.mkdir(exist_ok=True)
        os.replace(joined, target)


def _describe(result: DataSet, output: Path, seed: int | None) -> None:
    entries = [one.entry for one in result.built]
    counts = [one.counted for one in result.built]
    statistics = summary([*counts, *result.left_out])
    card = write_card(entries, counts, result.left_out, statistics, seed)
    write_whole(output / "manifest.tsv", write_manifest(entries))
    write_whole(
        output / "statistics.json", msgspec.json.format(msgspec.json.encode(statistics), indent=1) + b"\n"
    )
    write_whole(output / "CARD.md", card.encode("utf-8", "replace"))
