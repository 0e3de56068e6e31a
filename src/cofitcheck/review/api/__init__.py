"""The REST API behind the page, for programs: the same acts, with a key, as JSON."""
