"""Who sends a request, and what they may do: the dependencies of every page and of the API."""

from __future__ import annotations

import hmac
from collections.abc import AsyncIterator
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException, Request

from cofitcheck.errors import InputError
from cofitcheck.reports.words import say
from cofitcheck.review import security
from cofitcheck.review.database.models import AccountRow
from cofitcheck.review.security import AccountRole, csrf_token
from cofitcheck.review.state import State, state_of

COOKIE = "cofitcheck_review"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class NotSignedInError(Exception):
    """The sender of a request is not known. Pages send a browser to the page to sign in."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person, or a program of a person; `csrf` is the token that pages send back, "" for a program."""

    name: str
    role: AccountRole
    csrf: str = ""

    @property
    def decides(self) -> bool:
        """Whether the visitor may change anything."""
        return self.role in {AccountRole.REVIEWER, AccountRole.ADMINISTRATOR}

    @property
    def administers(self) -> bool:
        """Whether the visitor may archive documents and reopen what is signed."""
        return self.role is AccountRole.ADMINISTRATOR

    def require_decides(self) -> None:
        """Raise `HTTPException` 403 where the visitor may only look."""
        if not self.decides:
            raise HTTPException(403, say("You may look, but not change anything here."))


def known(request: Request) -> Visitor:
    """Return the visitor, by the head of the request. Raises `NotSignedInError` where none is known."""
    before: Visitor | None = getattr(request.state, "visitor", None)
    if before is not None:
        return before
    state = state_of(request)
    found = _by_key(request, state) or _by_proxy(request, state) or _by_cookie(request, state)
    state.rates.request(found.name if found else address_of(request))
    if found is None:
        raise NotSignedInError
    request.state.visitor = found
    return found


async def visitor(request: Request, found: Annotated[Visitor, Depends(known)]) -> AsyncIterator[Visitor]:
    """Give the visitor. Raises `HTTPException` 403 where a change does not come from a page of ours."""
    try:
        if request.method not in SAFE_METHODS and found.csrf:
            await _require_token(request, found)
        yield found
    finally:
        # A form that was read here may hold open files.
        await request.close()


Reader = Annotated[Visitor, Depends(visitor)]


def reviewer(found: Reader) -> Visitor:
    """Return the visitor. Raises `HTTPException` 403 for one who may not decide."""
    found.require_decides()
    return found


Reviewer = Annotated[Visitor, Depends(reviewer)]


def administrator(found: Reviewer) -> Visitor:
    """Return the visitor. Raises `HTTPException` 403 for one who is no administrator."""
    if not found.administers:
        raise HTTPException(403, say("Only an administrator may do that."))
    return found


Administrator = Annotated[Visitor, Depends(administrator)]


def _by_key(request: Request, state: State) -> Visitor | None:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret:
        return None
    with state.database.reading() as session:
        account = security.with_key(session, secret.strip())
    if account is None:
        state.rates.wrong_secret(address_of(request))
        raise HTTPException(401, "The API key is not known.", {"WWW-Authenticate": "Bearer"})
    return _visitor(account, "")


def _by_cookie(request: Request, state: State) -> Visitor | None:
    secret = request.cookies.get(COOKIE)
    if not secret or state.settings.sign_in == "proxy":
        return None
    with state.database.reading() as session:
        account = security.signed_in(session, secret)
    return _visitor(account, csrf_token(secret)) if account else None


def _by_proxy(request: Request, state: State) -> Visitor | None:
    """Return the visitor that the reverse proxy names. A name from any other sender counts for nothing."""
    settings = state.settings
    name = request.headers.get(settings.proxy_header, "").strip()
    if settings.sign_in != "proxy" or not name or _peer(request) != settings.proxy_address:
        return None
    with state.database.reading() as session:
        account = security.find(session, name)
    if account is None:
        try:
            with state.database.writing() as session:
                account = security.save(session, name, AccountRole.VIEWER)
        except InputError as error:
            raise HTTPException(400, str(error)) from error
    return _visitor(account, csrf_token(f"{state.secret}:{name}")) if account.active else None


def _visitor(account: AccountRow, csrf: str) -> Visitor:
    return Visitor(account.name, AccountRole(account.role), csrf)


async def _require_token(request: Request, found: Visitor) -> None:
    """Raise `HTTPException` 403 where the request lacks the token of our pages."""
    token = request.headers.get("X-CSRF-Token")
    if token is None and "form" in request.headers.get("Content-Type", ""):
        form = await request.form(max_files=state_of(request).settings.limits.files, max_fields=200)
        token = str(form.get("csrf", ""))
    if not hmac.compare_digest((token or "").encode(), found.csrf.encode()):
        raise HTTPException(403, say("The page is too old; load it again."))


def require_own_origin(request: Request) -> None:
    """Raise `HTTPException` 403 where a browser says that another site sends the request."""
    origin = request.headers.get("Origin")
    if origin is not None and _site(origin) != request.headers.get("Host"):
        raise HTTPException(403, say("The request comes from another site."))


def _site(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # "http://[" is no address.
        return ""


def address_of(request: Request) -> str:
    """Return the address from which a request comes; behind a trusted proxy the last that it names."""
    peer = _peer(request)
    if peer != state_of(request).settings.proxy_address:
        return peer
    # The addresses before the last one come from the client, which may lie.
    last = request.headers.getlist("X-Forwarded-For")[-1:]
    try:
        return str(ip_address(last[0].rpartition(",")[2].strip())) if last else peer
    except ValueError:
        return peer


def _peer(request: Request) -> str:
    return request.client.host if request.client else "unknown"
