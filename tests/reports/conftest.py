from dataclasses import replace

import pytest

from cofitcheck.reports.model.report import Report
from tests.reports.reports_documents import build_report


@pytest.fixture(scope="session")
def report() -> Report:
    return build_report()


@pytest.fixture(scope="session")
def clean_report(report: Report) -> Report:
    kept = report.facts[len(report.found) :]
    return replace(report, found=(), facts=kept, passed=len(kept))
