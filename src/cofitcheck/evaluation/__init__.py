"""Measures how good the checks are: gold labels from tags, metrics, and planted errors."""
