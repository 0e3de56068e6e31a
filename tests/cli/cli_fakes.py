"""Checkers without a model, which do what the document tells them; worker processes import them by name."""

import itertools
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeAlias

from click.testing import Result

from cofitcheck.checks.model import Finding, Gap, NotChecked, Severity
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document, UncheckedCode, UncheckedReason
from cofitcheck.errors import ModelError, UnavailableError
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation, Slip
from cofitcheck.reports.model.report import Report

Write: TypeAlias = Callable[..., Path]
Check: TypeAlias = Callable[..., Result]


class FakeChecker:
    """Finds something where the source says FINDING, and dies where it says so.

    Behind ONCE stands the file that it leaves when it dies.
    """

    def check(self, document: Document, progress: Callable[[str], None] | None = None) -> Report:
        if progress:
            progress("comparing")
        source = document.source
        if b"KILLED" in source:
            os.kill(os.getpid(), signal.SIGKILL)
        if b"ONCE" in source:
            _die_once(Path(source.partition(b"ONCE ")[2].split(b"<")[0].decode()))
        if b"MEMORY" in source:
            bytearray(1 << 62)
        if b"BUSY" in source:
            any(itertools.repeat(0))  # native code that never comes back
        if b"GREEDY" in source:
            bytearray(1_000_000_000)
        if b"DEFECT" in source:
            raise KeyError("a defect")
        if b"LATER" in source:
            raise UnavailableError("the server is down.")
        if b"SLOW" in source:
            time.sleep(60)
        severity = Severity.NOTICE if b"NOTICE" in source else Severity.HIGH
        found = (finding(severity),) if b"FINDING" in source else ()
        late = b"ENDED-EARLY" in source
        reason = UncheckedReason.of(UncheckedCode.OUT_OF_TIME, seconds=120)
        left = (NotChecked("numbers in sentences", reason, 7, gap=Gap.NOT_COMPARED, numbers=True),)
        return Report(
            document, facts=(FACT,), found=found, passed=1 - len(found), not_checked=left if late else ()
        )

    def check_all(
        self, documents: Sequence[Document], progress: Callable[[str], None] | None = None
    ) -> list[Report]:
        return [self.check(document, progress) for document in documents]


FACT = FactSet(0, (0, 1), ((0, 1, 0.9),))


def finding(severity: Severity = Severity.HIGH) -> Finding:
    return Finding(
        fingerprint="0" * 16,
        fact=FACT,
        mention=0,
        counterpart=1,
        relation=Relation.INCONSISTENT,
        slip=Slip.DIGIT,
        difference=None,
        same_fact=0.9,
        probability=0.8,
        severity=severity,
        reasons=(Reason.of(ReasonCode.ROW_LABEL, label="Sales"),),
    )


def _die_once(mark: Path) -> None:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def load(config: CheckConfig, *, keeping: bool = False) -> FakeChecker:
    return FakeChecker()


def load_nothing(config: CheckConfig, *, keeping: bool = False) -> FakeChecker:
    raise ModelError("The model is not there.")


def tell(connection: Connection) -> None:
    """Say from inside a process whether the checker was there when it began, and who started it."""
    connection.send(("cofitcheck.checker" in sys.modules, os.getppid()))
