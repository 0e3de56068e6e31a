"""Units that a Chinese or Japanese header or label has of its own, whatever the caption says of the table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cofitcheck.numbers import Measure, UnitCaption

_POWERS = {"": 0, "千": 3, "万": 4, "萬": 4, "百万": 6, "百萬": 6, "亿": 8, "億": 8}
_THINGS = (
    r"吨|噸|公斤|千克|克|台|臺|套|件|个|個|户|戶|人|名|家|辆|輛|艘|架|平方米|平方公里|㎡|立方米|公里|米|亩|畝|小时|小時"
    r"|时|天|日|月|年|次|条|條|只|支|张|張|片|块|塊|瓶|盒|箱|份|页|字|千瓦|度|升|吨/|k?m[2²3³]|[kMG]?Wh?|MWp?|%|％"
)
_IN_BRACKETS = re.compile(rf"[(（]\s*(?P<power>[千百万萬亿億]*)\s*(?:{_THINGS})[^()（）元円]*[)）]\s*\Z")
_PRICE = re.compile(
    r"[(（]\s*(?P<power>[千百万萬亿億]*)\s*元\s*[/／][^()（）]+[)）]\s*\Z|[(（]\s*元\s*[)）]\s*\Z"
)
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
            return UnitCaption(_POWERS.get(price["power"] or "", 0), unit.currency or "CNY", Measure.MONEY)
        if things := _IN_BRACKETS.search(text):
            return UnitCaption(_POWERS.get(things["power"], 0))
        if _COUNTED.search(text):
            return UnitCaption()
    return unit
