"""In which language a page is: the one that was chosen on it, or the browser's."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from cofitcheck import patterns as re
from cofitcheck.reports.words import ENGLISH, LANGUAGES, negotiated, say, speaking

router = APIRouter(include_in_schema=False)

COOKIE = "cofitcheck_language"
_YEAR = 365 * 24 * 3600
_OWN_PATH = re.compile(r"/(?![/\\])[\w./?&=%+-]*")


def own_path(path: str) -> str:
    """Return a path of ours, "/" for anything else: an address would let a link send people elsewhere."""
    return path if _OWN_PATH.fullmatch(path) else "/"


class Speaking:
    """Answers each request in the language of whoever sends it; programs are answered in English."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with its language spoken."""
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
    """Show all pages of this browser in a language."""
    if tag not in LANGUAGES:
        raise HTTPException(404, say("There is no such page."))
    response = RedirectResponse(own_path(to), 303)
    response.set_cookie(COOKIE, tag, max_age=_YEAR, httponly=True, samesite="lax")
    return response
