"""Makes the picture of the review page: a finding of the sample document, in headless Chromium.

Smallest run: `python docs/make_review_screenshot.py` writes docs/review.png (dev extra, Chromium).
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from playwright.sync_api import sync_playwright

from cofitcheck.review.server import create_app, open_state
from cofitcheck.review.settings import ReviewSettings

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parent / "examples" / "annual-report.htm"
TOKEN = "a-token-for-the-picture"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run a review server with the bundled model and give its address."""
    app = create_app(open_state(ReviewSettings(folder=folder, token=TOKEN)))
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()


def take(address: str, picture: Path, size: tuple[int, int], scheme: str) -> None:
    """Upload the sample, decide its first finding, and take a picture of one with tables side by side."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
        ).new_page()
        page.goto(f"{address}/enter?token={TOKEN}")
        page.set_input_files("input[type=file]", SAMPLE)
        page.click(".drop button")
        page.wait_for_selector(".findings-list", timeout=120_000)
        draft = page.url
        page.goto(f"{draft}/findings/1")
        page.click("button.v-error")
        page.wait_for_selector("article[data-number='2']")
        for number in range(2, 6):
            page.goto(f"{draft}/findings/{number}")
            if page.locator(".panels:not(.stacked)").count():
                break
        page.frame_locator("#original").locator(".cofitcheck-finding").first.wait_for()
        page.wait_for_timeout(1500)
        page.screenshot(path=picture)
        browser.close()


def main() -> None:
    """Read the command line and take the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=HERE / "review.png")
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--scheme", choices=["light", "dark"], default="light")
    options = parser.parse_args()
    # The page shows who is signed in: on one's own machine, the name there.
    os.environ["LOGNAME"] = "reviewer"
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
        take(address, options.output, (options.width, options.height), options.scheme)


if __name__ == "__main__":
    main()
