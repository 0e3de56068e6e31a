"""Schemathesis against the API: whatever is sent, the answer is one that its description names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.review.review_fakes import Desk
from tests.review.test_api import API, Program

schemathesis = pytest.importorskip("schemathesis")

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_every_answer_is_one_that_the_description_names(tmp_path: Path) -> None:
    from hypothesis import HealthCheck, given, settings
    from schemathesis.checks import CHECKS as KNOWN
    from schemathesis.checks import load_all_checks

    load_all_checks()
    program = Program(Desk(tmp_path, requests=10**6).enter())
    program.checked()
    checks = KNOWN.get_by_names(CHECKS)
    schema = schemathesis.openapi.from_asgi(f"{API}/openapi.json", program.desk.app)
    headers = dict(program.client.headers) | {"Host": "testserver"}
    count = 0
    for operation in (each.ok() for each in schema.get_all_operations()):

        @given(case=operation.as_strategy())
        @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def try_it(case: Any) -> None:
            if case.method != "DELETE":
                # What is there is asked for, or most answers would be that nothing is.
                known = {name: 1 for name in case.path_parameters if name != "part"}
                case.path_parameters.update(known)
            case.call_and_validate(headers=headers, checks=checks)

        try_it()
        count += 1
    assert count == 35
