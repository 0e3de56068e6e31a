"""Derived numbers: changes in per cent, shares and ratios that are worked out from other numbers of a table."""
