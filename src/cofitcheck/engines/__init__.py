"""Many documents at once: which files to check, and the processes that check them."""

from cofitcheck.engines.files import Listener, Run, check_files
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
    "check_files",
    "collect",
    "load_checker",
]
