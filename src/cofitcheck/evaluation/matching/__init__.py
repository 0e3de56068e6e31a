"""Matching scored: metrics, curves, and the pairs for people to read."""
