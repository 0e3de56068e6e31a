"""Errors planted in real documents: which are found, and the findings on clean documents."""
