"""Findings to pages and files: HTML, the marked copy of the document, JSON, SARIF, frames, the terminal."""
