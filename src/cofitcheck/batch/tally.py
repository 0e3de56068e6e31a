"""How many documents came out how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class BatchTally:
    """The counts of a run and of those before it in the same folder; `postponed` is of this run alone."""

    checked: int = 0
    unchecked: int = 0
    findings: int = 0
    postponed: int = 0

    def add(self, documents: Any) -> None:
        """Count rows of the table of documents."""
        for status, findings in zip(
            documents["status"].to_pylist(), documents["findings"].to_pylist(), strict=True
        ):
            self.checked += status == "checked"
            self.unchecked += status != "checked"
            self.findings += findings or 0

    def __str__(self) -> str:
        counts = [f"{self.checked:,} documents checked, {self.findings:,} findings"]
        if self.unchecked:
            counts.append(f"{self.unchecked:,} not checked")
        if self.postponed:
            counts.append(f"{self.postponed:,} not checked for now (run the same command again)")
        return "; ".join(counts)
