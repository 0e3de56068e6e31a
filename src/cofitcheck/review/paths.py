"""The numbers in addresses."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

LARGEST = 2**31 - 1
"""The largest number of a row."""

Id = Annotated[int, Path(ge=1, le=LARGEST)]
"""A number that a database can hold."""


def whole(text: str) -> int:
    """Return the whole number that a query of an address names, 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 7 else 0
