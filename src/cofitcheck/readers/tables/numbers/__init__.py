"""The cells that state numbers, each with its paths, and how the document writes decimals."""
