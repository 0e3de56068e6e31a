"""Findings over the drafts of a document: which are known again, and which somebody has set aside."""
