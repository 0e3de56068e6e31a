"""Which tables and numbers are of the parent company alone, in a document that also consolidates."""

from __future__ import annotations

import re

from cofitcheck.document import Document, Mention, Table

_PARENT_ONLY = re.compile(
    r"\bparent(?:[- ]company)?[- ]only\b"
    r"|(?<!notes to )\bcondensed financial information of (?:the )?(?:registrant|parent)\b",
    re.IGNORECASE,
)
_CONSOLIDATED = re.compile(r"\bconsolidat(?:ed|ing)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?]\s")

# 归属于母公司 ("attributable to the parent") is a line of consolidated statements, and so is 母公司股东权益;
# but 母公司股东权益变动表 is the parent's own statement.
_MOTHER = (
    r"(?<!归属于)(?<!归属)(?<!歸屬於)(?<!歸屬)母公司"
    r"(?!(?:股东|股東|所有者|权益|權益)(?!(?:权益|權益)?(?:变动|變動))|普通股|对|對|情况|情況|概况)"
)
_CHINESE = (
    r"(?:资产负债|資產負債|利润表|损益表|綜合損益|现金流量|現金流量|股东权益变动|所有者权益变动|權益變動)"
)
_JAPANESE = r"(?:貸借対照表|損益計算書|株主資本等変動計算書)(?!計上額|日)"
_OWN_STATEMENT = re.compile(
    rf"{_MOTHER}|[個个][体體别別](?:财务|財務|资产|資產|綜合|現金|權益|業績|経営|財政)|単体|非連結"
    rf"|(?<!連結)(?:中間)?{_JAPANESE}"
)
_GROUP_STATEMENT = re.compile(
    rf"合[并併]{_CHINESE}|{_CHINESE}表?[（(]合[并併][）)]|合并财务报表项目|(?<!非)連結"
)
_OWN_NUMBER = re.compile(rf"{_MOTHER}|未合并口径|[（(]単体[）)]")
_FULL_STOP = re.compile(r"[。；]")
_HEADING = 40


def parents_tables(document: Document) -> list[bool]:
    """Tell of each table whether it is of the parent alone.

    In Chinese and Japanese the headings name the group or the parent; where no heading names the group, the
    document has statements of one company only, and nothing to tell apart.
    """
    headings = [_headings(table) for table in document.tables]
    grouped = any(_GROUP_STATEMENT.search(heading) for each in headings for heading in each)
    return [
        _is_parents_own(table) or (grouped and _is_own_by_heading(each))
        for table, each in zip(document.tables, headings, strict=True)
    ]


def is_parents_number(mention: Mention) -> bool:
    """Tell whether a label or a header says, in Chinese or Japanese, that a number is the parent's."""
    return any(_OWN_NUMBER.search(text) for text in (*mention.row_path[-1:], *mention.column_path))


def _is_parents_own(table: Table) -> bool:
    """Tell whether a table is of the parent alone, by its title or the heading that ends the text before it.

    The schedule of the parent may hold consolidating tables, and what speaks of it stand before others.
    """
    heading = _SENTENCE_END.split(table.text_before)[-1]
    named = _PARENT_ONLY.search(table.title) or _PARENT_ONLY.search(heading)
    return bool(named) and not _CONSOLIDATED.search(table.title)


def _headings(table: Table) -> tuple[str, ...]:
    """Return the headings over a table, the nearest first."""
    chapter, _, heading = table.title.partition(" — ")
    return _FULL_STOP.split(table.text_before)[-1][-_HEADING:], heading, chapter


def _is_own_by_heading(headings: tuple[str, ...]) -> bool:
    """Tell whether the nearest heading that names the group or the parent names the parent."""
    for heading in headings:
        if _GROUP_STATEMENT.search(heading):
            return False
        if _OWN_STATEMENT.search(heading):
            return True
    return False
