"""How many documents came out how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class Tally:
    """The counts of a run and of those before it in the same folder."""

    checked: int = 0
    unchecked: int = 0
    findings: int = 0

    def add(self, documents: Any) -> None:
        """Count rows of the table of documents."""
        for status, findings in zip(
            documents["status"].to_pylist(), documents["findings"].to_pylist(), strict=True
        ):
            self.checked += status == "checked"
            self.unchecked += status != "checked"
            self.findings += findings or 0

    def __str__(self) -> str:
        checked = f"{self.checked:,} documents checked, {self.findings:,} findings"
        return f"{checked}; {self.unchecked:,} not checked" if self.unchecked else checked
