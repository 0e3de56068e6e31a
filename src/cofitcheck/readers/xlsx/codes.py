"""Number formats of Excel ("#,##0_);(#,##0)") taken apart."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from cofitcheck import patterns as re
from cofitcheck.caching import cached

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<padding>.)|\*.'
    r"|\[\$(?P<currency>[^\]-]{0,100}+)[^\]]{0,100}+\]|\[(?P<condition>[<>=]++-?[\d.]++)\]|\[(?P<elapsed>h+|m+|s+)\]|\[[^\]]{0,100}+\]"
    r"|(?P<general>General)|(?P<clock>AM/PM|A/P)|(?P<exponent>E[+-])|(?P<date>y+|m+|d+|h+|s+|e+|g+)"
    r"|(?P<digit>[0#?])|(?P<point>\.)|(?P<comma>,)|(?P<percent>%)|(?P<text>@)|(?P<slash>/)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_LITERALS = ("quoted", "escaped", "currency", "other", "slash")


@dataclass(frozen=True, slots=True)
class Token:
    """One part of a format: `kind` is "literal" or a group of the pattern."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class FormatSection:
    """What holds for some values: by a `condition` (a comparison and its operand), or by its place."""

    tokens: tuple[Token, ...]
    condition: tuple[str, Decimal] | None = None

    def has(self, *kinds: str) -> bool:
        """Tell whether a token of one of these kinds is in the section."""
        return any(token.kind in kinds for token in self.tokens)

    def holds(self, value: Decimal) -> bool:
        """Tell whether the section's condition holds for a value."""
        if self.condition is None:
            return False
        sign, operand = self.condition
        return {
            "<": value < operand,
            "<=": value <= operand,
            ">": value > operand,
            ">=": value >= operand,
            "=": value == operand,
            "<>": value != operand,
        }.get(sign, False)


@cached(1024)
def sections_of(code: str) -> tuple[FormatSection, ...]:
    """Return the sections of a format: for positive numbers, negative ones, zero, and text."""
    sections: list[FormatSection] = []
    tokens: list[Token] = []
    condition: tuple[str, Decimal] | None = None
    for match in _TOKEN.finditer(code):
        if match.group() == ";":
            sections.append(FormatSection(tuple(tokens), condition))
            tokens, condition = [], None
        elif match["condition"]:
            condition = _condition(match["condition"])
        elif token := _token(match):
            tokens.append(token)
    sections.append(FormatSection(tuple(tokens), condition))
    return tuple(sections)


def _condition(text: str) -> tuple[str, Decimal] | None:
    sign = text.rstrip("0123456789.-")
    try:
        return sign, Decimal(text[len(sign) :])
    except InvalidOperation:
        return None


def _token(match: re.Match[str]) -> Token | None:
    kind = match.lastgroup
    if kind is None:
        return None
    if kind in _LITERALS:
        return Token("literal", match[kind])
    return Token("literal", " ") if kind == "padding" else Token(kind, match[kind])
