"""Findings as SARIF 2.1.0 (OASIS), the format in which services take findings for pull requests."""
