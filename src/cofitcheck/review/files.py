"""Where uploads and what is made of them lie: under numbers of ours, never under names from outside."""

from __future__ import annotations

import os
from pathlib import Path

from cofitcheck.reports.formats import write_whole


class Files:
    """A folder for each draft, readable by its owner only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "drafts"
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chmod(folder, 0o700)

    def source(self, draft_id: int) -> Path:
        """The upload as it came."""
        return self._of(draft_id) / "source"

    def other(self, draft_id: int) -> Path:
        """The document that it is held against, as it came."""
        return self._of(draft_id) / "other"

    def comparison(self, draft_id: int) -> Path:
        """The report of a comparison with the marked copies of both documents (zip)."""
        return self._of(draft_id) / "comparison.zip"

    def copy(self, draft_id: int, suffix: str) -> Path:
        """The marked copy, made safe; `suffix` is the ending of its format."""
        return self._of(draft_id) / f"marked{suffix}"

    def commented(self, draft_id: int) -> Path:
        """The copy in the document's own format, with comments."""
        return self._of(draft_id) / "commented"

    def page(self, draft_id: int, number: int) -> Path:
        """The picture of a page of a document that has pages (PNG)."""
        return self._of(draft_id) / f"page-{int(number)}.png"

    def record(self, draft_id: int) -> Path:
        """The report as JSON."""
        return self._of(draft_id) / "report.json"

    def numbers(self, draft_id: int) -> Path:
        """Every number of its tables, as JSON."""
        return self._of(draft_id) / "numbers.json"

    def statements(self, draft_id: int) -> Path:
        """The lines of its statements, which books are tied to, as JSON."""
        return self._of(draft_id) / "statements.json"

    def books(self, draft_id: int, part: str) -> Path:
        """A part of what its books were tied by and came to: see `review.books`."""
        return self._of(draft_id) / f"books-{part}"

    def changes(self, draft_id: int) -> Path:
        """The numbers that changed since the draft before, as JSON."""
        return self._of(draft_id) / "changes.json"

    def write(self, path: Path, content: bytes) -> None:
        """Write a file of a draft whole. Raises `OSError`."""
        path.parent.mkdir(mode=0o700, exist_ok=True)
        write_whole(path, content)

    def _of(self, draft_id: int) -> Path:
        return self.folder / str(int(draft_id))
