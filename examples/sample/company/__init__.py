"""One consistent set of numbers for the whole report: every table is a view of it."""

from sample.company.model import Company
from sample.company.posting import build

__all__ = ["Company", "build"]
