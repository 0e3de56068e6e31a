"""What stands on the pages of a PDF: words, lines and ruled lines, of its text layer or its picture."""
