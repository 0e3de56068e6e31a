"""Two documents held against each other: comparatives, drafts, renditions, and parts of a whole."""
