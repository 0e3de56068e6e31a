import os
import subprocess
import sys
from multiprocessing import get_all_start_methods

import pytest


@pytest.mark.skipif("forkserver" not in get_all_start_methods(), reason="nothing can be forked here")
def test_workers_are_forked_from_the_process_that_loaded_the_model() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "tests.batch.shared_work"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    loaded, worked = zip(*(line.split() for line in done.stdout.splitlines()), strict=True)
    assert len(set(loaded)) == 1
    assert len({*loaded, *worked}) == 4
