"""Candidates weighed: the recall of the first stage against the pairs it lets through, by threshold."""

from cofitcheck.evaluation.candidates.curve import Curve, Point, calibrate, curve
from cofitcheck.evaluation.candidates.tally import Tally

__all__ = ["Curve", "Point", "Tally", "calibrate", "curve"]
