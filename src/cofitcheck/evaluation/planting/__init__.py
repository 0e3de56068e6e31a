"""Errors planted in real documents: which are found, and what clean documents are accused of."""
