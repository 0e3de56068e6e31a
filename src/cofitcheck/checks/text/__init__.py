"""Sentences against tables: which cells a number in prose is told of, and which of them it contradicts."""
