"""The web application, and the server that runs it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.staticfiles import StaticFiles

from cofitcheck import __version__
from cofitcheck.engines.worker import Loader, load_checker
from cofitcheck.errors import InputError
from cofitcheck.reports.words import say
from cofitcheck.review import api
from cofitcheck.review.api import own as own_api
from cofitcheck.review.database import DatabaseGoneError, open_database
from cofitcheck.review.decisions.decide import ChangedMeanwhileError, LockedError
from cofitcheck.review.pages import Speaking, books, documents, entry, findings, handover, overview, own, page
from cofitcheck.review.pages import router as shared
from cofitcheck.review.security.gate import SIGN_IN, Gate, SafeHeaders
from cofitcheck.review.security.visitor import NotSignedInError
from cofitcheck.review.settings import Files, ReviewSettings
from cofitcheck.review.state import RateLimits, State, Uploads
from cofitcheck.review.work import Supervisor
from cofitcheck.review.work.process import Store
from cofitcheck.review.work.queue import QueueFullError

_STATIC = Path(__file__).parent / "pages" / "static"


def open_state(settings: ReviewSettings) -> State:
    """Open the database and the folder of a server. Raises `InputError` where one cannot be used."""
    settings.folder.mkdir(parents=True, exist_ok=True)
    limits = settings.limits
    database, files = open_database(settings.url), Files(settings.folder)
    return State(settings, database, files, RateLimits(limits), Uploads(limits.uploads))


def create_app(state: State, load: Loader | None = None) -> FastAPI:
    """Return the application; its workers start and stop with it. `load` makes the checker of a worker."""
    settings = state.settings
    load = load or partial(load_checker, settings.check, keeping=True)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.url, settings.folder, settings.read, settings.budget, settings.choice)
        for _number in range(settings.workers):
            worker = Supervisor(state.database, load, store, settings.limits.seconds)
            state.workers.append(worker)
            worker.start()
        yield
        for worker in state.workers:
            await run_in_threadpool(worker.stop)
        state.workers.clear()
        state.database.close()

    app = FastAPI(
        title="CoFiTCheck review",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        description="Documents in, findings out, and what people decide about them.",
    )
    app.state.review = state
    for part in (api, own_api, entry, documents, findings, overview, own, books, handover):
        app.include_router(part.router)
    app.include_router(shared)
    app.mount("/static", StaticFiles(directory=_STATIC))
    app.add_exception_handler(NotSignedInError, _not_signed_in)
    app.add_exception_handler(HTTPException, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(InputError, _bad_input)
    app.add_exception_handler(QueueFullError, _queue_full)
    app.add_exception_handler(ChangedMeanwhileError, _conflict)
    app.add_exception_handler(LockedError, _conflict)
    app.add_exception_handler(DatabaseGoneError, _database_gone)
    # The innermost comes first. The handlers of pages are around the gate too, to answer its errors.
    app.add_middleware(Gate)
    app.add_middleware(ExceptionMiddleware, handlers=app.exception_handlers)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts))
    app.add_middleware(SafeHeaders)
    app.add_middleware(Speaking)
    return app


async def _not_signed_in(request: Request, _: Exception) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"detail": "Sign in, or send an API key."}, 401, {"WWW-Authenticate": "Bearer"})
    if request.method != "GET" or request.url.path == "/":
        return RedirectResponse(SIGN_IN, 303)
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return RedirectResponse(f"{SIGN_IN}?{urlencode({'to': path})}", 303)


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _say(request, str(error.detail), error.status_code, error.headers)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = " ".join(str(step) for step in first["loc"])
    if first["loc"][0] == "path" and not request.url.path.startswith("/api/"):
        return _say(request, say("There is no such page."), 404)
    return _say(request, f"{place}: {first['msg']}", 422)


async def _bad_input(request: Request, error: Exception) -> Response:
    return _say(request, str(error), 422)


async def _conflict(request: Request, error: Exception) -> Response:
    return _say(request, str(error), 409)


async def _queue_full(request: Request, error: Exception) -> Response:
    assert isinstance(error, QueueFullError)
    return _say(request, str(error), 503, {"Retry-After": str(error.seconds)})


async def _database_gone(request: Request, error: Exception) -> Response:
    return _say(request, f"{error}.", 503)


def _say(request: Request, sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a sentence, as JSON for a program, or as a page for a person."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"detail": sentence}, status, dict(headers or {}))
    response = page(request, "problem.html.j2", None, status, sentence=sentence)
    response.headers.update(headers or {})
    return response
