"""Many documents at once: which files to check, and the processes that check them."""

from cofitcheck.engines.inputs import collect
from cofitcheck.engines.jobs import Checked, Job, Outcome, Unchecked
from cofitcheck.engines.local import check_all

__all__ = ["Checked", "Job", "Outcome", "Unchecked", "check_all", "collect"]
