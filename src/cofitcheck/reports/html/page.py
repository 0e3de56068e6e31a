"""The report as one self-contained HTML file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from cofitcheck.reports.model.gaps import numbers_of, place_of
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.model.view import ReportView
from cofitcheck.reports.words import render_unchecked
from cofitcheck.reports.words.templates import install

if TYPE_CHECKING:
    from jinja2 import Environment, Template


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
    """Return the report as one HTML file that loads nothing, and runs nothing but its own keys.

    `marked_name` is the file name of the marked copy that it links into, None for no links; `commented_name`
    that of the copy with comments, None where there is none. Every text from the document is escaped. One
    report is one page, byte for byte: no date stands in it.
    """
    view = ReportView(report, marked_name)
    return template("report.html.j2").render(view=view, commented_name=commented_name, **_keys())


def write(report: Report, names: Mapping[str, str]) -> bytes:
    """See `formats.Writer`."""
    return render_html(report, names.get("marked"), names.get("commented")).encode("utf-8", "replace")


@cache
def _keys() -> dict[str, Markup]:
    """Return the one program that a report holds, and the hash by which its policy lets it alone run."""
    program = (files("cofitcheck.reports.html") / "templates" / "report.js").read_text("utf-8")
    digest = b64encode(sha256(program.encode()).digest()).decode()
    return {"keys": Markup(program), "keys_hash": Markup(f"sha256-{digest}")}
