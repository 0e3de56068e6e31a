"""Words of time in Chinese and Japanese, spelled in English, so that one reading of periods serves all.

"自2022年4月1日至2022年9月30日" becomes "April 1, 2022 to September 30, 2022",
"期初余额" the "beginning balance".
"""

from __future__ import annotations

import calendar
import re
import unicodedata
from collections.abc import Callable
from datetime import date

from cofitcheck.caching import cached
from cofitcheck.language.lexicon import BALANCE_SIGNS, CLOSING_SIGNS, EAST_ASIAN_LETTERS, OPENING_SIGNS
from cofitcheck.periods.durations import Duration, in_words

_LETTERS = f"[{EAST_ASIAN_LETTERS}]"
_LETTER = re.compile(_LETTERS)
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民国": 1911, "民國": 1911}
_DIGITS = {ord(sign): str(value) for value, sign in enumerate("〇一二三四五六七八九")} | {ord("零"): "0"}
_COUNTS = {"三": "three", "六": "six", "九": "nine", "十二": "twelve"}
_NTH = {"一": 1, "二": 2, "三": 3, "四": 4, "1": 1, "2": 2, "3": 3, "4": 4}

_ERA = re.compile(rf"({'|'.join(_ERAS)})(元|\d{{1,3}})(?=\s*[年及])")
# "①2023年": an item of a list, and no digit of the year.
_NUMBERING = re.compile(r"[①-⒛㈠-㈩]")
# "113年度": a year of the Republic of China. "100年" alone may be how long something lasts, and "第113年度"
# counts the years of a company.
_REPUBLIC = re.compile(r"(?<![\d.,第])(1[0-4]\d)(?=年(?:\d|度|第|前|及|末|底|$))")
_IN_NUMERALS = re.compile(
    r"(?:(?:二[〇零]|一九)[〇零一二三四五六七八九]{2}|(?<=民[国國])[〇零一二三四五六七八九]{2,3})(?=年)"
)
_NUMERAL = "(?:[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
_DAY_IN_NUMERALS = re.compile(rf"(?<=[年至到])({_NUMERAL})月(?:({_NUMERAL})日)?")
_SPACES = re.compile(
    r"(?<=[\d年月日第])\s+(?=[\d年月日第季四期末初])|(?<=国|國|成|和)\s+(?=\d)|(?<=自)\s+|(?<=四半期)\s+"
)

# "合 计", and headers written from top to bottom.
_GAPS = re.compile(rf"(?<={_LETTERS})\s+(?={_LETTERS})")

_Y, _M, _D = r"(?<!\d)((?:19|20)\d\d)年", r"(0?[1-9]|1[0-2])", r"(0?[1-9]|[12]\d|3[01])日"
_TO = r"\s*起?(?:~|〜|-|–|—|至|到|から)\s*"
_NAMED_SPAN = r"(?:第([1-4一二三四])季度?|(前三季度?)|((?:上半|半)年度?)|(下半年度?))"
_LENGTH = (
    r"[的之]?\s*(?:(三|六|九|十二|3|6|9|12)\s*[个個]月(?:期[间間])?|(半年度?)"
    r"|(?:[会會][计計]|[财財]政)?(?:年度|(期[间間]))|(?:第[1-4一二三四])?(季)度?)"
)
_YEARS = r"[的之]?\s*(?:[两兩二三四五]|[2-5])\s*[个個]?(?:[会會][计計])?年度?"
_ENDING = r"(?:(?:截至|截止)\s*)?"
_QUARTER = r"第([1-4一二三四])四半期(?:(?:連結)?累計期間)?"

