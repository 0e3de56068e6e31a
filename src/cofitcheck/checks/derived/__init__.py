"""Derived numbers: changes in per cent, shares and ratios, worked out from other numbers of a table."""
