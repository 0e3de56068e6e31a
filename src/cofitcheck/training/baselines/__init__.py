"""Trainers of the baselines that learn. They learn from train filings; their thresholds are chosen on dev."""
