"""Units that a Chinese or Japanese header or label has of its own, whatever the caption says of the table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cofitcheck.numbers import Measure, UnitCaption

_SMALL = {"": 0, "十": 1, "百": 2, "千": 3}
_LARGE = {"": 0, "万": 4, "萬": 4, "亿": 8, "億": 8, "万亿": 12, "萬億": 12}
_POWERS = {
    small + large: power + powers for large, powers in _LARGE.items() for small, power in _SMALL.items()
}
_POWER = f"(?P<power>{'|'.join(_POWERS)})"
_THINGS = (
    r"吨|噸|公斤|千克|克|台套?|臺|套|件|个月?|個月?|户|戶|人次?|名|家|辆|輛|艘|架|平方米|平方公里|㎡|立方米|公里|米|亩|畝"
    r"|小时|小時|时|天|日|月|年|次|条|條|只|支|张|張|片|块|塊|瓶|盒|箱|份|页|字|千瓦[时時]?|度|升|k?m[2²3³]|[kMG]?Wh?|MWp?"
    r"|%|％"
)
_IN_BRACKETS = re.compile(rf"[(（]\s*{_POWER}\s*(?:{_THINGS})(?:\s*[/／]\s*[^()（）元円]+)?\s*[)）]\s*\Z")
_PRICE = re.compile(rf"[(（]\s*(?:{_POWER}\s*元\s*[/／][^()（）]+|元\s*)[)）]\s*\Z")
_COUNTED = re.compile(
    r"(?:数\s*量|數\s*量|件数|人数|户数|台数|销量|产量|产能|面积|面積|型号|型號|编号|編號|年限)\Z"
)
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def own_unit(texts: Iterable[str], unit: UnitCaption) -> UnitCaption:
    """Return the unit that the nearest of headers or labels states in brackets, or implies, else `unit`."""
    for text in texts:
        if not _EAST_ASIAN.search(text):
            continue
        if price := _PRICE.search(text):
            return UnitCaption(_POWERS[price["power"] or ""], unit.currency or "CNY", Measure.MONEY)
        if things := _IN_BRACKETS.search(text):
            return UnitCaption(_POWERS[things["power"]])
        if _COUNTED.search(text):
            return UnitCaption()
    return unit
