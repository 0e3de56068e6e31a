"""Text to `Number`, and the relations between two numbers; everything in `Decimal`."""

from cofitcheck.numbers.captions import UnitCaption
from cofitcheck.numbers.labels import is_reference
from cofitcheck.numbers.model import Kind, Measure, Number
from cofitcheck.numbers.printed import is_unit_text
from cofitcheck.numbers.relations import (
    NumberComparison,
    Relation,
    Slip,
    are_consistent,
    at_coarser_precisions,
    compare,
)
from cofitcheck.numbers.units import NumberContext, is_side_text, read_number, read_unit_caption

__all__ = [
    "Kind",
    "Measure",
    "Number",
    "NumberComparison",
    "NumberContext",
    "Relation",
    "Slip",
    "UnitCaption",
    "are_consistent",
    "at_coarser_precisions",
    "compare",
    "is_reference",
    "is_side_text",
    "is_unit_text",
    "read_number",
    "read_unit_caption",
]
