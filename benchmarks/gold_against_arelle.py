"""Compare the keys and values of our gold with Arelle's, tag by tag, for every numeric tag.

Run (needs `arelle-release`):
`python benchmarks/gold_against_arelle.py filings.tsv other.tsv --split train --split dev --json out.json`

Arelle loads each report offline. Without the taxonomies it knows no concept's type, but it builds every
inline fact, context and unit, and transforms the texts itself; that is what we compare with. The n-th
`ix:nonFraction` of a file is the same tag on both sides. A file that Arelle finds no tag in as it stands is
given to it again as UTF-8 without what stands around the XHTML; "as_it_is" says which.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arelle.api.Session import Session
from arelle.ModelInstanceObject import ModelContext, ModelInlineFact, ModelUnit
from arelle.RuntimeOptions import RuntimeOptions

from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold.contexts import Declarations, Fault, count, read_declarations, shared
from cofitcheck.evaluation.gold.tags import Tag, read_tags, tag_faults
from cofitcheck.readers.html.parse import decode, parse_tree

AROUND = re.compile(r"\A.*?(?=<\?xml|<html)|(?<=</html>).*\Z", re.DOTALL | re.IGNORECASE)
DECLARED_ENCODING = re.compile(r"\A<\?xml[^>]*\?>")


@dataclass(frozen=True)
class Fact:
    """One side's reading of a tag: None for what it could not resolve. `value` is "nil" for nil."""

    concept: str
    entity: tuple[str, str] | None
    period: tuple[str, str] | None
    members: tuple[tuple[str, str], ...] | None
    unit: str | None
    value: Decimal | str | None
    decimals: str


PARTS = ("concept", "entity", "period", "members", "unit", "value", "decimals")
KEY = PARTS[:5]


@dataclass
class Row:
    """What the comparison of one report gave; `unreadable` says why Arelle cannot read it, if so, and the
    sums leave it out."""

    report: str
    kind: str
    tags: int
    problems: Counter[str]
    as_it_is: bool = True
    unreadable: str = ""
    facts: int = 0
    keys: int = 0
    values: int = 0
    differences: Counter[str] = field(default_factory=Counter)
    without_value: Counter[str] = field(default_factory=Counter)
    keys_split_or_joined: int = 0
    examples: list[str] = field(default_factory=list)


def our_facts(files: dict[str, bytes]) -> tuple[dict[str, list[tuple[Fact, Tag]]], list[Fault]]:
    """Read the tags of a report's files as the gold does, and list what is wrong with them."""
    roots = {name: parse_tree(data) for name, data in files.items()}
    declared = {name: read_declarations(root, name) for name, root in roots.items()}
    facts = {}
    faults: list[Fault] = []
    for name, root in roots.items():
        known = shared(declared[name], tuple(declared.values()))
        tags = read_tags(root)
        facts[name] = [(our_fact(tag, known), tag) for tag in tags]
        faults += [*known.faults, *tag_faults(tags, known, name)]
    return facts, faults


def our_fact(tag: Tag, known: Declarations) -> Fact:
    """Return our reading of a tag."""
    context = known.contexts.get(tag.context)
    return Fact(
        concept=tag.concept,
        entity=(context.scheme, context.entity) if context else None,
        period=(context.start, context.end) if context else None,
        members=context.members if context else None,
        unit=known.units.get(tag.unit),
        value="nil" if tag.nil else tag.value,
        decimals=tag.decimals,
    )


def arelle_facts(files: dict[str, bytes]) -> dict[str, list[tuple[Fact, str]]]:
    """Let Arelle load a report; return its reading of each tag by file, and its key with namespaces."""
    with TemporaryDirectory() as folder:
        paths = {Path(folder, str(number), name): data for number, (name, data) in enumerate(files.items())}
        for path, data in paths.items():
            path.parent.mkdir()
            path.write_bytes(data)
        several = json.dumps([{"ixds": [{"file": str(path)} for path in paths]}])
        options = RuntimeOptions(
            entrypointFile=several if len(paths) > 1 else str(next(iter(paths))),
            internetConnectivity="offline",
            plugins="inlineXbrlDocumentSet" if len(paths) > 1 else None,
            disablePersistentConfig=True,
            keepOpen=True,
            logFile="logToBuffer",
        )
        with Session() as session:
            session.run(options)
            found: dict[str, list[tuple[Fact, str]]] = {}
            for model in session.get_models():
                for html in getattr(model, "ixdsHtmlElements", ()):
                    tags = html.iterdescendants("{*}nonFraction")
                    facts = [fact for fact in tags if isinstance(fact, ModelInlineFact)]
                    found[html.modelDocument.basename] = [
                        (arelle_fact(fact), full_key(fact)) for fact in facts
                    ]
            return found


