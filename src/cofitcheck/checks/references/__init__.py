"""References of a document to its notes, and the periods that titles name."""
