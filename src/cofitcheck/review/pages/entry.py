"""The pages to sign in and to sign out."""

from __future__ import annotations

import getpass
import hmac
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from cofitcheck.reports.words import say
from cofitcheck.review import security
from cofitcheck.review.pages import own_path, page
from cofitcheck.review.security import AccountRole
from cofitcheck.review.security.gate import SIGN_IN
from cofitcheck.review.security.visitor import COOKIE, Reader, address_of
from cofitcheck.review.state import State, state_of

router = APIRouter(include_in_schema=False)


def local_name() -> str:
    """Return the name of the person at this machine, as the audit trail shows it."""
    try:
        return getpass.getuser()[:120] or "reviewer"
    except (OSError, KeyError):
        return "reviewer"


@router.get("/enter")
def enter(request: Request, token: str = "", to: str = "/") -> Response:
    """Let the one person of this machine in by the token in the address."""
    state = state_of(request)
    expected = state.settings.token
    if state.settings.sign_in != "token" or not hmac.compare_digest(token.encode(), expected.encode()):
        state.rates.wrong_secret(address_of(request))
        return _sign_in_page(
            request, say("The token in the address is not the one this server printed."), 403
        )
    with state.database.writing() as session:
        account = security.save(session, local_name(), AccountRole.ADMINISTRATOR)
        secret = security.sign_in(session, account)
    # Only a path of this server, so that no link can send people elsewhere.
    return _signed_in(state, secret, own_path(to))


@router.get(SIGN_IN)
def sign_in_page(request: Request, to: str = "/") -> HTMLResponse:
    """Show how to sign in; `to` is the page that follows."""
    return _sign_in_page(request, "", 200, to)


@router.post(SIGN_IN)
async def sign_in(
    request: Request,
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    to: Annotated[str, Form()] = "/",
) -> Response:
    """Let a person in by name and password."""
    state = state_of(request)
    if state.settings.sign_in != "accounts":
        return _sign_in_page(request, "", 403)
    name = name.strip()
    state.rates.sign_in(name[: security.LONGEST_NAME], address_of(request))
    async with state.passwords:
        secret = await run_in_threadpool(_secret_of, state, name, password[:1000])
    if not secret:
        return _sign_in_page(request, say("The name and the password do not belong together."), 403, to)
    return _signed_in(state, secret, own_path(to))


def _secret_of(state: State, name: str, password: str) -> str:
    """Return the secret for a browser that signs in, "" where the password is wrong."""
    # Checking a password takes long, so no session for writing is held meanwhile.
    with state.database.reading() as session:
        account = security.with_password(session, name, password)
    if account is None:
        return ""
    with state.database.writing() as session:
        return security.sign_in(session, account)


@router.post("/sign-out")
def sign_out(request: Request, _: Reader) -> Response:
    """Forget this browser."""
    state = state_of(request)
    with state.database.writing() as session:
        security.sign_out(session, request.cookies.get(COOKIE, ""))
    response = RedirectResponse(SIGN_IN, 303)
    response.delete_cookie(COOKIE)
    return response


def _sign_in_page(request: Request, problem: str, status: int, to: str = "/") -> HTMLResponse:
    way = state_of(request).settings.sign_in
    return page(request, "sign_in.html.j2", None, status, way=way, problem=problem, to=own_path(to))


def _signed_in(state: State, secret: str, path: str = "/") -> Response:
    response = RedirectResponse(path, 303)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=int(security.SESSION.total_seconds()),
        httponly=True,
        # Lax, not strict, since the link that opens the page comes from a terminal or a mail.
        samesite="lax",
        secure=state.settings.secure_cookies,
    )
    return response
