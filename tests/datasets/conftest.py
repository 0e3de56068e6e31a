from collections.abc import Iterator

import pytest

from cofitcheck.datasets.web import Client
from tests.datasets import archive as archives
from tests.datasets.archive import Archive
from tests.datasets.waiting import Waiting


@pytest.fixture
def archive(monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with archives.running() as archive:
        yield archive


@pytest.fixture
def waiting() -> Waiting:
    return Waiting()


@pytest.fixture
def client(waiting: Waiting) -> Iterator[Client]:
    with Client("Test test@example.org", clock=waiting.clock, sleep=waiting.sleep) as client:
        yield client