def arelle_fact(fact: ModelInlineFact) -> Fact:
    """Return Arelle's reading of a tag, its names with the document's prefixes."""
    context, unit = fact.context, fact.unit
    return Fact(
        concept=str(fact.qname),
        entity=None if context is None else context.entityIdentifier,
        period=None if context is None else period(context),
        members=None if context is None else members(context, str),
        unit=None if unit is None else unit_text(unit),
        value=arelle_value(fact),
        decimals=(fact.decimals or "").strip(),
    )


def arelle_value(fact: ModelInlineFact) -> Decimal | str | None:
    """Return what Arelle's transformation, scale and sign make of the text, None where it refuses it."""
    if fact.isNil:
        return "nil"
    # Arelle raises errors of many classes, a bare Exception among them, for a text that its format refuses.
    try:
        return Decimal(fact.value)
    except Exception:
        return None


def period(context: ModelContext) -> tuple[str, str]:
    """Return start and end as dates, "" for the start of an instant; Arelle ends a day at midnight after."""
    if context.isForeverPeriod:
        return "", "forever"
    end = context.endDatetime
    last = str((end - timedelta(days=1)).date()) if end else ""
    start = context.startDatetime if not context.isInstantPeriod else None
    return str(start.date()) if start else "", last


def members(context: ModelContext, write: Callable[[Any], str]) -> tuple[tuple[str, str], ...]:
    """Return the sorted dimensions of a context with their members."""
    return tuple(sorted((write(axis), member(value, write)) for axis, value in context.qnameDims.items()))


def member(value: Any, write: Callable[[Any], str]) -> str:
    """Return the member of one dimension: a name, a typed member's text, "refused" where there is none."""
    if not value.isExplicit:
        return " ".join(value.stringValue.split())
    return write(value.memberQname) if value.memberQname else "refused"


def unit_text(unit: ModelUnit) -> str:
    """Write Arelle's measures as we write units."""
    sides = ["*".join(sorted(measure.localName for measure in side)) for side in unit.measures]
    return "/".join(side for side in sides if side)


def full_key(fact: ModelInlineFact) -> str:
    """Write a key with namespaces in the place of prefixes."""
    context, unit = fact.context, fact.unit
    if context is None or unit is None or fact.qname is None:
        return ""
    names = [[measure.clarkNotation for measure in side] for side in unit.measures]
    dimensions = members(context, lambda name: str(name.clarkNotation))
    return repr((fact.qname.clarkNotation, context.entityIdentifier, period(context), dimensions, names))


def repaired(data: bytes) -> bytes:
    """Return a file as UTF-8 without what stands before and after the XHTML document."""
    text = AROUND.sub("", decode(data))
    inner = text.lower().find("<?xml", 1)
    return DECLARED_ENCODING.sub("", text[max(inner, 0) :]).encode()


def compare(report: str, kind: str, paths: Sequence[Path]) -> Row:
    """Compare all numeric tags of one report."""
    files = {path.name.removesuffix(".gz"): gzip.decompress(path.read_bytes()) for path in paths}
    files = {name: data for name, data in files.items() if data.strip()}
    ours, faults = our_facts(files)
    theirs = arelle_facts(files)
    row = Row(report, kind, tags=sum(map(len, ours.values())), problems=count(faults))
    if not any(theirs.values()):
        row.as_it_is = False
        theirs = arelle_facts({name: repaired(data) for name, data in files.items()})
    row.unreadable = why_unreadable([fact for tags in theirs.values() for fact, _ in tags])
    if row.unreadable:
        return row
    twice = {fault.name for fault in faults if fault.kind == "context id declared twice"}
    names: dict[str, set[str]] = defaultdict(set)
    namespaces: dict[str, set[str]] = defaultdict(set)
    for name, tags in ours.items():
        for mine, other in zip_longest(tags, theirs.get(name, ())):
            if mine is None or other is None:
                row.differences["tag that one side does not see"] += 1
                continue
            add(row, mine, other[0], twice)
            key = repr([getattr(mine[0], part) for part in KEY])
            names[other[1]].add(key)
            namespaces[key].add(other[1])
    row.keys_split_or_joined = sum(
        len(many) > 1 for side in (names, namespaces) for one, many in side.items() if one
    )
    return row


