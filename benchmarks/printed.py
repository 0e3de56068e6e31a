"""What is lost when a tagged filing is printed to PDF and read from there?

Every mention with a tag that is read from the HTML should be found again in the printed document, with its
value and headers; what is not found should at least be listed as doubtful, and what is found should not.
Filings are drawn from one split by the hash of their names; Chromium prints them, and says in tags which
words are a table. `--without-tags` measures what is read where they are missing, as in most PDFs.

Run: `python benchmarks/printed.py filings.tsv --split train --count 10 --json printed.json` (needs chromium)
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from cofitcheck.document import Document, Mention, Table, UncheckedReason
from cofitcheck.evaluation.corpus import read_list
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.evaluation.gold import attach
from cofitcheck.evaluation.gold.tags import read_tags
from cofitcheck.readers import read
from cofitcheck.readers.contract import SourceFile
from cofitcheck.readers.html.parse import parse_tree
from cofitcheck.readers.pdf.doubts.labels import doubtful_numbers
from cofitcheck.readers.pdf.reader import read_pdf

_WORD = re.compile(r"[^\W_]+")
_NOTE = re.compile(r"\((?:\d{1,2}|[a-z]{1,3})\)")
"""The mark of a note: raised print, or not, as the filing has it, and not said by the label."""
_SECONDS = 300
_RIGHT = "value, row label and column header"

Key = tuple[object, ...]


def print_to_pdf(source: Path, target: Path) -> None:
    """Print an HTML filing, gzip'd or not, to PDF with Chromium."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.htm"
        data = source.read_bytes()
        page.write_bytes(gzip.decompress(data) if source.suffix == ".gz" else data)
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        arguments = [*command, f"--print-to-pdf={target}", page.as_uri()]
        subprocess.run(arguments, check=True, capture_output=True, timeout=_SECONDS)


def tagged(document: Document) -> list[Mention]:
    """Return the mentions of an HTML document that have an inline XBRL tag."""
    tags = read_tags(parse_tree(document.source))
    attached = attach(document.mentions, tags)
    return [mention for mention, tag in zip(document.mentions, attached, strict=True) if tag]


def plain(texts: Iterable[str]) -> str:
    """Return texts as their words in lower case: how headers are broken over lines does not count."""
    return "".join(_WORD.findall(" ".join(texts).lower()))


def by_value(mention: Mention) -> Key:
    """The value in base units."""
    return (mention.number.value,)


def by_row(mention: Mention) -> Key:
    """The value and the row's own label."""
    return (mention.number.value, plain(mention.row_path[-1:]))


def by_headers(mention: Mention) -> Key:
    """The value, the row's own label and the headers over the column."""
    return (*by_row(mention), plain(mention.column_path))


def by_unmarked_headers(mention: Mention) -> Key:
    """The value, the row's own label and the headers, without marks of notes."""
    label, heads = (plain([_NOTE.sub("", " ".join(p))]) for p in (mention.row_path[-1:], mention.column_path))
    return (mention.number.value, label, heads)


def by_all(mention: Mention) -> Key:
    """The value, the headers and the section rows."""
    return (mention.number.value, plain(mention.row_path), plain(mention.column_path))


MEASURES: dict[str, Callable[[Mention], Key]] = {
    "value": by_value,
    "value and row label": by_row,
    _RIGHT: by_headers,
    "value, all headers and sections": by_all,
}


def found_again(wanted: list[Mention], printed: Document, key: Callable[[Mention], Key]) -> list[Mention]:
    """Return the mentions of `wanted` that the printed document has too; each of its mentions counts once."""
    there = Counter(map(key, printed.mentions))
    found = []
    for mention in wanted:
        if there[key(mention)]:
            there[key(mention)] -= 1
            found.append(mention)
    return found


class Listed:
    """Notes the numbers of a printed document that would be listed as doubtful, and lets them be read."""

    def __init__(self) -> None:
        self.elements: set[int] = set()

    def check(
        self, table: Table, mentions: Sequence[Mention], misplaced: Mapping[int, UncheckedReason]
    ) -> None:
        """Look at a table as the reader does."""
        doubtful = doubtful_numbers(table, mentions, misplaced)
        self.elements |= doubtful.elements if doubtful else set()


class Judged(NamedTuple):
    """What is listed of a filing: mentions found again with their headers and listed, those missed, and of
    these those that are listed, and those that say what the HTML says: with all words of its header, and
    more, or without a mark of a note."""

    right_listed: list[Mention]
    missed: list[Mention]
    missed_listed: list[Mention]
    says_it: list[Mention]


def judged(wanted: list[Mention], printed: Document, listed: Listed, path: Path) -> Judged:
    """Return which mentions found again with their headers are listed, and which of those missed.

    A miss is listed where a listed number has its digits: it may be one of another unit or sign.
    """
    doubtful = [mention for mention in printed.mentions if mention.place.element in listed.elements]
    sure = [mention for mention in printed.mentions if mention.place.element not in listed.elements]
    of_sure = found_again(wanted, replace(printed, mentions=tuple(sure)), by_headers)
    rest = without(wanted, of_sure)
    right = found_again(rest, replace(printed, mentions=tuple(doubtful)), by_headers)
    missed = without(rest, right)
    there = Counter(map(by_digits, doubtful)) - Counter(map(by_digits, right))
    there += texts_given_up(path, printed)
    missed_listed = []
    for mention in missed:
        if there[by_digits(mention)]:
            there[by_digits(mention)] -= 1
            missed_listed.append(mention)
    said: dict[Key, list[Counter[str]]] = {by_row(mention): [] for mention in missed}
    for mention in printed.mentions:
        if by_row(mention) in said:
            said[by_row(mention)].append(words(mention.column_path))
    more = [m for m in missed if any(words(m.column_path) <= other for other in said[by_row(m)])]
    unmarked = Counter(map(by_unmarked_headers, printed.mentions))
    unmarked -= Counter(map(by_unmarked_headers, without(wanted, missed)))
    same = [m for m in without(missed, more) if unmarked[by_unmarked_headers(m)]]
    return Judged(right, missed, missed_listed, [*more, *same])


