"""Gold labels: which mentions of a tagged document state the same fact, from its inline XBRL tags."""
