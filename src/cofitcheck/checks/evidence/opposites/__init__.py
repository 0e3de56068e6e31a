"""What labels, headers and notes say that keeps two numbers apart, as named rules."""

from cofitcheck.checks.evidence.opposites.rules import RULES, are_opposed, opposing_rule

__all__ = ["RULES", "are_opposed", "opposing_rule"]
