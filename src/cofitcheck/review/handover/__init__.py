"""The files that a reviewer hands over: a workbook, the marked copy, JSON, a page to print, training
pairs."""
