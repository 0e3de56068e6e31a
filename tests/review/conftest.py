from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.review.browsing import CHROMIUM, running
from tests.review.review_fakes import Desk

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.importorskip("fastapi", reason="needs the extra review")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "data").enter()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with running(tmp_path / "data") as address:
        yield address
