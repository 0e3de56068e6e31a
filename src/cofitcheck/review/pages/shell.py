"""What every page shares: the templates, the words and filters in them, and the frame around."""

from __future__ import annotations

import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from cofitcheck import __version__
from cofitcheck.numbers import Relation
from cofitcheck.reports.model import wording
from cofitcheck.reports.model.gaps import numbers_of, place_of
from cofitcheck.reports.model.report import REFERENCE
from cofitcheck.reports.words import LANGUAGES, counted, phrase, render_unchecked
from cofitcheck.reports.words.books import KINSHIPS
from cofitcheck.reports.words.findings import KINDS, RELATIONS
from cofitcheck.reports.words.templates import install
from cofitcheck.review.decisions.sign_off import exception_words
from cofitcheck.review.decisions.trail import act, note_of, stored
from cofitcheck.review.decisions.verdicts import REASONS, VERDICT_WORDS, Verdict
from cofitcheck.review.security.visitor import Visitor

if TYPE_CHECKING:
    from jinja2 import Environment


_KILOBYTE = 1000
_CARRIED = {
    "new": phrase("new in this draft"),
    "unchanged": phrase("unchanged since the last draft"),
    "reopened": phrase("changed since the last draft"),
}

_TABS = "findings left-open set-aside facts own books coverage changes trail hand-over".split()

STAGES = {
    "read": phrase("Read the document"),
    "encode": phrase("Read each number in its table"),
    "filter": phrase("Look for cells that may state the same item"),
    "classify": phrase("Decide which of them do"),
    "facts": phrase("Gather the items"),
    "compare": phrase("Compare the numbers"),
    "sums": phrase("Foot the tables"),
    "derived": phrase("Recalculate changes, shares and ratios"),
    "text": phrase("Compare the text with the tables"),
    "store": phrase("Write the report"),
}


@cache
def environment() -> Environment:
    """Return the templates of the review page; those of the report are under `reports/`."""
    from jinja2 import ChoiceLoader, PackageLoader, PrefixLoader, StrictUndefined
    from jinja2 import Environment as Templates

    reports = PackageLoader("cofitcheck.reports.html")
    templates = Templates(
        loader=ChoiceLoader([PackageLoader("cofitcheck.review.pages"), PrefixLoader({"reports": reports})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {
        "percent": wording.percent,
        "numbers_of": numbers_of,
        "place_of": place_of,
        "why": render_unchecked,
        "size": _size,
        "moment": _moment,
        "day": _day,
        "act": act,
        "stored": stored,
        "note_of": note_of,
    }
    templates.globals |= {
        "VERDICTS": {verdict.value: words for verdict, words in VERDICT_WORDS.items()},
        "CHECKS": {kind.value: words for kind, words in KINDS.items()}
        | {REFERENCE: phrase("References and titles")},
        "REFERENCE": REFERENCE,
        "RELATIONS": {relation.value: words for relation, words in RELATIONS.items()},
        "KINDS": [
            relation.value
            for relation in (Relation.INCONSISTENT, Relation.SCALE_DIFFERS, Relation.SIGN_DIFFERS)
        ],
        "REASONS": REASONS,
        "STAGES": STAGES,
        "KINSHIPS": {kinship.value: words for kinship, words in KINSHIPS.items()},
        "TABS": tuple(_TABS),
        "CARRIED": _CARRIED,
        "LANGUAGES": LANGUAGES,
        "OPEN": Verdict.OPEN.value,
        "DISCUSS": Verdict.DISCUSS.value,
        "exception_words": exception_words,
        "version": __version__,
    }
    install(templates)
    return templates


def page(
    request: Request, template: str, visitor: Visitor | None, status: int = 200, **context: Any
) -> HTMLResponse:
    """Return a page for whoever is asking, None before they have signed in."""
    html = (
        environment()
        .get_template(template)
        .render(
            visitor=visitor,
            csrf=visitor.csrf if visitor else "",
            path=request.url.path,
            partial=is_partial(request),
            **context,
        )
    )
    return HTMLResponse(html, status)


def is_partial(request: Request) -> bool:
    """Tell whether a script of ours asks for the part of a page that changes."""
    return request.headers.get("X-Partial") == "1"


def _size(count: int) -> str:
    if count < _KILOBYTE:
        return str(counted("{n} byte", "{n} bytes", count))
    if count < _KILOBYTE**2:
        return f"{count / _KILOBYTE:,.0f} KB"
    return f"{count / _KILOBYTE**2:,.1f} MB"


def _moment(value: datetime.datetime | None) -> str:
    return "" if value is None else f"{value:%Y-%m-%d %H:%M} UTC"


def _day(value: datetime.datetime | None) -> str:
    return "" if value is None else f"{value.day} {value:%B %Y}"
