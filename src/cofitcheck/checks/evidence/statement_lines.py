"""Find the lines of statements: which row of a table is total assets, or net income, by its label.

A line without a known label is found by wider words and by where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cofitcheck import patterns as re
from cofitcheck.caching import cached, once_a_document
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.document import Document, Mention
from cofitcheck.language.lexicon import (
    ASIDES,
    EAST_ASIAN,
    ENDS,
    LEADS,
    NUMERALS,
    ROLE_LINES,
    STATEMENT_LINES,
    TOTAL_SIGNS,
    TOTAL_WORDS,
)
from cofitcheck.numbers import Measure

BALANCE_SHEET, CASH_FLOWS, INCOME = "balance sheet", "cash flows", "income"
_ROLES = {line: re.compile(words) for line, words in ROLE_LINES.items()}
_ASIDE = re.compile(rf"\s?[(（]\s?(?:{ASIDES}|[-–—*])\s?[)）]")
_LEAD = re.compile(
    rf"(?:[(（]?(?:[a-h]\.?\d{{1,2}}|\d{{1,2}}(?:\.\d{{1,2}}){{0,2}}|[ivx]{{1,4}}|[a-h]|[{NUMERALS}]{{1,3}}|[ⅰ-ⅻ])"
    rf"[)）.、．]?(?<=[)）.、．ⅰ-ⅻ])\s?)?"
    rf"(?:(?:{LEADS})\s?[:：]?\s?(?<=[:：\s]))?",
)
_END = re.compile(rf"(?:\s?[*†‡§]{{1,3}}+|\s?\[\w{{1,3}}\]){{1,4}}+$|,?\s(?:{ENDS})$")
_BRACKETS = re.compile(r"[()（）]")
_TOTAL = re.compile(rf"{TOTAL_WORDS}|{TOTAL_SIGNS}")

_OF = {
    BALANCE_SHEET: (
        "assets current_assets other_assets liabilities current_liabilities other_liabilities equity "
        "funding net_current after_current net_assets cash"
    ).split(),
    CASH_FLOWS: "operating investing financing change opening closing translation net_income".split(),
    INCOME: (
        "revenue cost gross_profit expenses operating_income other_income pretax tax net_income"
    ).split(),
}
"""The lines of each statement, in the order in which they are looked for."""
_FEWEST = 3
"""How many lines of a statement a table must state to be one."""
_NEAR = 2
"""How many rows below the tax net income stands at the most."""
_FIRST = frozenset({"cash", "net_income", "revenue"})
_LAST = frozenset({"operating", "investing", "financing", "equity", "closing", "operating_income", "tax"})
ACTIVITIES = frozenset({"operating", "investing", "financing"})

AMOUNTS = (Measure.MONEY, Measure.UNKNOWN)
NAMED = {line: re.compile(words) for line, words in STATEMENT_LINES.items()}
"""For each line of `language.model.Statements`, the pattern that its whole label matches."""
_STATEMENTS = {
    BALANCE_SHEET: (frozenset({"assets"}), frozenset({"assets", "funding", "equity", "liabilities"})),
    CASH_FLOWS: (
        frozenset({"operating"}),
        frozenset({"operating", "investing", "financing", "closing", "opening", "change"}),
    ),
    INCOME: (
        frozenset({"operating_income", "pretax", "net_income"}),
        frozenset(
            {"revenue", "cost", "gross_profit", "expenses", "operating_income", "pretax", "tax", "net_income"}
        ),
    ),
    "comprehensive income": (
        frozenset({"net_income"}),
        frozenset({"net_income", "other_comprehensive", "comprehensive"}),
    ),
}
"""For each statement, the lines of which it has at least one, and those of which it has two or more. A note
has fewer."""
COME_TO = frozenset(
    "assets current_assets other_assets liabilities current_liabilities other_liabilities equity funding "
    "operating investing financing change gross_profit expenses operating_income other_income pretax "
    "net_income comprehensive".split()
)
"""The lines of statements that others come to."""
_SEVERAL = 2
_ONLY_ONE = (
    ("tax", "pretax", "net_income"),
    ("cost", "revenue", "gross_profit"),
    ("expenses", "gross_profit", "operating_income"),
    ("other_income", "operating_income", "pretax"),
    ("translation", "financing", "change"),
    ("change", "financing", "opening"),
    ("opening", "change", "closing"),
)
"""Lines, each with the two lines between which it may be the only one."""


@cached(65536)
def spellings(label: str) -> tuple[str, ...]:
    """Return a label, as it is compared, and shorter forms of it.

    These leave out its number, a leading word such as "less:", remarks, and words in brackets for the case of
    a loss, or only the brackets.
    """
    if EAST_ASIAN.search(label):
        label = label.replace(" ", "").replace("\u3000", "")
    lead = _LEAD.match(label)
    bare = _END.sub("", label[lead.end() :] if lead else label).strip(" :.：")
    without = _ASIDE.sub("", bare).replace("/ ", " ").strip(" /,-–—")
    unwrapped = " ".join(_BRACKETS.sub("", bare).split())
    return tuple(dict.fromkeys(each for each in (label, bare, without, unwrapped) if each))


def with_roles(rows: Mapping[str, int], labels: Mapping[int, str]) -> dict[str, int]:
    """Return the rows of a statement by their line.

    They are those of `rows`, whose labels name them, and those found by wider words and by place. `labels`
    are the labels of all rows with an amount, from the top.
    """
    named = dict(rows)
    for lines in _OF.values():
        found = dict(named)
        for line in lines:
            if line not in found and (row := _by_words(line, found, labels)) is not None:
                found[line] = row
        if lines is _OF[BALANCE_SHEET]:
            found |= _bare_totals(found, labels)
        if sum(line in found for line in lines) >= _FEWEST:
            named = found | _between(lines, found, list(labels))
    return named


def _by_words(line: str, found: Mapping[str, int], labels: Mapping[int, str]) -> int | None:
    """Return the one row that wider words name, or the first or last of several, for some lines."""
    taken = set(found.values())
    rows = [row for row in labels if row not in taken and line in lines_said(labels[row])]
    rows = [row for row in rows if _may_stand(line, row, found, list(labels))]
    if not rows or (len(rows) > 1 and line not in _FIRST | _LAST):
        return None
    return rows[-1] if line in _LAST else rows[0]


@cached(65536)
def lines_said(label: str) -> frozenset[str]:
    """Return the lines of a statement that a label, as it is compared, may stand for by wider words."""
    return frozenset(
        line for line, role in _ROLES.items() if any(role.fullmatch(each) for each in spellings(label))
    )


def _may_stand(line: str, row: int, found: Mapping[str, int], rows: Sequence[int]) -> bool:
    """Tell whether a line may stand in a row. `rows` are all rows with an amount.

    The change in cash and the exchange effect stand below the activities. The tax stands between income
    before taxes and net income. Net income stands right below the tax.
    """
    if line in ("change", "translation"):
        activities = [found[each] for each in ACTIVITIES if each in found]
        return len(activities) > 1 and row > max(activities)
    if line == "tax":
        return found.get("pretax", row) < row < found.get("net_income", row + 1)
    if line == "net_income":
        above = found.get("tax", found.get("pretax"))
        near = above is None or 0 < rows.index(row) - rows.index(above) <= _NEAR
        return near and row < found.get("operating", row + 1)
    return True


def _bare_totals(found: Mapping[str, int], labels: Mapping[int, str]) -> Mapping[str, int]:
    """Return the lines that labels such as "Total" alone stand for.

    Such a line above the debts is all assets. A line below them is the total of liabilities and equity.
    """
    debts = [found[each] for each in ("current_liabilities", "liabilities", "equity") if each in found]
    bare = [row for row, label in labels.items() if _is_bare(label) and row not in found.values()]
    above = [row for row in bare if debts and row < min(debts)]
    below = [row for row in bare if debts and row > max(debts)]
    told = {}
    if "assets" not in found and above and not below[1:]:
        told["assets"] = above[-1]
    if "funding" not in found and len(below) == 1:
        told["funding"] = below[0]
    return told


@cached(65536)
def _is_bare(label: str) -> bool:
    return any(_TOTAL.fullmatch(each) for each in spellings(label))


def _between(lines: Sequence[str], found: Mapping[str, int], rows: Sequence[int]) -> dict[str, int]:
    """Return the lines that are the only one between two known lines."""

    def gap(first: str, last: str) -> Iterator[int]:
        if first in found and last in found:
            yield from (row for row in rows if found[first] < row < found[last])

    told: dict[str, int] = {}
    for line, first, last in _ONLY_ONE:
        if line in lines and line not in found:
            alone = list(gap(first, last))
            if len(alone) == 1 and alone[0] not in found.values():
                told[line] = alone[0]
    return told


def label_of(mention: Mention) -> str:
    """Return the label of a mention's row as it is compared."""
    return compared(mention.row_path)