def why_unreadable(facts: Sequence[Fact]) -> str:
    """Tell why Arelle cannot read the tags of a report, "" where it can."""
    if not facts:
        return "no element has the name of a tag (names in lower case)"
    if any("invalidMeasureQName" in (fact.unit or "") for fact in facts):
        return "no namespace is declared for the prefixes of units and others"
    return ""


def add(row: Row, mine: tuple[Fact, Tag], other: Fact, twice: set[str]) -> None:
    """Add one tag to the figures of its report; `twice` are the context ids with two meanings."""
    fact, tag = mine
    differing = [part for part in PARTS if getattr(fact, part) != getattr(other, part)]
    row.facts += 1
    row.keys += not any(part in KEY for part in differing)
    row.values += "value" not in differing
    for part in differing:
        cause = part
        if part == "value":
            cause = f"value, format {tag.format or 'none'}"
        elif part == "concept" and other.concept == "None":
            cause = "concept, no namespace declared for its prefix"
        elif part in ("entity", "period", "members") and tag.context in twice:
            cause = f"{part}, context id declared twice"
        row.differences[cause] += 1
        if len(row.examples) < 5:
            shown = f"{getattr(fact, part)!s} and {getattr(other, part)!s}"
            row.examples.append(f"{cause}: {tag.concept} {tag.text[:40]!r}: {shown}")
    if fact.value is None and other.value is None:
        row.without_value[tag.format or "none"] += 1


def reports(filings: Path, other: Path, splits: Sequence[str]) -> Iterator[tuple[str, str, list[Path]]]:
    """Yield name, kind and files of the tagged reports of both lists."""
    with filings.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if row["split"] in splits:
                yield row["file"], f"SEC, {row['split']}", [filings.with_suffix("") / row["file"]]
    grouped: dict[tuple[str, str], list[Path]] = defaultdict(list)
    tagged = set()
    with other.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            kind = "jp, " + row["report"].partition("_")[0] if row["kind"] == "jp" else row["kind"]
            grouped[kind, row["report"]].append(other.parent / row["file"])
            if int(row["tags"]):
                tagged.add(row["report"])
    for (kind, report), paths in grouped.items():
        if report in tagged:
            yield report, kind, sorted(paths)


def summed(rows: Sequence[Row]) -> dict[str, object]:
    """Return the sums of some reports, those that Arelle cannot read counted apart."""
    unreadable = Counter(row.unreadable for row in rows if row.unreadable)
    tags, problems = sum(row.tags for row in rows), sum((row.problems for row in rows), Counter())
    rows = [row for row in rows if not row.unreadable]
    return {
        "reports": len(rows),
        "as_they_are": sum(row.as_it_is for row in rows),
        "unreadable": dict(unreadable),
        "tags": tags,
        "problems": dict(problems),
        "facts": sum(row.facts for row in rows),
        "keys": sum(row.keys for row in rows),
        "values": sum(row.values for row in rows),
        "keys_split_or_joined": sum(row.keys_split_or_joined for row in rows),
        "differences": dict(sum((row.differences for row in rows), Counter())),
        "without_value": dict(sum((row.without_value for row in rows), Counter())),
    }


def together(rows: Sequence[Row]) -> dict[str, object]:
    """Return the sums by kind, and every report."""
    kinds = sorted({row.kind for row in rows})
    sums = {"all": summed(rows)} | {kind: summed([row for row in rows if row.kind == kind]) for kind in kinds}
    return {"sums": sums, "reports": [vars(row) for row in rows]}


def main() -> None:
    """Compare the reports of both lists, a line each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("filings", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--split", action="append", required=True)
    parser.add_argument("--every", type=int, default=1, help="take only every Nth report")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    chosen = list(reports(options.filings, options.other, options.split))[:: options.every]
    rows = []
    with ProcessPoolExecutor(options.workers) as pool:
        for row in pool.map(compare, *zip(*chosen, strict=True)):
            rows.append(row)
            print(row.report, row.facts, row.keys, row.values, dict(row.differences), flush=True)
    write_figures(options.json, together(rows), "none")


if __name__ == "__main__":
    main()
