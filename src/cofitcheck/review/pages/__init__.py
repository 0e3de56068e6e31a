"""What all pages share: the templates with their words and filters, the frame, the language and the style.

The language of a page is the one that was chosen on it, otherwise that of the browser. The style sheet has
the styles of a report's findings, and those of the pages around them.
"""

from __future__ import annotations

import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from cofitcheck import __version__
from cofitcheck import patterns as re
from cofitcheck.numbers import Relation
from cofitcheck.reports.html import install
from cofitcheck.reports.model import wording
from cofitcheck.reports.model.gaps import numbers_of, place_of
from cofitcheck.reports.model.report import REFERENCE
from cofitcheck.reports.words import (
    ENGLISH,
    LANGUAGES,
    counted,
    negotiated,
    phrase,
    render_unchecked,
    say,
    speaking,
)
from cofitcheck.reports.words.books import KINSHIPS
from cofitcheck.reports.words.findings import KINDS, RELATIONS
from cofitcheck.review.decisions import REASONS, VERDICT_WORDS, Verdict, act, note_of, stored
from cofitcheck.review.decisions.sign_off import exception_words
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

router = APIRouter(include_in_schema=False)

COOKIE = "cofitcheck_language"
_YEAR = 365 * 24 * 3600
_OWN_PATH = re.compile(r"/(?![/\\])[\w./?&=%+-]*")


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
    """Return a page for a visitor, who is None before signing in."""
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
    """Tell whether a script of ours asks only for the part of a page that changes."""
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


def own_path(path: str) -> str:
    """Return a path of this server, "/" for anything else, so that no link can send people elsewhere."""
    return path if _OWN_PATH.fullmatch(path) else "/"


class Speaking:
    """Answers each request in the language of its sender, and programs in English."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with the language of its sender spoken."""
        tag = _language(Request(scope)) if scope["type"] == "http" else ENGLISH
        with speaking(tag):
            await self.app(scope, receive, send)


def _language(request: Request) -> str:
    if request.url.path.startswith("/api/"):
        return ENGLISH
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in LANGUAGES else negotiated(request.headers.get("Accept-Language", ""))


@router.get("/language/{tag}")
def choose(tag: str, to: str = "/") -> Response:
    """Show all pages in a language in this browser from now on."""
    if tag not in LANGUAGES:
        raise HTTPException(404, say("There is no such page."))
    response = RedirectResponse(own_path(to), 303)
    response.set_cookie(COOKIE, tag, max_age=_YEAR, httponly=True, samesite="lax")
    return response


@router.get("/style.css")
def style() -> Response:
    """Return the style sheet of all pages."""
    return Response(_sheet(), media_type="text/css", headers={"Cache-Control": "max-age=300"})


@cache
def _sheet() -> str:
    # The style sheets are plain text, not templates, so nothing in them is escaped.
    loader = environment().loader
    assert loader is not None
    parts = ("reports/finding.css", "review.css")
    return "\n".join(loader.get_source(environment(), part)[0] for part in parts)
