"""The style sheet: that of the report's findings, and that of the pages around them."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter
from fastapi.responses import Response

from cofitcheck.review.pages.shell import environment

router = APIRouter(include_in_schema=False)


@router.get("/style.css")
def style() -> Response:
    """Return the style sheet of all pages."""
    return Response(_sheet(), media_type="text/css", headers={"Cache-Control": "max-age=300"})


@cache
def _sheet() -> str:
    # Plain text, not templates: a style sheet is not escaped.
    loader = environment().loader
    assert loader is not None
    parts = ("reports/finding.css", "review.css")
    return "\n".join(loader.get_source(environment(), part)[0] for part in parts)
