"""The report as one page, and the index of several."""
