"""Data sets of tagged filings: downloads, and documents, mentions, pairs and splits."""