def words(texts: Iterable[str]) -> Counter[str]:
    """Return the words of texts in lower case."""
    return Counter(_WORD.findall(" ".join(texts).lower()))


def by_digits(mention: Mention) -> Key:
    """The digits as printed."""
    return (digits(mention.text),)


def without(mentions: list[Mention], others: list[Mention]) -> list[Mention]:
    """Return the mentions that are none of the others."""
    held = set(map(id, others))
    return [mention for mention in mentions if id(mention) not in held]


def shared(mentions: list[Mention], others: list[Mention]) -> list[Mention]:
    """Return the mentions that are among the others too."""
    return without(mentions, without(mentions, others))


def texts_given_up(path: Path, printed: Document) -> Counter[Key]:
    """Return the numbers as printed in the places that are listed and were not read."""
    import pypdfium2

    found: Counter[Key] = Counter()
    pdf = pypdfium2.PdfDocument(path)
    for place in (table.place for table in printed.unread):
        if place.box:
            page = pdf[place.page - 1]
            left, top, right, bottom = place.box
            height = page.get_height()
            text = page.get_textpage().get_text_bounded(left, height - bottom, right, height - top)
            found.update((digits(word),) for word in text.split() if digits(word))
    return found


def digits(text: str) -> str:
    """Return the digits of a number, and its point."""
    return "".join(char for char in text if char.isdigit() or char == ".")


def draw(names: Iterable[str], count: int) -> list[str]:
    """Return names in the order of their hashes, the first `count`."""
    return sorted(names, key=lambda name: hashlib.sha256(name.encode()).hexdigest())[:count]


def main() -> None:
    """Print filings, read both forms and write the shares."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("--split", default="train")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--skip", type=int, default=0, help="how many to leave out, drawn before")
    parser.add_argument("--without-tags", action="store_true")
    parser.add_argument("--prints", type=Path, help="folder that keeps the printed PDFs")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--lost", type=int, default=0, help="print so many lost mentions a document")
    arguments = parser.parse_args()
    files = {entry.path.name: entry.path for entry in read_list(arguments.list, (arguments.split,))}
    documents: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as temporary:
        prints = arguments.prints or Path(temporary)
        prints.mkdir(parents=True, exist_ok=True)
        for name in draw(files, arguments.skip + arguments.count)[arguments.skip :]:
            documents.append(measure(files[name], prints, arguments.without_tags, arguments.lost))
            print(documents[-1], flush=True)
    total = sum(each["tagged"] for each in documents)
    shares = {name: sum(each["found"][name] for each in documents) / total for name in MEASURES}
    right = sum(each["right"] for each in documents)
    shares["right numbers that are listed"] = sum(each["right listed"] for each in documents) / max(right, 1)
    missed = sum(each["missed listed"] for each in documents)
    shares["misses that are listed"] = missed / max(total - right, 1)
    same = sum(each["missed, saying it"] for each in documents)
    listed = missed - sum(each["missed, saying it, listed"] for each in documents)
    shares["misses that say what the HTML says, and more or without a mark"] = same / max(total - right, 1)
    shares["the other misses that are listed"] = listed / max(total - right - same, 1)
    print(json.dumps(shares, indent=2))
    if arguments.json:
        drawn = {"split": arguments.split, "skipped": arguments.skip, "tags": not arguments.without_tags}
        result = {**drawn, "tagged": total, "shares": shares, "documents": documents}
        write_figures(arguments.json, result, "none")


def measure(path: Path, prints: Path, without_tags: bool, lost: int) -> dict[str, Any]:
    """Return the counts of one filing."""
    target = prints / f"{path.name}.pdf"
    if not target.exists():
        print_to_pdf(path, target)
    wanted = tagged(read(path))
    data = target.read_bytes()
    if without_tags:
        data = data.replace(b"/StructTreeRoot", b"/NoStructTreeRt")
    begun = time.perf_counter()
    listed = Listed()
    printed = read_pdf(SourceFile(data, target.name), check=listed.check)
    seconds = time.perf_counter() - begun
    found = {name: found_again(wanted, printed, key) for name, key in MEASURES.items()}
    judgement = judged(wanted, printed, listed, target)
    held = set(map(id, found[_RIGHT]))
    for mention in [mention for mention in wanted if id(mention) not in held][:lost]:
        print(mention)
    return {
        "document": path.name,
        "tagged": len(wanted),
        "tables": len(printed.tables),
        "not read": len(printed.unread),
        "right": len(found[_RIGHT]),
        "right listed": len(judgement.right_listed),
        "missed listed": len(judgement.missed_listed),
        "missed, saying it": len(judgement.says_it),
        "missed, saying it, listed": len(shared(judgement.says_it, judgement.missed_listed)),
        "seconds": round(seconds, 1),
        "found": {name: len(mentions) for name, mentions in found.items()},
    }


if __name__ == "__main__":
    main()
