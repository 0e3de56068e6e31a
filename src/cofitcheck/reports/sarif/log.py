"""The file: one run over documents, with its rules, its results, and what could not be checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import msgspec

from cofitcheck import __version__
from cofitcheck.checks.model import FindingKind, Severity
from cofitcheck.reports.formats import DOCUMENT
from cofitcheck.reports.model.report import FORMULA, REFERENCE, Report
from cofitcheck.reports.model.wording import encodable
from cofitcheck.reports.sarif.model import (
    Artifact,
    Configuration,
    Driver,
    Invocation,
    Location,
    Message,
    Notification,
    PhysicalLocation,
    Result,
    Rule,
    SarifLog,
    SarifRun,
    Tool,
)
from cofitcheck.reports.sarif.results import LEVELS, results, uri_of
from cofitcheck.reports.words import ENGLISH, Words, speaking
from cofitcheck.reports.words.findings import (
    FORMULA_RULE,
    KINDS,
    REFERENCE_RULE,
    RULES,
    WRONG_FORMULA,
    WRONG_REFERENCE,
)
from cofitcheck.reports.words.languages import language

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LANGUAGES = {"zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
"""SARIF names a language by two letters and a country."""


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
    """Return a file of the results of one run; `unchecked` are addresses of documents that could not be
    checked, each with the reason, `language` is that of the rules' descriptions."""
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
