"""The report as one self-contained HTML file, and the index of several documents, the worst first.

In templates `_` translates a sentence, and `_n` translates a sentence that counts something. Their values may
be markup made by a macro.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from cofitcheck import __version__
from cofitcheck.checks import CheckSettings
from cofitcheck.checks.model import Severity
from cofitcheck.reports.model import finding_text, wording
from cofitcheck.reports.model.coverage import COUNTS, Coverage
from cofitcheck.reports.model.gaps import numbers_of, place_of
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.view import ReportView
from cofitcheck.reports.words import render_unchecked
from cofitcheck.reports.words.findings import SEVERITIES
from cofitcheck.reports.words.languages import Phrase, language, shown

if TYPE_CHECKING:
    from jinja2 import Environment, Template


_NAMES = ("index.html", "cofitcheck-index.html")
_MARK = '<meta name="generator" content="cofitcheck index">'
"""Marks a file as an index that was written here."""


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from cofitcheck.reports.html.compiled import CompiledTemplates

    environment = Environment(
        bytecode_cache=CompiledTemplates(),
        loader=PackageLoader("cofitcheck.reports.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    install(environment)
    environment.filters["numbers_of"] = numbers_of
    environment.filters["place_of"] = place_of
    environment.filters["why"] = render_unchecked
    return environment


def template(name: str) -> Template:
    """Return a template of a report by its file name."""
    return _environment().get_template(name)


def render_html(
    report: Report,
    marked_name: str | None = None,
    commented_name: str | None = None,
) -> str:
    """Return the report as one HTML file that loads nothing and runs only its program for keys.

    `marked_name` is the file name of the marked copy to which it links, None for no links. `commented_name`
    is that of the copy with comments, None where there is none. Every text from the document is escaped. The
    page has no date, so that the same report is always the same bytes.
    """
    view = ReportView(report, marked_name)
    return template("report.html.j2").render(view=view, commented_name=commented_name, **_keys())


def write(report: Report, names: Mapping[str, str]) -> bytes:
    """See `formats.Writer`."""
    return render_html(report, names.get("marked"), names.get("commented")).encode("utf-8", "replace")


@cache
def _keys() -> dict[str, Markup]:
    """Return the one program of a report and its hash, by which the policy of the page lets it alone run."""
    program = (files("cofitcheck.reports.html") / "templates" / "report.js").read_text("utf-8")
    digest = b64encode(sha256(program.encode()).digest()).decode()
    return {"keys": Markup(program), "keys_hash": Markup(f"sha256-{digest}")}


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document that was checked; `report` is the address of its report beside the index."""

    name: str
    coverage: Coverage
    report: str


@dataclass(frozen=True, slots=True)
class MissedDocument:
    """A document that could not be checked, and why, in a sentence."""

    name: str
    reason: str


def render_index(
    documents: Sequence[IndexedDocument],
    missed: Sequence[MissedDocument],
    where: str,
) -> str:
    """Return the index of a run as one HTML file that loads nothing and runs nothing.

    `where` is what to call the documents together.
    """
    severities = {
        severity: sum(one.coverage.severities[severity] for one in documents) for severity in Severity
    }
    return template("index.html.j2").render(
        mark=_MARK,
        where=wording.short(where, 200),
        version=__version__,
        documents=worst_first(documents),
        missed=missed,
        total={name: sum(getattr(one.coverage, name) for one in documents) for name in COUNTS},
        in_total={severity.value: count for severity, count in severities.items()},
        found=sum(one.coverage.findings > 0 for one in documents),
        severities=wording.severities(severities),
        severity_rule=finding_text.severity_rule(CheckSettings.high, CheckSettings.tiny),
    )


def worst_first(documents: Sequence[IndexedDocument]) -> list[IndexedDocument]:
    """Return documents in the order in which to look at them: the worst first, then by name."""
    by_name = sorted(documents, key=lambda one: one.name)
    return sorted(by_name, key=lambda one: one.coverage.weight, reverse=True)


def own_names(shown: Sequence[str]) -> list[str]:
    """Return documents as the user named them, without the folders that all have in common."""
    parts = [PurePath(name).parts for name in shown]
    common = 0
    for steps in zip(*(folders[:-1] for folders in parts), strict=False):
        if len(set(steps)) > 1:
            break
        common += 1
    return [str(PurePath(*path[common:])) for path in parts]


def index_file(folder: Path) -> Path:
    """Return where the index of a folder is written. It never replaces a file that is no index."""
    first, second = (folder / name for name in _NAMES)
    return second if first.exists() and not is_index(first) else first


def is_index(path: Path) -> bool:
    """Tell whether a file is an index that was written here."""
    if path.name not in _NAMES or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return _MARK.encode() in file.read(1000)
    except OSError:
        return False


def install(environment: Environment) -> None:
    """Give the templates of an environment the functions that translate sentences."""
    environment.globals |= {
        "_": _said,
        "_n": _counted,
        "language": language,
        "SEVERITIES": {severity.value: words for severity, words in SEVERITIES.items()},
    }
    environment.filters["number"] = _number


def _said(text: str, /, **values: Any) -> Markup:
    return _filled(Phrase(text), values)


def _counted(one: str, many: str, n: int, /, **values: Any) -> Markup:
    return _filled(Phrase(one, {"n": n}, many), {"n": n, **values})


def _filled(words: Phrase, values: dict[str, Any]) -> Markup:
    filled = {name: _number(value) if isinstance(value, int) else value for name, value in values.items()}
    return escape(words.template()).format(**filled)


def _number(count: int) -> str:
    return shown(count)
