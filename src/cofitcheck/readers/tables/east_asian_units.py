"""Units in Chinese and Japanese headers and labels, which override the unit of the table's caption."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cofitcheck import patterns as re
from cofitcheck.caching import cached
from cofitcheck.language.lexicon import EAST_ASIAN, LARGE_SIGNS, MAGNITUDE_SIGNS, NO_MAGNITUDE, alternation
from cofitcheck.language.table_words import UNITS, any_of, letters
from cofitcheck.numbers import Measure, UnitCaption
from cofitcheck.numbers.captions import without_units
from cofitcheck.numbers.model import SIGNS, code_of
from cofitcheck.periods.text import read_period
from cofitcheck.readers.tables.layout import TableLayout
from cofitcheck.readers.tables.logical import JoinedCell, LogicalGrid

_POWERS = {"": 0, **MAGNITUDE_SIGNS}
# No power comes first: 千克 is a unit, not a thousand of another.
_POWER = f"(?P<power>|{alternation(MAGNITUDE_SIGNS)})"
_UNIT_HEADER = re.compile(any_of(UNITS.heads_apart))
_CURRENCY_HEADER = re.compile(any_of(UNITS.currency_heads_apart))
_PIECES = re.compile(any_of(UNITS.pieces))
_NAMED_THINGS = re.compile(rf"(?P<power>{alternation(_POWERS)}){NO_MAGNITUDE}\s*\S{{1,8}}")
_TECHNICAL = re.compile(r"[(（]\s*+([A-Za-zμ℃°Ω%‰0-9²³./·*×^,，\s-]++)[)）]\s*+\Z")
_SYMBOLS = frozenset(
    "mpa pa kpa gpa j kj mj cal kcal ℃ °c c k mm cm dm m km um μm nm g kg mg t l ml min h hr s d v kv mv a ma"
    " w kw mw gw kwh mwh kva mva hz khz mhz ghz db ω rpm ppm pcs m2 m3 cm2 cm3 m² m³ cm² cm³ % ‰".split()
)
_PARTS = re.compile(r"[/./·*×^,，\s-]+")
_THINGS = any_of(UNITS.things)
_YUAN = any_of(UNITS.yuan)
_NAMED_MONEY = re.compile(rf"{any_of(UNITS.renminbi)}?{_POWER}\s*{_YUAN}(?:\s*[/／∕].+)?")
_NO_MONEY = f"[^()（）{letters(UNITS.money)}]"
_IN_BRACKETS = re.compile(
    rf"[(（]\s*+{_POWER}\s*+(?:{_THINGS})(?:\s*+[/／]\s*+{_NO_MONEY}++)?\s*+[)）]\s*+\Z"
)
_CURRENCY = re.compile(alternation(sign for sign in SIGNS if sign.isalpha() and sign not in UNITS.yuan))
_MANY_THINGS = re.compile(
    rf"[(（]\s*(?P<power>{alternation(LARGE_SIGNS)})\s*(?=[^\s()（）{letters(UNITS.money_letters)}]{{1,6}}[)）]\s*\Z)"
    rf"(?![^()（）]*(?:{_CURRENCY.pattern}))[^()（）{letters(UNITS.share)}]+[)）]\s*\Z"
)
"""Tens of thousands and more of anything that is no money and no shares: "（亿平方英寸）"."""
_PEOPLE = re.compile(
    rf"{any_of(UNITS.people)}\s*[(（]\s*(?P<power>"
    rf"{alternation(MAGNITUDE_SIGNS)})\s*[)）]\s*\Z"
)
_MANY = re.compile(
    rf"(?P<power>{alternation(MAGNITUDE_SIGNS)}){NO_MAGNITUDE}\s*(?:{_THINGS})"
    rf"(?:\s*[/／]\s*{_NO_MONEY}+)?"
)
"""A header that is nothing but a unit of things: "万片/粒"."""
_PRICE = re.compile(
    rf"[(（]\s*+(?:[^()（）\s]{{1,6}}[，,、]\s*+)?(?:{_POWER}\s*+{_YUAN}\s*+[/／][^()（）]++|{_YUAN}\s*+)[)）]\s*+\Z"
)
_COUNTED = re.compile(rf"{any_of(UNITS.counted)}\Z")
_MONTHS = re.compile(rf"{any_of(UNITS.months)}(?:\s*[(（][^()（）]*[)）])?\Z")
_UNSCALED = re.compile(
    rf"{any_of(UNITS.unscaled)}(?:\s*[(（][^()（）]*[)）])?\Z|{any_of(UNITS.unscaled_anywhere)}"
)
_AMOUNTS = re.compile(rf"{any_of(UNITS.amounts)}\Z")
_OF_ALL = re.compile(rf"{any_of(UNITS.of_all)}|\A{any_of(UNITS.amounts_alone)}\Z")
_HUNDREDFOLD = re.compile(r"[=＝][^=＝]*[*×]\s*+100\s*+[%％]?\s*+[)）]?\Z")
"""How a column of percentages is computed: "E=D/B*100"."""
_PERCENT = re.compile(r"[(（]\s*[%％]\s*[)）]\Z")
_KIND = re.compile(
    rf"([^\s（）()、，,；;：:]{{1,12}})[（(]([^（）()]{{1,12}})[)）]{any_of(UNITS.between)}?\s*"
)
_OF_KINDS = re.compile(rf"{any_of(UNITS.says)}\s*(?P<kinds>(?:{_KIND.pattern})+)\Z")
_UNITS = re.compile(rf"{any_of(UNITS.says)}\s*(?P<units>[^（）()]+)\Z")
_BETWEEN_UNITS = re.compile(any_of(UNITS.between))
# What is counted in a further unit of a caption that names only units: "单位：万元、元/度", "单位：万元、月".
_KINDS_OF = (
    (re.compile(rf"{_POWER}\s?{_YUAN}\s?[/／].+"), UNITS.price_names),
    (re.compile(any_of(UNITS.spans)), UNITS.span_names),
    (re.compile(r"[%％]"), UNITS.share_names),
)
_FOREIGN = re.compile(rf"{any_of(UNITS.foreign)}\s*(?:[(（].*)?")
_CONVERTED = re.compile(any_of(UNITS.converted))
_MONEY_OF = re.compile(rf"[(（]\s*+{_POWER}\s*+{_YUAN}\s*+(?P<named>{_CURRENCY.pattern})\s*+[)）]\s*+\Z")
"""Foreign money, its currency behind the unit: "（万元港币）"."""
_RATE = re.compile(rf"-?(?:{_CURRENCY.pattern})\s*{any_of(UNITS.against)}\s*(?:{_CURRENCY.pattern})")
"""The label of rates of exchange, where the headers are dates and no more."""


def is_of_its_own(text: str) -> bool:
    """Tell whether a Chinese or Japanese text names something beside the unit that it states: the unit is
    that thing's."""
    return bool(EAST_ASIAN.search(without_units(text))) and _OF_ALL.search(text) is None


