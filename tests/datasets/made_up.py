"""Made-up tagged filings of companies that do not exist, in folders and in lists."""

from __future__ import annotations

import gzip
from pathlib import Path

from tests.evaluation.tagged_documents import BALANCE, NOTE, page, table, tag

COVER = (
    '<p><ix:nonNumeric name="dei:DocumentType" contextRef="year">10-K</ix:nonNumeric></p>'
    '<p><ix:nonNumeric name="dei:AmendmentFlag" contextRef="year">false</ix:nonNumeric></p>'
)


def filing(company: int, words: str = "", *tables: str) -> bytes:
    """Return an annual report to 2023-12-31 of the company with this CIK."""
    html = page(COVER, f"<p>{words}</p>", *(tables or (BALANCE, NOTE))) + b"\n"
    return html.replace(b">42<", f">{company:010}<".encode())


def write(folder: Path, **filings: bytes) -> Path:
    """Write filings, gzip'd, under their names with .htm.gz and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in filings.items():
        (folder / f"{name}.htm.gz").write_bytes(gzip.compress(content))
    return folder


def ten_companies(folder: Path) -> Path:
    """Write two filings of each of ten companies and return the folder."""
    for company in range(1, 11):
        write(folder, **{f"c{company:02}-{year}": filing(company, f"Year {year}") for year in (1, 2)})
    return folder


FAULTY = table(
    "Faults",
    [
        ("No such context", tag("a:Cash", "nowhere", "1,234"), tag("a:Cash", "then", "1,101")),
        ("No unit", tag("a:Debt", "now", "5,678", unit=""), tag("a:Debt", "then", "5,210")),
        ("Same id", tag("a:X", "now", "412", more='id="f1"'), tag("a:X", "then", "398", more='id="f1"')),
    ],
)
