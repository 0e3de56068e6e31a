"""Trainers of the baselines that learn: on train filings, with their thresholds from dev."""
