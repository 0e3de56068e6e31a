import os
import subprocess
import sys
from multiprocessing import get_all_start_methods

import pytest

from cofitcheck.batch.work import load_work
from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig


@pytest.mark.skipif("forkserver" not in get_all_start_methods(), reason="nothing can be forked here")
def test_workers_are_forked_from_the_process_that_loaded_the_model() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "tests.batch.shared_work"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    loaded, worked = zip(*(line.split() for line in done.stdout.splitlines()), strict=True)
    assert len(set(loaded)) == 1
    assert len({*loaded, *worked}) == 4


def test_what_forks_of_a_batch_share_has_the_encoder_in_it() -> None:
    checker = Checker(CheckConfig(threads=1))
    assert "_session" not in vars(checker.stages.encoder)
    load_work(lambda: checker)
    assert "_session" in vars(checker.stages.encoder)
