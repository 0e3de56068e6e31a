"""Who may come in, what they may do, and what a page may load."""
