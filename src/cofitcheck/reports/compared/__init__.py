"""Two documents compared: the page, the marked copies, JSON and lines for the terminal."""