def heads_foreign(headers: Sequence[str]) -> bool:
    """Tell whether the last of a column's headers says that each amount below is in the currency that its
    row names."""
    return bool(headers) and _FOREIGN.fullmatch(headers[-1]) is not None


def counts_things(label: str) -> bool:
    """Tell whether a label states in brackets a unit of things, "（日）", or counts months."""
    return bool(_IN_BRACKETS.search(label) or _MONTHS.search(label))


def own_unit(
    texts: Iterable[str], unit: UnitCaption, caption: str = "", *, signed: bool = False
) -> UnitCaption:
    """Return the unit that the nearest of headers or labels states in brackets, or implies, else `unit`, that
    of a caption. A caption that is the header of another column speaks for headers of its kind only.

    `signed` tells that a currency sign stands beside the number: it counts nothing.
    """
    texts, of_kinds = tuple(texts), units_of_kinds(caption)
    if heads_foreign(texts[:1]):
        unit = replace(unit, currency=_currency_in(texts[-1]))
    counted = UnitCaption(currency=unit.currency)
    if texts and _RATE.fullmatch(texts[-1]) and all(map(read_period, texts[:1])):
        return counted
    if texts and (many := _MANY.fullmatch(texts[0])):
        return replace(counted, scale=_POWERS[many["power"]])
    if texts and (price := _NAMED_MONEY.fullmatch(texts[0])):
        return UnitCaption(_POWERS[price["power"]], unit.currency or "CNY", Measure.MONEY)
    if texts and _HUNDREDFOLD.search(texts[0]):
        return UnitCaption(currency=unit.currency, measure=Measure.PERCENT)
    # A caption of things or of shares is what 产量 and 数量 count.
    of_money = unit.measure not in (Measure.UNKNOWN, Measure.SHARES)
    for text in (_with_unit(text, of_kinds) for text in texts):
        if not EAST_ASIAN.search(text):
            continue
        if _PERCENT.search(text):
            return UnitCaption(currency=unit.currency, measure=Measure.PERCENT)
        if money := _MONEY_OF.search(text):
            return UnitCaption(_POWERS[money["power"]], code_of(money["named"]), Measure.MONEY)
        if price := _PRICE.search(text):
            return UnitCaption(_POWERS[price["power"] or ""], unit.currency or "CNY", Measure.MONEY)
        if things := _IN_BRACKETS.search(text) or _PEOPLE.search(text) or _MANY_THINGS.search(text):
            return replace(counted, scale=_POWERS[things["power"]])
        if (group := _TECHNICAL.search(text)) and _is_technical(group[1]):
            return counted
        if not signed and (_UNSCALED.search(text) or (of_money and _COUNTED.search(text))):
            return unit if unit.measure is Measure.PERCENT else counted
    alike = signed or any(_AMOUNTS.search(text) or read_period(text) for text in (*texts[:1], *texts[-1:]))
    return unit if alike or not is_of_its_own(caption) else counted


