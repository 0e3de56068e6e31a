"""What holds for all tests: made-up examples are the same in every run, and a slow machine fails none."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")
