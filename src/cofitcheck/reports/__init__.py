"""Reports of findings: HTML, the marked copy of the document, JSON, SARIF, frames, the terminal."""
