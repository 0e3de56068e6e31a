"""What speaks against a table of a PDF as it was read: its layout, its words, numbers in no table at all."""
