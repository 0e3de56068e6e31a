"""The files that a reviewer hands over: workbook, marked copy, JSON, a page to print, training pairs."""
