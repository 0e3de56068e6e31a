"""Names that do not exist outside this sample, and phrases that several chapters use."""

from __future__ import annotations

from sample.arithmetic import growth

NAME = "Varrowick Industries, Inc."
SHORT = "Varrowick"
AUDITOR = "Ashgrave & Tindlemarsh LLP"
CITY = "Port Ellery, Ohio"
AFFILIATE = "Varrowick-Seldane Pumps Co., Ltd."

STANDS = "The accompanying notes are an integral part of these consolidated financial statements."


def change(now: int, before: int) -> str:
    """How an amount moved, in words: "increased 4.2%"."""
    rate = growth(now, before)
    if not rate:
        return "was unchanged"
    return f"{'increased' if rate > 0 else 'decreased'} {abs(rate)}%"


def millions(amount: int) -> str:
    """An amount in a sentence."""
    return f"${abs(amount):,} million"
