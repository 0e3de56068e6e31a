"""Statements of older filings typed out as was done before 2001, against the same statements as HTML.

Each statement is drawn from a filing of its own and typed in one of four hands: leaders of dots or none,
signs beside their amounts or at the left edge of the column, labels wrapped, rules of dashes and equals
signs, a page break with the headers said again, the marks of EDGAR, amounts at the left edge of their column.
A number is right where its value, the words of its label and the words of its header are what the HTML has.

Run: `python -m benchmarks.typed FOLDER --statements 40 --json benchmarks/results/typed.json`
"""

from __future__ import annotations

import argparse
import random
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cofitcheck.document import Cell, Document, Mention, RowRole, Table
from cofitcheck.errors import InputError
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.readers import read

SEED = 46
LATEST = 2006
FEWEST_ROWS = 12
EXAMPLES = 40
_STATEMENT = re.compile(
    r"balance sheet|statements? of (?:consolidated )?(?:operations|income|earnings|cash flows|financial)",
    re.I,
)
_YEAR = re.compile(r"-(\d{4})(?:-\d)?\.htm")
_DAY = re.compile(r"\b([A-Z][a-z]{2,8}) (\d{1,2},)")
_UNIT = re.compile(r"\([^()]*\)|\bin (?:millions|thousands)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SIGN = re.compile(r"^([$€£]) ?(?=[\d(-])")


@dataclass(frozen=True, slots=True)
class Hand:
    """How somebody types a table."""

    leaders: bool
    signs_apart: bool
    label: int
    gap: int
    marks: bool = False
    page: int = 0
    left: bool = False


HANDS = (
    Hand(leaders=True, signs_apart=True, label=44, gap=4),
    Hand(leaders=False, signs_apart=False, label=36, gap=3, marks=True),
    Hand(leaders=True, signs_apart=False, label=50, gap=2, page=24, marks=True),
    Hand(leaders=False, signs_apart=True, label=40, gap=6, left=True),
)


def typed(table: Table, labels: dict[int, int], hand: Hand) -> str:
    """Return a table as somebody types it; `labels` says how deep each row stands in sections."""
    rows: dict[int, list[Cell]] = {}
    for cell in table.cells:
        rows.setdefault(cell.row, []).append(cell)
    columns = range(max(table.stub_columns, 1), table.columns)
    widths = {at: _width(table, at, hand) for at in columns}
    heads = [line for row in range(table.header_rows) for line in _header(rows.get(row, []), widths, hand)]
    if widths:
        heads.append(_ruled("-", widths, hand))
    lines = [*heads]
    for row in range(table.header_rows, table.rows):
        role = table.structure.rows[row]
        if role is RowRole.SECTION and lines[-1]:
            lines.append("")
        if role is RowRole.TOTAL:
            lines.append(_ruled("-", widths, hand))
        lines += _body(rows.get(row, []), labels.get(row, 0), table, widths, hand)
        if role is RowRole.TOTAL:
            lines.append(_ruled("=", widths, hand))
        if hand.page and row - table.header_rows + 1 == hand.page and row < table.rows - 3:
            lines += ["", "", " " * 35 + "- 17 -", "<PAGE>", "", "  (continued)", "", *heads]
    marks = ["<TABLE>", "<CAPTION>"] if hand.marks else []
    ends = ["</TABLE>"] if hand.marks else []
    return "\n".join([*marks, *lines, *ends])


def _width(table: Table, column: int, hand: Hand) -> int:
    texts = [
        c.text for c in table.cells if c.column == column and c.columns == 1 and c.row >= table.header_rows
    ]
    heads = [
        max(map(len, _DAY.sub("\\1_\\2", c.text).split()), default=0)
        for c in table.cells
        if c.column == column and c.columns == 1 and c.row < table.header_rows
    ]
    return max([len(_spelled(text, 0, hand)) for text in texts] + heads + [9]) + 2


def _spelled(text: str, width: int, hand: Hand) -> str:
    sign = _SIGN.match(text)
    if sign is None or not hand.signs_apart:
        return text
    rest = text[sign.end() :]
    return sign[1] + " " * max(width - len(rest) - 1, 0) + rest


def _starts(widths: dict[int, int], hand: Hand) -> dict[int, int]:
    starts, at = {}, hand.label + 2
    for column, width in widths.items():
        starts[column] = at + hand.gap
        at += hand.gap + width
    return starts


def _ruled(sign: str, widths: dict[int, int], hand: Hand) -> str:
    return _placed([(start, sign * widths[column]) for column, start in _starts(widths, hand).items()])


def _placed(pieces: Sequence[tuple[int, str]]) -> str:
    line = ""
    for start, text in pieces:
        line += " " * max(start - len(line), 1 if line else 0) + text
    return line.rstrip()


def _header(cells: Sequence[Cell], widths: dict[int, int], hand: Hand) -> Iterator[str]:
    """Yield the lines of a row of headers, each wrapped in its width and centred, the last at the foot."""
    starts, blocks = _starts(widths, hand), []
    for cell in cells:
        over = [column for column in widths if cell.column <= column < cell.column + cell.columns]
        if not over:
            blocks.append((0, hand.label, textwrap.wrap(cell.text, hand.label)))
            continue
        width = starts[over[-1]] + widths[over[-1]] - starts[over[0]]
        said = textwrap.wrap(_DAY.sub("\\1\u00a0\\2", cell.text), width, break_long_words=False)
        blocks.append((starts[over[0]], width, [line.replace("\u00a0", " ") for line in said]))
    deep = max((len(lines) for _, _, lines in blocks), default=0)
    for at in range(deep):
        pieces = []
        for start, width, lines in blocks:
            index = at - (deep - len(lines))
            if index >= 0:
                words_of_line = lines[index]
                left = max(width - len(words_of_line), 0) // 2 if start else 0
                pieces.append((start + left, words_of_line))
        yield _placed(pieces)


def _body(
    cells: Sequence[Cell], depth: int, table: Table, widths: dict[int, int], hand: Hand
) -> Iterator[str]:
    label = " ".join(cell.text for cell in cells if cell.column < max(table.stub_columns, 1))
    amounts = [cell for cell in cells if cell.column in widths]
    indent = " " * (2 * depth)
    wrapped = textwrap.wrap(
        label, hand.label, initial_indent=indent, subsequent_indent=indent + "  ", break_long_words=False
    ) or [""]
    yield from wrapped[:-1]
    last = wrapped[-1]
    if not amounts:
        yield last
        return
    if hand.leaders and last:
        last += " " + "." * max(hand.label + 1 - len(last), 3)
    starts = _starts(widths, hand)
    pieces = [(0, last)]
    for cell in amounts:
        said = _spelled(cell.text, widths[cell.column], hand)
        pad = 0 if hand.left else widths[cell.column] - len(said) + said.endswith(")")
        pieces.append((starts[cell.column] + max(pad, 0), said))
    yield _placed(pieces)


def statements(folder: Path, wanted: int) -> Iterator[tuple[str, Document, Table]]:
    """Yield one statement each of so many filings, drawn by the seed."""
    files = sorted(
        path for path in folder.iterdir() if (y := _YEAR.search(path.name)) and int(y[1]) <= LATEST
    )
    drawn, found = random.Random(SEED), 0
    drawn.shuffle(files)
    for path in files:
        if found == wanted:
            return
        try:
            document = read(path)
        except InputError:
            continue
        tables = [t for t in document.tables if _STATEMENT.search(t.title) and t.rows >= FEWEST_ROWS]
        if tables:
            found += 1
            yield path.name, document, drawn.choice(tables)


def words(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the words of labels or headers."""
    return tuple(_WORD.findall(" ".join(texts).lower()))


def headed(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the words of headers, units of the table apart, which may stand over the labels."""
    return words([_UNIT.sub(" ", text) for text in texts])


def said(mention: Mention) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return what a number is, by its digits, its label and its header."""
    digits = re.sub(r"[^\d.()-]", "", mention.text)
    return digits, words(mention.row_path[-1:]), headed(mention.column_path)


def main() -> None:
    """Type statements, read them, and write what is right."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--statements", type=int, default=40)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--keep", type=Path, help="keeps the typed statements in this folder")
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    missed: list[str] = []
    for number, (name, document, table) in enumerate(statements(args.folder, args.statements)):
        mentions = [m for m in document.mentions if m.table == table.index]
        depths = {m.row: max(len(m.row_path) - 1, 0) for m in mentions}
        title = table.title.split(" — ")[-1].upper()
        text = f"{title.center(78).rstrip()}\n{table.caption.center(78).rstrip()}\n\n"
        text += typed(table, depths, HANDS[number % len(HANDS)]) + "\n"
        if args.keep:
            args.keep.mkdir(exist_ok=True)
            (args.keep / f"{number}-{name}.txt").write_text(text)
        wanted = Counter(map(said, mentions))
        try:
            got = Counter(map(said, read(text.encode(), "typed.txt").mentions))
        except InputError as error:
            got = Counter()
            missed.append(f"{number} {name}: {error}")
        lost = wanted - got
        rows = Counter(each[:2] for each in wanted.elements()) & Counter(each[:2] for each in got.elements())
        counts["statements"] += 1
        counts["numbers"] += len(mentions)
        counts["row right"] += rows.total()
        counts["row and column right"] += (wanted & got).total()
        counts["more than the HTML has"] += max(got.total() - wanted.total(), 0)
        missed += [f"{number} {name}: {each}" for each in lost.elements()]
        print(number, name, len(mentions), (wanted & got).total())
    share = counts["row and column right"] / max(counts["numbers"], 1)
    print(dict(counts), f"{share:.1%}")
    if args.json:
        figures = {**counts, "share": round(share, 4), "missed": missed[:EXAMPLES]}
        write_figures(args.json, figures, "the reader", SEED)


if __name__ == "__main__":
    main()
