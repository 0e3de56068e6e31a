"""Made-up inline XBRL documents: a balance sheet and a note that repeats some of it."""

from collections.abc import Sequence

from cofitcheck.document import Document
from cofitcheck.evaluation.gold import Labels
from cofitcheck.readers import read

CONTEXTS = {
    "now": ("<i:instant>2023-12-31</i:instant>", ""),
    "then": ("<i:instant>2022-12-31</i:instant>", ""),
    "year": ("<i:startDate>2023-01-01</i:startDate><i:endDate>2023-12-31</i:endDate>", ""),
    "prior": ("<i:startDate>2022-01-01</i:startDate><i:endDate>2022-12-31</i:endDate>", ""),
    "north": (
        "<i:instant>2023-12-31</i:instant>",
        '<xbrldi:explicitMember dimension="a:Region">a:North</xbrldi:explicitMember>',
    ),
    "deal": (
        "<i:instant>2023-12-31</i:instant>",
        '<xbrldi:typedMember dimension="a:Deal"><a:No>7</a:No></xbrldi:typedMember>',
    ),
}
UNITS = (
    '<i:unit id="usd"><i:measure>iso4217:USD</i:measure></i:unit>'
    '<i:unit id="eps"><i:divide><i:unitNumerator><i:measure>iso4217:USD</i:measure></i:unitNumerator>'
    "<i:unitDenominator><i:measure>i:shares</i:measure></i:unitDenominator></i:divide></i:unit>"
)


def context(name: str, period: str, members: str = "") -> str:
    return (
        f'<i:context id="{name}"><i:entity><i:identifier scheme="s">42</i:identifier>'
        f"<i:segment>{members}</i:segment></i:entity><i:period>{period}</i:period></i:context>"
    )


def tag(concept: str, where: str, text: str, unit: str = "usd", more: str = 'scale="6"') -> str:
    attributes = f'name="{concept}" contextRef="{where}" unitRef="{unit}" {more}'
    return f"<ix:nonFraction {attributes}>{text}</ix:nonFraction>"


def table(title: str, rows: Sequence[tuple[str, ...]], head: tuple[str, ...] = ("", "2023", "2022")) -> str:
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in (head, *rows))
    return f"<p><b>{title}</b></p><p>(in millions)</p><table>{lines}</table>"


def page(*tables: str, extra: str = "") -> bytes:
    return plain_page(header(extra), *tables)


def header(extra: str = "") -> str:
    declared = "".join(context(name, *parts) for name, parts in CONTEXTS.items())
    resources = f"<ix:header><ix:resources>{declared}{UNITS}{extra}</ix:resources></ix:header>"
    return f"<div style='display:none'>{resources}</div>"


def plain_page(*parts: str) -> bytes:
    return f"<html><body>{''.join(parts)}</body></html>".encode()


BALANCE = table(
    "Consolidated balance sheet",
    [
        ("Cash", tag("a:Cash", "now", "1,234"), tag("a:Cash", "then", "1,101")),
        ("Debt", tag("a:Debt", "now", "5,678"), tag("a:Debt", "then", "5,210")),
        (
            "Loss",
            "(" + tag("a:Income", "year", "345", more='scale="6" sign="-"') + ")",
            tag("a:Income", "prior", "99"),
        ),
        ("Other", "777", "—"),
    ],
)
NOTE = table(
    "Liquidity",
    [
        ("Cash and equivalents", tag("a:Cash", "now", "1,234"), tag("a:Cash", "then", "1,101")),
        ("Cash in the north", tag("a:Cash", "north", "612"), "500"),
        ("Borrowings", tag("a:Borrowings", "now", "5,678"), tag("a:Debt", "then", "5,210")),
        ("Net loss", "(" + tag("a:Income", "year", "345", more='scale="6" sign="-"') + ")", "98"),
    ],
)


def company() -> Document:
    return read(page(BALANCE, NOTE), name="company.htm")


def at(document: Document, table_index: int, label: str, text: str) -> int:
    """Return the index of the mention in a table with this row label and text."""
    return next(
        mention.index
        for mention in document.mentions
        if mention.table == table_index and mention.row_path[-1] == label and mention.text == text
    )


def period_ends(labels: Labels) -> list[str | None]:
    return [key.context.end if key else None for key in labels.key]


def units(labels: Labels) -> list[str | None]:
    return [key.unit if key else None for key in labels.key]
