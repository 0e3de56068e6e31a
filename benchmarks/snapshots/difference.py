"""What differs between two snapshots, grouped by kind, with counts and the first examples."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

Named = tuple[str, str, str]
"""A document, a kind of record, and a key."""


_DOCUMENT = re.compile(r'"document": "((?:[^"\\]|\\.)*)"')


def read_lines(path: Path) -> list[str]:
    """Return the lines of a snapshot, gzip'd or not."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode().split("\n")[:-1]


def differences(before: Iterable[str], after: Iterable[str], examples: int = 5) -> Iterator[str]:
    """Yield what changed from one snapshot to another, in lines to print; nothing where nothing did."""
    old, new = _by_document(before), _by_document(after)
    for name in sorted(old.keys() ^ new.keys()):
        yield f"document only {'before' if name in old else 'after'}: {name}"
    both = sorted(old.keys() & new.keys())
    gone = _by_name(line for name in both for line in old[name] - new[name])
    come = _by_name(line for name in both for line in new[name] - old[name])
    of_kind: dict[str, list[tuple[Named, list[str]]]] = defaultdict(list)
    for key in sorted({*gone, *come}):
        of_kind[key[1]].append((key, _changes(gone.get(key), come.get(key))))
    for kind, changed in of_kind.items():
        yield f"{kind}: {_counted(changed)}"
        shown: Counter[str] = Counter()
        for key, changes in changed:
            what = changes[0].partition(":")[0]
            shown[what] += 1
            if shown[what] <= examples:
                stated = _stated(come.get(key) or gone[key])
                yield f"  {key[0]} | {key[2]}{stated}"
                yield from (f"    {change}" for change in changes)


def _by_document(lines: Iterable[str]) -> dict[str, set[str]]:
    held: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        document = _DOCUMENT.search(line)
        held[document[1] if document else ""].add(line)
    return held


def _by_name(lines: Iterable[str]) -> dict[Named, dict[str, Any]]:
    records = map(json.loads, lines)
    return {(record["document"], record["record"], record["key"]): record for record in records}


def _changes(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> list[str]:
    """Return what became of a record: that it is gone or new, or each field that has another value."""
    if old is None or new is None:
        record = old or new or {}
        told = {field: value for field, value in record.items() if field not in ("document", "record", "key")}
        return [f"{'gone' if new is None else 'new'}: {json.dumps(told, ensure_ascii=False)}"]
    return [
        f"{field}: {_told(old.get(field))} -> {_told(new.get(field))}"
        for field in sorted({*old, *new})
        if old.get(field) != new.get(field)
    ]


def _stated(record: Mapping[str, Any]) -> str:
    """Return what a mention states, for who reads a difference; "" of other records."""
    return f" | {record['text']} | {' / '.join(record['row path'])}" if record["record"] == "mention" else ""


def _told(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _counted(changed: list[tuple[Named, list[str]]]) -> str:
    """Return how many records changed, in how many documents, and in which way."""
    ways = Counter(change.partition(":")[0] for _, changes in changed for change in changes)
    documents = len({name[0] for name, _ in changed})
    told = ", ".join(f"{way} {count:,}" for way, count in ways.most_common())
    return f"{len(changed):,} in {documents:,} documents ({told})"
