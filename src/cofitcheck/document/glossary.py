"""Chinese and Japanese labels in English: words of time and the usual line items; the rest stays as it is.

Vectors and trees have learnt English labels. `glossary.tsv` names the items that most statements have.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from cofitcheck.caching import cached
from cofitcheck.document.east_asian import speaks_east_asian, spelled

_TRADITIONAL = str.maketrans(
    "產負債資現應帳貨實際額總計項營業務費財發銷與權價長遞無動達損處遷繳稅納關係聯個體單幣萬億時進購買賣貸預備種類場廠設機運輸電"
    "軟專證據約當淨餘報職員銀庫壞賬減變調數歸屬併綜東續開採籌償還對匯兌響間廣說門區國內貿見條標準會議風險題經濟轉讓訂簽協擔質認"
    "許優層級從來這結連",
    "产负债资现应账货实际额总计项营业务费财发销与权价长递无动达损处迁缴税纳关系联个体单币万亿时进购买卖贷预备种类场厂设机运输电"
    "软专证据约当净余报职员银库坏账减变调数归属并综东续开采筹偿还对汇兑响间广说门区国内贸见条标准会议风险题经济转让订签协担质认"
    "许优层级从来这结连",
)
"""Traditional characters to simplified ones, so that one entry serves Taiwan and the mainland."""


@cached(65536)
def translated(text: str) -> str:
    """Return a label with what is known of it in English; a text without Chinese or Japanese as it is."""
    if not speaks_east_asian(text):
        return text
    items, known = _glossary()
    simplified = spelled(text).translate(_TRADITIONAL)
    return " ".join(known.sub(lambda found: f" {items[found[0]]} ", simplified).split())


@cache
def _glossary() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return the items by their names in one script, and a pattern that finds the longest names first."""
    table = resources.files("cofitcheck.document").joinpath("glossary.tsv").read_text("utf-8")
    items = {
        name.translate(_TRADITIONAL): english
        for english, names in (line.split("\t") for line in table.splitlines())
        for name in names.split()
    }
    return items, re.compile("|".join(sorted(map(re.escape, items), key=len, reverse=True)))
