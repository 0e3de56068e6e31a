"""The report on one document, from which files and frames are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cofitcheck.checks.ledger import Ledger
from cofitcheck.checks.model import (
    Aside,
    Finding,
    LeftOpen,
    NotChecked,
    ReferenceFinding,
    RightReference,
    TextAccount,
)
from cofitcheck.checks.settings import CheckSettings
from cofitcheck.document import Document
from cofitcheck.facts import FactSet, Usage
from cofitcheck.reports.formats import DOCUMENT, FORMATS, save
from cofitcheck.reports.words import Words, language_of, speaking

if TYPE_CHECKING:
    import pandas

    from cofitcheck.reports.model.entries import FindingEntry, LeftOpenEntry


REFERENCE = "reference"
FORMULA = "formula"
"""The kinds of wrong references and of wrong formulas, beside the kinds of findings."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A finding, or a wrong reference, that the user chose not to be told, and why.

    `by` says who set it aside, when and for which reason; it is "" where no person did.
    """

    finding: Finding | ReferenceFinding
    why: Aside
    by: Words = ""


@dataclass(frozen=True)
class Report:
    """All that checking one document brought: findings first, and what passed and what was not checked.

    `findings` and `left_open` are for programmers, with their mentions looked up. `found` and `kept_open` are
    the same as plain data, with mentions by index, with which the stages and the pages work. `facts` are the
    facts stated at least twice. `passed` counts those whose mentions all agree. `seconds` holds the wall time
    by stage. `not_checked` is never counted as passed. `kept_open` are the facts and the sums that it counts
    as left open, the likeliest errors first. `method` names the whole system ("default", "words", "cascade",
    "paper"), `model` its trained parts. `remarks` say what else to know about how the document was checked,
    `usage` what asking a server has cost. `ledger` says for every number of a table what checked it, `text`
    the outcome of each number in running text. `references` are notes and years that are named wrongly,
    `right_references` are references to notes that are right. `high` and `tiny` are the bounds of severity
    (see `CheckSettings`). `set_aside` are findings that the user chose not to be told; they are in none of
    the other fields. `reopened` says which findings of a baseline count again, since their numbers have
    changed.
    """

    document: Document
    facts: tuple[FactSet, ...]
    found: tuple[Finding, ...]
    passed: int
    not_checked: tuple[NotChecked, ...] = ()
    threshold: float = 0.0
    model: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    remarks: tuple[Words, ...] = ()
    usage: Usage | None = None
    high: float = CheckSettings.high
    tiny: Decimal = CheckSettings.tiny
    kept_open: tuple[LeftOpen, ...] = ()
    method: str = ""
    ledger: Ledger = field(default_factory=Ledger)
    text: TextAccount = field(default_factory=TextAccount)
    references: tuple[ReferenceFinding, ...] = ()
    right_references: tuple[RightReference, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    reopened: tuple[Words, ...] = ()

    def without(self, aside: Sequence[SetAside]) -> Report:
        """Return the report with some of its findings set aside."""
        gone = {id(each.finding) for each in aside}
        return replace(
            self,
            found=tuple(each for each in self.found if id(each) not in gone),
            references=tuple(each for each in self.references if id(each) not in gone),
            set_aside=(*self.set_aside, *aside),
        )

    @cached_property
    def alarms(self) -> tuple[Words, ...]:
        """What must be known before all else: findings set aside that count again, tables that were read and
        not added up, placeholders."""
        from cofitcheck.reports.model.gaps import alarms

        return (*self.reopened, *alarms(self.document, self.ledger))

    @cached_property
    def findings(self) -> tuple[FindingEntry, ...]:
        """The findings in order of importance."""
        from cofitcheck.reports.model.coverage import ordered
        from cofitcheck.reports.model.entries import FindingEntry

        return tuple(FindingEntry(self.document, finding) for finding in ordered(self.found))

    @cached_property
    def left_open(self) -> tuple[LeftOpenEntry, ...]:
        """The facts and the sums left open, the likeliest errors first."""
        from cofitcheck.reports.model.entries import LeftOpenEntry

        return tuple(LeftOpenEntry(self.document, left) for left in self.kept_open)

    def __repr__(self) -> str:
        return (
            f"Report({self.document.name!r}, {len(self.found)} findings, "
            f"{self.ledger.checked} of {self.ledger.mentions} numbers checked)"
        )

    def _repr_html_(self) -> str:
        from cofitcheck.reports.model.frame import report_html

        return report_html(self)

    def save(self, directory: str | Path = ".", stem: str | None = None, language: str = "") -> list[Path]:
        """Write the report as HTML and JSON with the marked copy of the document; return the files.

        `language` is "en", "zh-Hans", "zh-Hant", "ja" or "es", by default the document's own.

        Raises `OSError` where `directory` cannot be written.
        """
        return save(self, Path(directory), stem, language)

    def to_json(self) -> bytes:
        """Return the report as JSON, in the form that the published schema describes."""
        return FORMATS["json"].write(self, {})

    def to_sarif(self, uri: str = "", language: str = "") -> bytes:
        """Return the findings as SARIF 2.1.0, which services that show findings in pull requests read.

        `uri` is the address of the document from the root of the repository, by default its name. `language`
        is as in `save`.
        """
        with speaking(language or language_of(self.document)):
            return FORMATS["sarif"].write(self, {DOCUMENT: uri} if uri else {})

    def findings_frame(self) -> pandas.DataFrame:
        """Return one row per finding, in order of importance. Raises `MissingDependencyError` without
        pandas."""
        from cofitcheck.reports.model.frame import findings_frame

        return findings_frame(self)

    def facts_frame(self) -> pandas.DataFrame:
        """Return one row per mention of a repeated fact. Raises `MissingDependencyError` without pandas."""
        from cofitcheck.reports.model.frame import facts_frame

        return facts_frame(self)

    def left_open_frame(self) -> pandas.DataFrame:
        """Return one row per fact, or sum, left open. Raises `MissingDependencyError` without pandas."""
        from cofitcheck.reports.model.frame import left_open_frame

        return left_open_frame(self)

    def ledger_frame(self) -> pandas.DataFrame:
        """Return one row per number of the tables, with what checked it. Raises `MissingDependencyError`
        without pandas."""
        from cofitcheck.reports.model.frame import ledger_frame

        return ledger_frame(self)
