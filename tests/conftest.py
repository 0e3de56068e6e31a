"""What holds for all tests: made-up examples are the same in every run, and neither a slow machine nor a run
in the background fails any."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")

# What a shell starts in the background ignores interrupts, and so would all that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate", action="store_true", help="write the kept snapshots of tests/golden anew"
    )
