"""One finding in the terminal: what it says, its calculation, its tables with the marked cells, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cofitcheck.checks.model import Finding, ReferenceFinding
from cofitcheck.errors import InputError
from cofitcheck.reports.model.coverage import ordered
from cofitcheck.reports.model.excerpts import SentenceView, Tape
from cofitcheck.reports.model.finding_view import FindingView, PanelView
from cofitcheck.reports.model.grid import ShownCell, ShownRow
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.view import ReportView
from cofitcheck.reports.terminal import finding_line, safe
from cofitcheck.reports.words import phrase, say
from cofitcheck.reports.words.reasons import render_reason

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

_STYLES = {"finding": "bold red", "witness": "bold green", "other": "bold"}
_SHORTEST = 4
"""The fewest letters to which a reference may be cut."""


def finding_of(report: Report, reference: str) -> tuple[int, Finding | ReferenceFinding]:
    """Return a finding and its number in the report.

    `reference` is the reference of the finding, its first letters, or its number in the report. Findings set
    aside and wrong references have no number; theirs is given as 0. Raises `InputError` where `reference`
    names no finding, or several.
    """
    findings = ordered(report.found)
    if reference.isdecimal() and 0 < int(reference) <= len(findings):
        return int(reference), findings[int(reference) - 1]
    numbered: list[tuple[int, Finding | ReferenceFinding]] = [*enumerate(findings, 1)]
    numbered += [(0, each) for each in report.references]
    numbered += [(0, each.finding) for each in report.set_aside]
    found = [each for each in numbered if each[1].fingerprint == reference] or [
        each for each in numbered if len(reference) >= _SHORTEST and each[1].fingerprint.startswith(reference)
    ]
    if len(found) == 1:
        return found[0]
    name = report.document.name
    if found:
        names = ", ".join(each.fingerprint for _, each in found)
        raise InputError(f"{name}: several findings have references that begin with {reference}: {names}.")
    raise InputError(
        f"{name}: no finding has the reference {reference}; its {len(findings)} findings have numbers from "
        "1, and the report shows the reference below each."
    )


def explained(report: Report, number: int, finding: Finding | ReferenceFinding) -> RenderableType:
    """Return a finding for a rich console, in the language that is spoken. Text from the document cannot
    steer the terminal."""
    from rich.console import Group
    from rich.text import Text

    if isinstance(finding, ReferenceFinding):
        lines = (finding.words, render_reason(finding.reason), _reference(finding.fingerprint))
        return Group(*(Text(safe(str(line))) for line in lines))
    view = ReportView(report, None).finding(number, finding)
    return Group(
        finding_line(report, finding),
        *_facts(view),
        *([_tape(view.tape)] if view.tape else []),
        *([Text(safe(_sentence(view.sentence)), "italic")] if view.sentence else []),
        *(_panel(panel) for panel in view.panels),
        *_reasons(view),
        Text(_reference(finding.fingerprint), "dim"),
    )


def _reference(fingerprint: str) -> str:
    return say(
        "Reference {reference}: the same in every draft that has this contradiction.", reference=fingerprint
    )


def _facts(view: FindingView) -> Iterator[Text]:
    from rich.text import Text

    told = (
        (phrase("What differs"), view.relation),
        (phrase("Difference"), view.difference),
        (phrase("Likely cause"), view.slip),
        (phrase("Same item"), view.same_fact),
        (view.probability_of, view.probability),
    )
    for head, value in told:
        if value:
            yield Text(safe(f"  {head}: {value}"))


def _sentence(sentence: SentenceView) -> str:
    return f"  {sentence.before}[{sentence.number}]{sentence.after}"


def _tape(tape: Tape) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, show_header=False, title=say("The calculation"), title_justify="left")
    for line in tape.lines:
        style = "bold red" if line.wrong else ""
        cells = (line.sign, line.label, line.text, line.running)
        shown.add_row(*(Text(safe(str(cell)), style) for cell in cells))
    shown.add_row("=", safe(str(tape.comes_to)), "", safe(tape.computed))
    stated = say("{item}, as stated", item=str(tape.stated_label))
    style = "bold red" if tape.total_wrong else ""
    off = say("{difference} off", difference=tape.off)
    shown.add_row("", *(Text(safe(cell), style) for cell in (stated, tape.stated, off)))
    return shown


def _panel(panel: PanelView) -> RenderableType:
    """Return a table with its marked cells, each with its letter as in the report."""
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    title = Text(safe(f"{say('Table')} {panel.table}: {panel.title}"), "bold")
    shown = Table(box=SIMPLE, show_header=False, title=title, title_justify="left", padding=(0, 1, 0, 0))
    labels = panel.grid.columns - panel.grid.value_columns
    for column in range(panel.grid.columns):
        shown.add_column(justify="left" if column < labels else "right")
    taken = [0] * panel.grid.columns
    for row in panel.grid.head:
        shown.add_row(*_cells(row, taken), style="dim")
    for row in panel.grid.body:
        shown.add_row(*_cells(row, taken))
    return shown


def _cells(row: ShownRow, taken: list[int]) -> list[Text]:
    """Return the cells of a row. A cell over several columns or rows has its text in the first of them.

    `taken` has for each column how many more rows a cell above covers; it is updated for the next row.
    """
    from rich.text import Text

    if row.gap:
        return [Text(safe(str(row.gap)), "dim")]
    line: list[Text] = []
    cells = iter(row.cells)
    while len(line) < len(taken):
        at = len(line)
        if taken[at]:
            taken[at] -= 1
            line.append(Text(""))
        elif cell := next(cells, None):
            width = min(cell.columns, len(taken) - at)
            taken[at : at + width] = [cell.rows - 1] * width
            line += [_cell(cell), *(Text("") for _ in range(width - 1))]
        else:
            break
    return line


def _cell(cell: ShownCell) -> Text:
    from rich.text import Text

    text = "  " * cell.depth + safe(cell.text)
    if cell.mark is None:
        return Text(text)
    return Text(f"[{cell.mark.letter}] {text}", _STYLES.get(cell.mark.role, "bold"))


def _reasons(view: FindingView) -> Iterator[Text]:
    from rich.text import Text

    for sign, reasons in (("+", view.reasons), ("−", view.against)):
        for reason in reasons:
            yield Text(safe(f"  {sign} {reason}"))
