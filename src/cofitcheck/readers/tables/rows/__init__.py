"""Row paths: the sections over each row and its label, the whole that it tells a part of, its own name."""
