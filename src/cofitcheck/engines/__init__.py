"""Many documents at once: which files to check, and the processes that check them."""

from cofitcheck.engines.batch import Listener, Run, run_batch
from cofitcheck.engines.inputs import collect
from cofitcheck.engines.jobs import Checked, Job, Outcome, Unchecked
from cofitcheck.engines.worker import load_checker

__all__ = [
    "Checked",
    "Job",
    "Listener",
    "Outcome",
    "Run",
    "Unchecked",
    "collect",
    "load_checker",
    "run_batch",
]
