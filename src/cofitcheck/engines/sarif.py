"""The findings of a run over several files as one SARIF file."""

from __future__ import annotations

from typing import IO

from cofitcheck.engines.files import Run, taking
from cofitcheck.reports.sarif import sarif_log, uri_of


def write_sarif(run: Run, file: IO[bytes]) -> None:
    """Write the findings of every document that was checked, in the order of their names, and what could not
    be checked. Raises `InputError` where the file takes no more."""
    checked = sorted(run.checked, key=lambda one: one.shown)
    found = [result for one in checked for result in one.results]
    left = [(job.shown, "the check was interrupted") for job in run.unfinished]
    unchecked = [(one.shown, one.reason) for one in run.unchecked]
    with taking(file, "the findings as SARIF", "--sarif"):
        addresses = ((uri_of(shown), reason) for shown, reason in (*unchecked, *left))
        file.write(sarif_log(found, list(addresses), run.language))
        file.flush()
