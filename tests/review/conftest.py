from pathlib import Path

import pytest

from tests.review.review_fakes import Desk

pytest.importorskip("fastapi", reason="needs the extra review")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "data").enter()
