"""Findings as SARIF 2.1.0 (OASIS), a format that services read to show findings in pull requests.

A file has one run over documents, with its rules, its results, and what could not be checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from cofitcheck import __version__
from cofitcheck.checks.model import Aside, FindingKind, ReferenceFinding, Severity
from cofitcheck.document import Place
from cofitcheck.prose import ProseMention
from cofitcheck.reports.formats import DOCUMENT
from cofitcheck.reports.model.entries import FindingEntry
from cofitcheck.reports.model.excerpts import place_of
from cofitcheck.reports.model.finding_text import mention_name
from cofitcheck.reports.model.report import FORMULA, REFERENCE, Report, SetAside
from cofitcheck.reports.model.wording import (
    encodable,
    path_words,
    place_words,
    plain_decimal,
    short,
    table_title,
)
from cofitcheck.reports.sarif.model import (
    Artifact,
    Configuration,
    Driver,
    Invocation,
    Level,
    Location,
    LogicalLocation,
    Message,
    Notification,
    PhysicalLocation,
    Region,
    Result,
    Rule,
    SarifLog,
    SarifRun,
    Suppression,
    Tool,
)
from cofitcheck.reports.sarif.positions import NoPositions, Positions, positions_in
from cofitcheck.reports.words import ENGLISH, Words, listed, speaking
from cofitcheck.reports.words.findings import (
    ASIDE,
    FORMULA_RULE,
    KINDS,
    REFERENCE_RULE,
    RULES,
    WRONG_FORMULA,
    WRONG_REFERENCE,
)
from cofitcheck.reports.words.languages import language
from cofitcheck.reports.words.reasons import render_reason

LEVELS: dict[Severity, Level] = {
    Severity.HIGH: "error",
    Severity.MEDIUM: "warning",
    Severity.NOTICE: "note",
}
FINGERPRINT = "cofitcheckFinding/v1"
_ARCHIVES = (".zip", ".xbri", ".txt")
"""The endings of archives. The files of a report inside one have no addresses of their own."""
_KINDS = list(FindingKind)

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LANGUAGES = {"zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
"""The names of languages in SARIF, which are two letters and a country."""


def results(report: Report, uri: str) -> tuple[Result, ...]:
    """Return the findings of a report in order of importance, in the language that is spoken.

    Findings that a baseline or materiality sets aside are among them as suppressed. `uri` is the address of
    the document.
    """
    maker = _Maker(report, uri)
    found = [maker.result(finding) for finding in report.findings]
    aside = [maker.suppressed(each) for each in report.set_aside if each.why is not Aside.NOT_SELECTED]
    return (*found, *map(maker.reference, report.references), *aside)


def uri_of(shown: str) -> str:
    """Return the address of a document by the path that a user gave.

    It is relative to the working folder, or absolute where the document does not lie in that folder.
    """
    path, here = Path(shown), Path.cwd()
    whole = path if path.is_absolute() else here / path
    if ".." in whole.parts:
        whole = whole.resolve()
    if whole.is_relative_to(here):
        return quote(encodable(whole.relative_to(here).as_posix()))
    return "file://" + quote(encodable(whole.as_posix()))


class _Maker:
    def __init__(self, report: Report, uri: str) -> None:
        self.report, self.document, self.uri = report, report.document, uri
        self.archived = PurePosixPath(uri).suffix.lower() in _ARCHIVES
        self.positions: Positions = NoPositions() if self.archived else positions_in(report.document)

    def result(self, finding: FindingEntry) -> Result:
        sentence = finding.told.said if finding.told else None
        cells = dict.fromkeys(
            each.index for each in (finding.mention, finding.counterpart, *finding.mentions)
        )
        first, *others = cells
        primary = self._cell(first) if sentence is None else self._said(sentence)
        related = others if sentence is None else cells
        return Result(
            rule_id=finding.kind.value,
            rule_index=_KINDS.index(finding.kind),
            level=LEVELS[finding.severity],
            message=Message(text=encodable(finding.message)),
            rank=round(finding.probability * 100, 4),
            locations=(primary,),
            related_locations=tuple(self._cell(index, number) for number, index in enumerate(related, 1)),
            partial_fingerprints={FINGERPRINT: finding.fingerprint},
            properties=_properties(finding),
        )

    def suppressed(self, each: SetAside) -> Result:
        found = each.finding
        if isinstance(found, ReferenceFinding):
            result = self.reference(found)
        else:
            result = self.result(FindingEntry(self.document, found))
        why = listed(filter(None, (ASIDE[each.why], each.by)))
        return replace(result, suppressions=(Suppression(justification=encodable(str(why))),))

    def reference(self, found: ReferenceFinding) -> Result:
        names = (found.place.file if self.document.files else "", short(found.words, 300))
        return Result(
            rule_id=FORMULA if found.kind.is_of_formula else REFERENCE,
            rule_index=len(_KINDS) + found.kind.is_of_formula,
            level=LEVELS[Severity.MEDIUM],
            message=Message(text=encodable(f"{found.words}: {render_reason(found.reason)}")),
            rank=-1.0,
            locations=(
                Location(
                    physical_location=self._physical(found.place, None),
                    logical_locations=(_logical(names, found.words),),
                    message=Message(text=encodable(found.words)),
                    properties=_place(found.place),
                ),
            ),
            partial_fingerprints={FINGERPRINT: found.fingerprint},
            properties={"kind": found.kind.value},
        )

    def _cell(self, index: int, number: int | None = None) -> Location:
        mention = self.document.mentions[index]
        title = str(table_title(self.document, mention.table))
        row, column = path_words(mention.row_path), path_words(mention.column_path)
        names = (mention.place.file if self.document.files else "", title, row, column)
        return Location(
            id=number,
            physical_location=self._physical(mention.place, self.positions.of_mention(mention)),
            logical_locations=(_logical(names, mention.text),),
            message=Message(text=encodable(str(mention_name(self.document, index)))),
            properties={
                **_place(mention.place),
                "table": mention.table + 1,
                "row": mention.row + 1,
                "column": mention.column + 1,
            },
        )

    def _said(self, said: ProseMention) -> Location:
        heading = short(self.document.passages[said.passage].heading, 160)
        place = place_of(self.document, said)
        names = (place.file if self.document.files else "", heading, short(said.words, 300))
        return Location(
            physical_location=self._physical(place, self.positions.of_said(said)),
            logical_locations=(_logical(names, said.text),),
            message=Message(text=encodable(said.words)),
            properties=_place(place),
        )

    def _physical(self, place: Place, region: Region | None) -> PhysicalLocation:
        return PhysicalLocation(artifact_location=Artifact(uri=self._uri_of(place)), region=region)

    def _uri_of(self, place: Place) -> str:
        """Return the address of the file that a place is in; a report of several files is a folder."""
        if self.archived or not (self.document.files and place.file):
            return self.uri
        return f"{self.uri}/{quote(encodable(place.file))}"


def _logical(names: tuple[str, ...], text: str) -> LogicalLocation:
    return LogicalLocation(
        name=encodable(short(text, 60)),
        fully_qualified_name=encodable(" / ".join(filter(None, names))) or encodable(text),
    )


def _place(place: Place) -> dict[str, Any]:
    named = encodable(str(place_words(place)))
    return ({"page": place.page} if place.page else {}) | ({"place": named} if named else {})


def _properties(finding: FindingEntry) -> dict[str, Any]:
    """Return what programs may need besides the fields of the standard; amounts are in base units."""
    said: dict[str, Any] = {"severity": finding.severity.value, "probability": finding.probability}
    if finding.difference is not None:
        said["difference"] = plain_decimal(finding.difference)
    if finding.mended is not None:
        said["mended"] = plain_decimal(finding.mended)
    return said


def write(report: Report, names: Mapping[str, str]) -> bytes:
    """Return the findings of one report as a file (UTF-8 JSON); see `formats.Writer`."""
    address = names.get(DOCUMENT) or uri_of(report.document.name)
    return sarif_log(results(report, address), (), language())


def part(report: Report, shown: str) -> tuple[Result, ...]:
    """See `formats.RunWriter`."""
    return results(report, uri_of(shown))


def line(part: tuple[Result, ...]) -> bytes:
    """Return nothing: all results stand in one file."""
    return b""


def whole(parts: Sequence[tuple[Result, ...]], unchecked: Sequence[tuple[str, str]], language: str) -> bytes:
    """See `formats.RunWriter`."""
    return sarif_log(
        list(chain.from_iterable(parts)), [(uri_of(shown), reason) for shown, reason in unchecked], language
    )


def sarif_log(found: Sequence[Result], unchecked: Sequence[tuple[str, str]], language: str) -> bytes:
    """Return a file with the results of one run.

    `unchecked` are the addresses of documents that could not be checked, each with the reason. `language` is
    that of the descriptions of rules.
    """
    with speaking(language):
        rules = (
            *(_rule(kind.value, KINDS[kind], RULES[kind]) for kind in FindingKind),
            _rule(REFERENCE, WRONG_REFERENCE, REFERENCE_RULE),
            _rule(FORMULA, WRONG_FORMULA, FORMULA_RULE),
        )
    run = SarifRun(
        tool=Tool(driver=Driver(name="cofitcheck", version=__version__, rules=rules)),
        invocations=(
            Invocation(
                execution_successful=not unchecked,
                tool_execution_notifications=tuple(_notification(*each) for each in unchecked),
            ),
        ),
        results=tuple(found),
        language=_LANGUAGES.get(language, language or ENGLISH),
        column_kind="unicodeCodePoints",
    )
    log = SarifLog(schema=_SCHEMA, version="2.1.0", runs=(run,))
    return msgspec.json.format(msgspec.json.encode(log), indent=2)


def _rule(name: str, short: Words, whole: Words) -> Rule:
    said, more = str(short), Message(text=str(whole))
    return Rule(
        id=name,
        name="".join(part.capitalize() for part in name.split("_")),
        short_description=Message(text=said[:1].upper() + said[1:]),
        full_description=more,
        help=more,
        default_configuration=Configuration(level=LEVELS[Severity.MEDIUM]),
    )


def _notification(uri: str, reason: str) -> Notification:
    where = Location(physical_location=PhysicalLocation(artifact_location=Artifact(uri=uri)))
    return Notification(level="error", message=Message(text=encodable(reason)), locations=(where,))