@cached(65536)
def compared(path: tuple[str, ...]) -> str:
    """Return the last label of a path as it is compared: in lower case, without a colon at its end."""
    return " ".join(path[-1].split()).casefold().strip(" :.") if path else ""


@cached(65536)
def names_cost(label: str) -> bool:
    """Tell whether a label, as it is compared, is that of a cost, which many print without a sign."""
    return any(NAMED[line].fullmatch(label) for line in ("cost", "expenses", "tax"))


@cached(65536)
def names_sum(label: str) -> bool:
    """Tell whether a label, as it is compared, is that of a line of a statement that others come to."""
    return bool(lines_named(label) & COME_TO) or bool(activities_named(label))


@cached(65536)
def lines_named(label: str) -> frozenset[str]:
    """Return the lines of statements that a label, as it is compared, is a name of."""
    return frozenset(
        line for line, pattern in NAMED.items() if any(pattern.fullmatch(each) for each in spellings(label))
    )


def activities_named(label: str) -> frozenset[str]:
    """Return the activities (of three) whose cash flow a label, as it is compared, names."""
    return (lines_named(label) | lines_said(label)) & ACTIVITIES


def lines_of(mentions: Sequence[Mention]) -> Mapping[str, Mapping[int, Mention]]:
    """Return the numbers of each line that a table has once, by column.

    A line that no label names is found by wider words and by where it stands.
    """
    rows: dict[int, dict[int, Mention]] = {}
    for mention in mentions:
        if mention.number.value is not None and mention.number.measure in AMOUNTS:
            rows.setdefault(mention.row, {})[mention.column] = mention
    labels = {row: label_of(next(iter(cells.values()))) for row, cells in rows.items()}
    found: dict[str, list[int]] = {line: [] for line in NAMED}
    for row, label in labels.items():
        for line in lines_named(label):
            found[line].append(row)
    once = {line: at[0] for line, at in found.items() if len(at) == 1}
    told = with_roles(once, labels)
    return {line: rows[row] for line, row in told.items() if len(found[line]) < _SEVERAL}


