"""Facts stated more than once: which have different values, and which mention stands alone."""
