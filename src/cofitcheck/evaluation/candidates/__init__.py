"""Candidates weighed: the recall of the first stage against the pairs it lets through, by threshold."""

from cofitcheck.evaluation.candidates.curve import Curve, Point, Tally, calibrate, curve

__all__ = ["Curve", "Point", "Tally", "calibrate", "curve"]