@once_a_document
def lines_by_table(document: Document) -> Mapping[int, Mapping[str, Mapping[int, Mention]]]:
    """Return for each table its lines (see `lines_of`)."""
    tables: dict[int, list[Mention]] = {table.index: [] for table in document.tables}
    for each in sorted(document.mentions, key=lambda mention: (mention.row, mention.column)):
        tables[each.table].append(each)
    return {table: lines_of(mentions) for table, mentions in tables.items()}


def statement_of(lines: Mapping[str, object]) -> str:
    """Return which statement a table is that states `lines`, "" where it is none."""
    stated = lines.keys()
    return next(
        (
            name
            for name, (main, every) in _STATEMENTS.items()
            if main & stated and len(every & stated) >= _SEVERAL
        ),
        "",
    )


def rows_of_sums(lines: Mapping[str, Mapping[int, Mention]]) -> frozenset[int]:
    """Return the rows of a statement with these lines that others come to; none for any other table."""
    sums = (cell.row for line in COME_TO & lines.keys() for cell in lines[line].values())
    return frozenset(sums if statement_of(lines) else ())


def are_undated(grid: Grid, *mentions: Mention) -> bool:
    """Tell whether no number has a stated period and each stands in a table with one column of amounts.

    Such numbers are of the only period of the document.
    """
    return not any(grid.periods[each.index].year for each in mentions) and all(
        len({other.column for other in grid.table(each.table) if other.number.measure in AMOUNTS}) == 1
        for each in mentions
    )
