"""Tagged PDFs made for tests, byte by byte: pages of text, and the tree that says which of it is a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cofitcheck.document import Document
from cofitcheck.readers import read

WIDTH, HEIGHT = 595, 842
LINE = 11


@dataclass(frozen=True)
class Tagged:
    """A cell: the lines of its text at `x`, which end there where `right`; how many columns and rows its tag
    says it covers; the left and right edges of the box painted behind it; the `scope` of a header, "" for a
    cell of data."""

    text: str
    x: float
    columns: int = 1
    rows: int = 1
    right: bool = False
    painted: tuple[float, float] | None = None
    scope: str = ""


@dataclass(frozen=True)
class Row:
    """A row of a table, `y` from the top of the page; `again` is a page and a place where it is repeated."""

    y: float
    cells: Sequence[Tagged]
    page: int = 1
    again: tuple[int, float] | None = None


@dataclass(frozen=True)
class Text:
    """Text that is no part of a table."""

    x: float
    y: float
    text: str
    page: int = 1


def read_tagged(
    tables: Sequence[Sequence[Row]],
    texts: Sequence[Text] = (),
    pages: int = 1,
    within: str = "",
    drawn: str = "",
) -> Document:
    """Return the document that tagged tables make (see `tagged_bytes`)."""
    return read(tagged_bytes(tables, texts, pages, within, drawn), "tagged.pdf")


def tagged_bytes(
    tables: Sequence[Sequence[Row]],
    texts: Sequence[Text] = (),
    pages: int = 1,
    within: str = "",
    drawn: str = "",
) -> bytes:
    """Return the PDF that tagged tables make. `within` "TBody" has the rows of each in a group, "Table" has
    all tables in a cell of another; `drawn` is more content of the first page."""
    made = _Made(pages)
    made.contents[0].append(drawn)
    for text in texts:
        made.contents[text.page - 1].append(_written(text.text, text.x, text.y))
    elements = [made.table(table, within == "TBody") for table in tables]
    if within == "Table":
        for kind in ("TD", "TR", "Table"):
            elements = [made.element(kind, elements)]
    return made.finished(elements)


def _written(text: str, x: float, y: float, *, right: bool = False) -> str:
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    start = x - 5.4 * len(text) if right else x  # Courier at 9 points
    return f"BT /F 9 Tf {start:.2f} {HEIGHT - y:.2f} Td ({escaped}) Tj ET"


class _Made:
    """A PDF in the making: object 1 is the catalog, 2 the pages, 3 the font, 4 the root of the tree, 5 the
    tree of marks; then the pages with their contents."""

    def __init__(self, pages: int) -> None:
        self.contents: list[list[str]] = [[] for _ in range(pages)]
        self.marks: list[list[int]] = [[] for _ in range(pages)]  # by page and mark, the element
        self.objects = [""] * (5 + 2 * pages)

    def add(self, body: str) -> int:
        self.objects.append(body)
        return len(self.objects)

    def page(self, number: int) -> int:
        return 4 + 2 * number

    def element(self, kind: str, kids: Sequence[int]) -> int:
        return self.add(f"<</Type /StructElem /S /{kind} /K [{_references(kids)}]>>")

    def table(self, rows: Sequence[Row], grouped: bool) -> int:
        kids = [self.element("TR", [self._cell(cell, row) for cell in row.cells]) for row in rows]
        return self.element("Table", [self.element("TBody", kids)] if grouped else kids)

    def _cell(self, cell: Tagged, row: Row) -> int:
        scope = f" /Scope /{cell.scope}" if cell.scope else ""
        spans = f"<</O /Table /ColSpan {cell.columns} /RowSpan {cell.rows}{scope}>>"
        kind = "TH" if cell.scope else "TD"
        element = self.add("")
        places = [(row.page, row.y), *([row.again] if row.again else ())]
        contents = " ".join(self._content(cell, page, y, element) for page, y in places)
        self.objects[element - 1] = f"<</Type /StructElem /S /{kind} /A {spans} /K [{contents}]>>"
        return element

    def _content(self, cell: Tagged, page: int, y: float, element: int) -> str:
        marks = self.marks[page - 1]
        lines = enumerate(cell.text.split("\n") if cell.text else ())
        drawn = [_written(line, cell.x, y + LINE * at, right=cell.right) for at, line in lines]
        if cell.painted:
            left, right = cell.painted
            drawn.insert(0, f"0.9 g {left} {HEIGHT - y - 4} {right - left} 14 re f 0 g")
        self.contents[page - 1].append(f"/TD <</MCID {len(marks)}>> BDC {' '.join(drawn)} EMC")
        marks.append(element)
        return f"<</Type /MCR /Pg {self.page(page)} 0 R /MCID {len(marks) - 1}>>"

    def finished(self, elements: Sequence[int]) -> bytes:
        pages = [self.page(number + 1) for number in range(len(self.contents))]
        nums = " ".join(f"{number} [{_references(each)}]" for number, each in enumerate(self.marks))
        self.objects[:5] = [
            "<</Type /Catalog /Pages 2 0 R /StructTreeRoot 4 0 R /MarkInfo <</Marked true>>>>",
            f"<</Type /Pages /Kids [{_references(pages)}] /Count {len(pages)}>>",
            "<</Type /Font /Subtype /Type1 /BaseFont /Courier>>",
            f"<</Type /StructTreeRoot /K [{_references(elements)}] /ParentTree 5 0 R>>",
            f"<</Nums [{nums}]>>",
        ]
        for number, content in enumerate(self.contents):
            at = self.page(number + 1) - 1
            self.objects[at] = (
                f"<</Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {at + 2} 0 R "
                f"/StructParents {number} /Resources <</Font <</F 3 0 R>>>>>>"
            )
            stream = "\n".join(content)
            self.objects[at + 1] = f"<</Length {len(stream)}>>\nstream\n{stream}\nendstream"
        self._name_parents(elements)
        return self._written()

    def _name_parents(self, elements: Sequence[int]) -> None:
        """Tell each row and each cell what it is in; the tree is read from the marks upwards."""
        waiting = [(element, 4) for element in elements]
        while waiting:
            number, parent = waiting.pop()
            body = self.objects[number - 1]
            self.objects[number - 1] = body.replace("/StructElem", f"/StructElem /P {parent} 0 R")
            kids = body.partition("/K [")[2].partition("]")[0]
            if "/MCR" not in kids:
                waiting.extend((int(kid), number) for kid in kids.replace(" 0 R", "").split())

    def _written(self) -> bytes:
        parts = [b"%PDF-1.7\n"]
        places = []
        for number, body in enumerate(self.objects, 1):
            places.append(sum(map(len, parts)))
            parts.append(f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1"))
        start = sum(map(len, parts))
        table = "".join(f"{place:010} 00000 n \n" for place in places)
        size = len(self.objects) + 1
        parts.append(f"xref\n0 {size}\n0000000000 65535 f \n{table}".encode())
        parts.append(f"trailer\n<</Size {size} /Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode())
        return b"".join(parts)


def _references(numbers: Sequence[int]) -> str:
    return " ".join(f"{number} 0 R" for number in numbers)
