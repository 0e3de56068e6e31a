"""A server that runs, and a browser at it: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cofitcheck.review.serve import server_of
from cofitcheck.review.server import create_app, open_state
from cofitcheck.review.settings import Limits, ReviewSettings
from tests.review.review_fakes import TOKEN, load

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

WIDE, NARROW = (1440, 900), (390, 844)
WIDTHS = (390, 768, 1280, 1920)
CHECKED = ".page-head"
PATIENCE = 180
"""Seconds that a busy machine may take for what is waited for."""
VIEWS = (
    "/",
    "/documents/1",
    "/drafts/1",
    "/drafts/1/findings/1",
    "/drafts/1/left-open",
    "/drafts/1/set-aside",
    "/drafts/1/facts",
    "/drafts/1/own?table=1&total=6&line=0&line=-2",
    "/drafts/1/books",
    "/drafts/1/coverage",
    "/drafts/1/trail",
    "/drafts/1/hand-over",
    "/drafts/1/hand-over/print",
    "/drafts/2/changes",
    "/sign-in",
)


@contextmanager
def running(folder: Path, real: bool = False, limits: Limits | None = None) -> Iterator[str]:
    """Run a server on a free port with a worker of its own, and give its address with the token.

    Its checker knows facts by their labels, or is the `real` one with the bundled model.
    """
    state = open_state(ReviewSettings(folder=folder, token=TOKEN, limits=limits or Limits()))
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    app = create_app(state) if real else create_app(state, load)
    server = server_of(app, state.settings.limits)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{port}/enter?token={TOKEN}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def open_page(
    browser: Browser,
    address: str,
    size: tuple[int, int] = WIDE,
    scheme: Literal["light", "dark"] = "light",
    scripts: bool = True,
) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, java_script_enabled=scripts
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.goto(address)
    vars(page)["problems"] = problems
    return page


def problems_of(page: Page) -> list[str]:
    """Return the errors that a page told of since `open_page` opened it."""
    problems: list[str] = vars(page)["problems"]
    return problems


def send(page: Page, content: bytes, name: str = "filing.htm") -> None:
    page.set_input_files("input[type=file]", {"name": name, "mimeType": "text/html", "buffer": content})
    page.click(".drop button")


def upload(page: Page, content: bytes, name: str = "filing.htm", shown: str = ".findings-list") -> None:
    """Upload a document, and wait until its findings are `shown`; of one that has none CHECKED is."""
    send(page, content, name)
    page.wait_for_selector(shown)


def faults(axe: Any, page: Page) -> list[tuple[str, str]]:
    """Return what axe finds on a page, whatever its weight: rules, and an element that breaks each."""
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found]
