"""Checking uploads one after another in a process of their own."""

from cofitcheck.review.work.queue import Queue
from cofitcheck.review.work.supervisor import Supervisor

__all__ = ["Queue", "Supervisor"]