_CHANGE = re.compile(r"同比|(?:比|较|較).{0,8}(?:增|减|減|变动|變動|升|降)|增减|(?<!の)増減|增減|增长率|增幅")
_COMPARED = re.compile(r"(?<=[\d年度末底月日])\s*(?:比|较|較)\s*(?=\D{0,3}(?:19|20)\d\d)")
_BALANCE = re.compile(BALANCE_SIGNS)
_AS_OF = re.compile(r"截至|截止|現在")
_JP_YEAR = r"(?:(?:連結)?(?:会計|事業)年度|年度)"
_JP_SPAN = r"(?:第[1-4一二三四]四半期|中間)(?:連結)?(?:累計|会計)?期間?"
_OPENING = re.compile(rf"{OPENING_SIGNS}{BALANCE_SIGNS}?")
_CLOSING = re.compile(rf"{CLOSING_SIGNS}{BALANCE_SIGNS}?")
_YEAR_BEFORE = re.compile(rf"上年度?(?!同期)|去年(?!同期)|(?<!以)前{_JP_YEAR}")
_YEAR_EARLIER = re.compile(rf"上期|上年同期|去年同期|前年同期|前{_JP_SPAN}|(?<!以)前期(?!差错|差錯)")
_YEAR_TO_DATE = re.compile(r"[年期]初至本?(?:(?:报告|報告)期|期)[末底]")
# "第一、二季度" and "第一至第三季度" are one span of several quarters, and "三季度初" is a day before one.
_QUARTER_OF_YEAR = re.compile(
    r"(?<![第前、和及与至到~-])第?([一二三四])季度(?:(期?[末底])|(?!期?初|[、和及与至到~-]))"
)
_INCOME_TAX = "所得[税稅](?!前)"
# "当期純利益" is what "net income" is, of whatever period; "本期净利润" is that of this period.
_CURRENT = re.compile(
    rf"[本当當](?:{_JP_YEAR}|{_JP_SPAN}|年)|[当當]期(?!純?利益|純?損失|変動|{_INCOME_TAX})|本期(?!{_INCOME_TAX})"
    r"|本?(?:报告|報告)期"
)


@cached(65536)
def spelled(text: str, own: Duration | None = None) -> str:
    """Return a text with its Chinese and Japanese words of time in English, any other text as it is.

    `own` is what the document means by "this period"; without it such words stay open.
    """
    if not speaks_east_asian(text):
        return text
    written = _with_plain_dates(unicodedata.normalize("NFKC", _NUMBERING.sub(" ", text)))
    dated = _COMPARED.sub(" vs. ", written)
    for pattern, english in _STATED:
        dated = pattern.sub(lambda found, say=english: f" {say(found)} ", dated)  # type: ignore[misc]
    known = dated != written or bool(_FOUR_DIGITS.search(dated))
    words = _BALANCE.sub(" balance ", _without_relative(dated)) if known else _relative(dated, own)
    return " ".join(_AS_OF.sub(" as of ", words).split())


def speaks_east_asian(text: str) -> bool:
    """Tell whether a text has Chinese or Japanese letters."""
    return not text.isascii() and _LETTER.search(text) is not None


def speaks_of_time(text: str) -> bool:
    """Tell whether a text has Chinese or Japanese words of time that say when without a date."""
    return not text.isascii() and any(pattern.search(text) for pattern in _RELATIVE)


def _with_plain_dates(text: str) -> str:
    """Return a text with its dates as 2023年6月30日, whatever era or numerals it counts in, and no gaps."""
    text = _IN_NUMERALS.sub(lambda found: found[0].translate(_DIGITS), _GAPS.sub("", text))
    text = _SPACES.sub("", _DAY_IN_NUMERALS.sub(_in_digits, text))
    text = _ERA.sub(lambda found: str(_ERAS[found[1]] + (1 if found[2] == "元" else int(found[2]))), text)
    return _REPUBLIC.sub(lambda found: str(1911 + int(found[1])), text)


def _in_digits(found: re.Match[str]) -> str:
    month, day = (_counted(numeral) for numeral in found.groups(default=""))
    return f"{month}月{day}日" if day else f"{month}月"


def _counted(numeral: str) -> int:
    """Return the count that a numeral below a hundred states: 三十一 is 31, 十 is 10."""
    tens, ten, ones = numeral.rpartition("十")
    return 10 * int(tens.translate(_DIGITS) or bool(ten)) + int(ones.translate(_DIGITS) or 0)


def _without_relative(text: str) -> str:
    """Drop "this year" and the like beside the date that says which year it is."""
    for pattern in _RELATIVE:
        text = pattern.sub(" ", text)
    return text


def _relative(text: str, own: Duration | None) -> str:
    if _CHANGE.search(text):
        return f"change {_without_relative(text)}"
    text = _YEAR_TO_DATE.sub(f" {own.year_to_date if own else ''} ", text)
    text = _QUARTER_OF_YEAR.sub(lambda found: f" {_quarter(found, own)} " if own else found[0], text)
    text = _CLOSING.sub(" ending balance ", _OPENING.sub(" beginning balance ", text))
    for pattern, span in (
        (_YEAR_BEFORE, own and own.year_before),
        (_YEAR_EARLIER, own and own.a_year_earlier),
        (_CURRENT, own),
    ):
        text = pattern.sub(f" {span or ''} ", text)
    return text


