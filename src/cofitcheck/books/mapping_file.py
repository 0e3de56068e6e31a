"""The mapping as a file of values: a row for each account, with the line of the statements that it is in.

A person may change it by hand: what it says holds, and an account without a line is mapped again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cofitcheck.books import Account, BooksRemark, How, Remark, StatementLine, Tie
from cofitcheck.errors import InputError

COLUMNS = ("account", "name", "line", "how")
NO_LINE = "-"
"""What stands in place of a line for an account that is meant to be in none."""


@dataclass(frozen=True, slots=True)
class MappingFile:
    """What a file says: the line of each account by its code, or its name where it has none."""

    lines: Mapping[str, str]


def key_of(account: Account) -> str:
    """Return what an account is known by from year to year."""
    return account.code or account.name


def read_mapping(path: Path) -> MappingFile:
    """Return what a mapping file says. Raises `InputError` where it is none."""
    try:
        text = path.read_text("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            f"{path}: cannot be read as a mapping ({error}); write a new one to another file."
        ) from error
    missing = [name for name in COLUMNS[:3] if rows and name not in rows[0]]
    if missing:
        raise InputError(
            f"{path}: is no mapping: it has no column {missing[0]}; its columns are {', '.join(COLUMNS)}."
        )
    lines: dict[str, str] = {}
    for number, row in enumerate(rows, start=2):
        key = (row["account"] or row["name"] or "").strip()
        line = (row["line"] or "").strip()
        if lines.get(key, line) != line:
            raise InputError(
                f"{path}, line {number}: the account {key} stands twice with two lines; leave one."
            )
        if key and line:
            lines[key] = line
    return MappingFile(lines)


def given_lines(
    accounts: Sequence[Account], lines: Sequence[StatementLine], file: MappingFile | None
) -> tuple[dict[int, tuple[int, How]], list[Remark]]:
    """Return the lines of accounts that a file, or else the books, name, and remarks on unknown names."""
    by_name: dict[str, int] = {}
    for line in lines:
        for name in (line.name, line.label):
            by_name.setdefault(name.casefold(), line.index)
    given: dict[int, tuple[int, How]] = {}
    unknown: dict[str, None] = {}
    for account in accounts:
        said = file.lines.get(key_of(account), "") if file else ""
        if said == NO_LINE:
            given[account.index] = -1, How.FILE
        elif said and said.casefold() in by_name:
            given[account.index] = by_name[said.casefold()], How.FILE
        elif said:
            unknown[said] = None
        elif account.line.casefold() in by_name:
            given[account.index] = by_name[account.line.casefold()], How.BOOKS
    remarks = [Remark(BooksRemark.UNKNOWN_LINE, {"line": line}) for line in unknown]
    known = {key_of(account) for account in accounts}
    gone = [key for key in (file.lines if file else ()) if key not in known]
    if gone:
        remarks.append(Remark(BooksRemark.UNKNOWN_ACCOUNT, {"account": ", ".join(gone[:5]), "n": len(gone)}))
    return given, remarks


def mapping_csv(tie: Tie) -> bytes:
    """Return the mapping of a tie as a file; a line that is not certain stands behind how it was found."""
    return written(_rows(tie))


def written(rows: Iterable[Sequence[str]]) -> bytes:
    """Return rows of code, name, line and how it is known as a mapping file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def _rows(tie: Tie) -> Iterator[Sequence[str]]:
    line_of = {account: each for each in tie.lines for account in each.accounts}
    for account in tie.books.accounts:
        tied = line_of.get(account.index)
        if tied is None:
            meant_for_none = not account.is_empty and account.index not in tie.unused
            line, how = (NO_LINE, How.FILE.value) if meant_for_none else ("", "")
        elif tied.how.is_certain:
            line, how = tied.line.name, tied.how.value
        else:
            line, how = "", f"{tied.how.value}: {tied.line.name}"
        yield account.code, account.name, line, how
