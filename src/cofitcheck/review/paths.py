"""The numbers in addresses."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

Id = Annotated[int, Path(ge=1, le=2**31 - 1)]
"""A number that a database can hold."""