def _quarter(found: re.Match[str], own: Duration) -> str:
    span = own.quarter(_NTH[found[1]])
    return f"as of {in_words(span.last)}" if found[2] else str(span)


def _days(found: re.Match[str]) -> str:
    first = _day(found[1], found[2], found[3])
    return f"{first} to {_day(found[4] or found[1], found[5], found[6])}"


def _day(year: str, month: str, day: str) -> str:
    last = calendar.monthrange(int(year), int(month))[1]
    return in_words(date(int(year), int(month), min(int(day), last)))


def _ended(found: re.Match[str]) -> str:
    count = "six" if found[5] else _COUNTS.get(found[4], found[4])
    named = "period" if found[6] else "quarter" if found[7] else "year"
    return f"{f'{count} months' if count else named} ended {_day(found[1], found[2], found[3])}"


def _years_ended(found: re.Match[str]) -> str:
    return f"years ended {_day(found[1], found[2], found[3])}"


def _months(found: re.Match[str]) -> str:
    first, last = int(found[2]), int(found[3])
    return str(Duration.of_months(int(found[1]), last, last - first + 1)) if first <= last else found[1]


def _fiscal(found: re.Match[str]) -> str:
    """Say which months "2023年3月期第2四半期" means: from the first of a year that ends in March 2023."""
    year = Duration.of_months(int(found[1]), int(found[2]), 12)
    months = 3 * _NTH[found[3]] if found[3] else 6 if found[4] else 12
    end = 12 * year.first.year + year.first.month + months - 2
    span = Duration.of_months(end // 12, end % 12 + 1, months)
    return f"as of {in_words(span.last)}" if found[5] else str(span)


def _part_of_year(found: re.Match[str]) -> str:
    last, months = 6 if found[4] else 12, 6
    if found[2]:
        last, months = 3 * _NTH[found[2]], 3
    elif found[3]:
        last, months = 9, 9
    span = Duration.of_months(int(found[1]), last, months)
    return f"as of {in_words(span.last)}" if found[6] else str(span)


def _month_end(found: re.Match[str]) -> str:
    return in_words(Duration.of_months(int(found[1]), int(found[2]), 1).last)


_FOUR_DIGITS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_STATED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(rf"自?{_Y}{_M}月{_D}{_TO}(?:{_Y})?{_M}月{_D}(?:まで|止)?"), _days),
    (re.compile(rf"{_ENDING}{_Y}{_M}月{_D}止{_LENGTH}"), _ended),
    (re.compile(rf"{_ENDING}{_Y}{_M}月{_D}止{_YEARS}"), _years_ended),
    (re.compile(rf"{_Y}度?{_M}月?{_TO}{_M}月份?"), _months),
    (re.compile(rf"{_Y}{_M}月期(?:{_QUARTER}|(中間期?))?(末)?"), _fiscal),
    (re.compile(rf"{_Y}度?{_NAMED_SPAN}(期?[末底])?"), _part_of_year),
    (re.compile(rf"{_Y}{_M}月[末底]"), _month_end),
    (re.compile(rf"{_Y}{_M}月{_D}"), lambda found: _day(found[1], found[2], found[3])),
    (re.compile(rf"{_Y}{_M}月"), lambda found: f"{calendar.month_name[int(found[2])]} {found[1]}"),
    (re.compile(rf"{_Y}[度年期]?[末底]"), lambda found: _day(found[1], "12", "31")),
    (re.compile(rf"{_Y}[度年期]?初"), lambda found: _day(str(int(found[1]) - 1), "12", "31")),
    (re.compile(rf"{_Y}(?:年?度)"), lambda found: f"fiscal {found[1]}"),
    (re.compile(_Y), lambda found: found[1]),
)
"""What names its own year, longest first, with what it says in English."""
_RELATIVE = (
    _YEAR_TO_DATE,
    _QUARTER_OF_YEAR,
    _OPENING,
    _CLOSING,
    _YEAR_BEFORE,
    _YEAR_EARLIER,
    _CURRENT,
)
