"""Tables typed in the paragraphs of an office document, with bars, tabs or blanks between the cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml import etree

from cofitcheck.readers.rendition import ADDRESS
from cofitcheck.readers.typed.bars import Rows, parts_of, tab_rows
from cofitcheck.readers.typed.rendition import add_rows, holds_tables, render

TYPED = "data-cofitcheck-typed"
"""The text of a paragraph with its tabs and blanks, where it has any that may set cells apart."""
_NAME = 60
"""A paragraph of so many characters may name the rows below it."""


def may_be_row(text: str) -> bool:
    """Tell whether something in a paragraph may set cells apart."""
    said = text.strip()
    return "\t" in said or "|" in said or "   " in said


def set_tables(body: etree._Element) -> None:
    """Put what was typed in paragraphs that follow each other in their place, as tables."""
    for run in list(_runs(body)):
        lines = [(line, each) for each in run for line in each.get(TYPED, _text(each)).split("\n")]
        texts = [line for line, _ in lines]
        if any("\t" in text.strip() for text in texts):
            _set_rows(lines, [(range(len(lines)), tab_rows(texts))])
        elif any(rows for _, rows in parts_of(texts)):
            _set_rows(lines, list(parts_of(texts)))
        elif holds_tables("\n".join(texts)):
            _set_blanks(run, "\n".join(texts))
    for each in body.iter("p"):
        if TYPED in each.attrib:
            del each.attrib[TYPED]


def _runs(body: etree._Element) -> Iterator[list[etree._Element]]:
    """Yield the paragraphs that follow each other and may be rows, short ones between them too."""
    run: list[etree._Element] = []
    for child in [*body, None]:
        if (
            child is not None
            and child.tag == "p"
            and (TYPED in child.attrib or (run and len(_text(child)) <= _NAME))
        ):
            run.append(child)
            continue
        while run and TYPED not in run[-1].attrib:
            run.pop()
        if len(run) > 1 or (run and "\n" in run[0].get(TYPED, "")):
            yield run
        run = []


def _text(paragraph: etree._Element) -> str:
    return "".join(map(str, paragraph.itertext()))


def _set_rows(
    lines: Sequence[tuple[str, etree._Element]], parts: Sequence[tuple[range, Rows | None]]
) -> None:
    for part, rows in parts:
        if rows is None:
            continue
        paragraphs = list(dict.fromkeys(lines[at][1] for at in part))
        holder = etree.Element("div")
        add_rows(holder, rows, [lines[at][1].get(ADDRESS, "") for at in part])
        _replace(paragraphs, holder)


def _set_blanks(run: Sequence[etree._Element], text: str) -> None:
    holder = etree.Element("div")
    render(text, holder)
    _replace(run, holder)


def _replace(paragraphs: Sequence[etree._Element], holder: etree._Element) -> None:
    parent = paragraphs[0].getparent()
    if parent is None:
        return
    parent.insert(parent.index(paragraphs[0]), holder)
    for each in paragraphs:
        parent.remove(each)
