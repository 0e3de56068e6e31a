"""Books tied to the statements of a document: the page, JSON and lines for the terminal."""
