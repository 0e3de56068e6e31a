"""How good the checks are: gold labels from tags, metrics, and planted errors."""