@cached(1024)
def units_of_kinds(caption: str) -> Mapping[str, str]:
    """Return the units of kinds of numbers that a caption states, by their names: 金额 and 占比 of
    "单位：金额（万元）、占比（%）", 单价 of "单位：万元、元/度"."""
    said = _OF_KINDS.match(caption)
    kinds = dict(_KIND.findall(said["kinds"])) if said else _implied_kinds(caption)
    return kinds if all(map(_is_unit, kinds.values())) else {}


def _implied_kinds(caption: str) -> dict[str, str]:
    """Return the further units of a caption of several, by the names of what is told in such."""
    said = _UNITS.match(caption)
    further = _BETWEEN_UNITS.split(said["units"])[1:] if said else []
    return {
        name: unit
        for unit in map(str.strip, further)
        for pattern, names in _KINDS_OF
        if pattern.fullmatch(unit)
        for name in names
    }


def _is_unit(text: str) -> bool:
    """Tell whether a text in brackets is a unit and no more."""
    bracketed = any(pattern.search(f"（{text}）") for pattern in (_IN_BRACKETS, _PRICE))
    return bracketed or bool(_NAMED_MONEY.fullmatch(text)) or _is_technical(text)


def _with_unit(text: str, of_kinds: Mapping[str, str]) -> str:
    """Return a header or label with the unit that the caption states of what it ends in."""
    unit = next((unit for name, unit in of_kinds.items() if text.endswith(name)), "")
    return f"{text}（{unit}）" if unit else text


def _currency_in(label: str) -> str:
    """Return the currency that a label names first, or ""."""
    named = _CURRENCY.search(label)
    return code_of(named.group()) if named else ""


def _is_technical(group: str) -> bool:
    """Tell whether all parts of a group are symbols of units, some with the numbers they are measured at;
    all with numbers are a size."""
    parts = [part for part in _PARTS.split(group.strip()) if part and not part.isdigit()]
    letters = all(len(part) == 1 and part.isupper() for part in parts)  # plan (A), change (C-A)
    size = bool(parts) and all(part[0].isdigit() for part in parts)
    return not (letters or size) and all(part.lower().lstrip("0123456789") in _SYMBOLS for part in parts)


def unit_columns(grid: LogicalGrid, layout: TableLayout) -> frozenset[int]:
    """Return the columns whose header says that they hold units."""
    return frozenset(cell.column for cell in _headers(grid, layout) if _UNIT_HEADER.fullmatch(cell.text))


def unit_column(grid: LogicalGrid, layout: TableLayout) -> dict[int, UnitCaption]:
    """Return the units of rows, where a column beside the labels states them.

    Where a count and a price stand beside each other, the unit is that of the count only. Then only units of
    money are returned: no thing is counted in money.
    """
    columns = unit_columns(grid, layout)
    if len(columns) != 1:
        return {}
    pieces = any(_PIECES.search(cell.text) for cell in _headers(grid, layout))
    units: dict[int, UnitCaption] = {}
    for cell in (cell for row in grid.rows[layout.header_rows :] for cell in row):
        if cell.column in columns and (unit := _named_unit(cell.text)):
            plain = unit.measure is Measure.MONEY and "/" not in cell.text
            units |= dict.fromkeys(range(cell.row, cell.row_end), unit) if plain or not pieces else {}
    return units


def currency_column(grid: LogicalGrid, layout: TableLayout) -> dict[int, str]:
    """Return the currencies of rows, where a column says what their money is in.

    Nothing is returned where other headers say which of the amounts are in that currency, or converted.
    """
    headers = _headers(grid, layout)
    columns = {cell.column for cell in headers if _CURRENCY_HEADER.fullmatch(cell.text)}
    if any(_FOREIGN.fullmatch(cell.text) or _CONVERTED.search(cell.text) for cell in headers):
        return {}
    return {
        row: currency
        for cells in grid.rows[layout.header_rows :]
        for cell in cells
        if cell.column in columns and (currency := _currency_in(cell.text))
        for row in range(cell.row, cell.row_end)
    }


def _headers(grid: LogicalGrid, layout: TableLayout) -> list[JoinedCell]:
    return [cell for row in grid.rows[: layout.header_rows] for cell in row]


def _named_unit(text: str) -> UnitCaption | None:
    """Read "万元", "元/片", "万片", "%", "百分点" in a column of units."""
    if text in "%％":
        return UnitCaption(measure=Measure.PERCENT)
    if money := _NAMED_MONEY.fullmatch(text):
        return UnitCaption(_POWERS[money["power"]], "CNY", Measure.MONEY)
    things = _NAMED_THINGS.fullmatch(text)
    return UnitCaption(_POWERS[things["power"]]) if things and not text[-1].isdigit() else None
