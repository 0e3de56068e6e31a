"""Tables that the tags of a PDF name."""
