"""How Chinese and Japanese write dates and spans, and how they say when without a date: parts of patterns.

The parts of a date have groups, in the order of the year, the month and the day. Words that are no part of a
date stand in the data files of the two languages, under `[time]`.
"""

from __future__ import annotations

from collections.abc import Callable

from cofitcheck.language.labels import Times
from cofitcheck.language.lexicon import LANGUAGES, NUMERALS, either
from cofitcheck.language.prose import Words


def _said(words: Callable[[Times], Words]) -> str:
    return either(words(language.time) for language in LANGUAGES)


ERAS = {era: year for language in LANGUAGES for era, year in language.time.eras.items()}
"""The year before the first year of each era."""
FIRST_YEARS = frozenset(word for language in LANGUAGES for word in language.time.first_year)
CHANGE = _said(lambda time: time.change)
COMPARED = _said(lambda time: time.compared)
AS_OF = _said(lambda time: time.as_of)
YEAR_BEFORE = _said(lambda time: time.year_before)
YEAR_EARLIER = _said(lambda time: time.year_earlier)
YEAR_TO_DATE = _said(lambda time: time.year_to_date)
CURRENT = _said(lambda time: time.current)
SAYS_PERIOD = _said(lambda time: time.says_period)

ZEROS = "".join(language.script.zeros for language in LANGUAGES)
DIGITS = {ord(zero): "0" for zero in ZEROS} | {
    ord(sign): str(value) for value, sign in enumerate(NUMERALS[:9], start=1)
}
"""The digits by their numerals, as `str.translate` takes them."""
NTH = {sign: value for value, sign in enumerate(NUMERALS[:4], start=1)} | {str(at): at for at in range(1, 5)}
TEN = NUMERALS[9]
COUNTS = {NUMERALS[2]: "three", NUMERALS[5]: "six", NUMERALS[8]: "nine", f"{TEN}{NUMERALS[1]}": "twelve"}
"""The numbers of months that periods last, in English."""

ERA = rf"({'|'.join(ERAS)})({'|'.join(sorted(FIRST_YEARS))}|\d{{1,3}})(?=\s*[年及])"
NUMBERING = "[①-⒛㈠-㈩]"
"""The sign before an item of a list, which is no digit of the year: "①2023年"."""
REPUBLIC = r"(?<![\d.,第])(1[0-4]\d)(?=年(?:\d|度|第|前|及|末|底|$))"
"""A year of the Republic of China: "113年度". "100年" alone may be how long something lasts, and "第113年度"
counts the years of a company."""
YEAR_IN_NUMERALS = (
    r"(?:(?:二[〇零]|一九)[〇零一二三四五六七八九]{2}|(?<=民[国國])[〇零一二三四五六七八九]{2,3})(?=年)"
)
_NUMERAL = "(?:[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
DAY_IN_NUMERALS = rf"(?<=[年至到])({_NUMERAL})月(?:({_NUMERAL})日)?"
SPACES_IN_DATES = (
    r"(?<=[\d年月日第])\s+(?=[\d年月日第季四期末初])|(?<=国|國|成|和)\s+(?=\d)|(?<=自)\s+|(?<=四半期)\s+"
)
BEHIND_DATES = r"[\d年度末底月日]"
MONTH_SIGN, DAY_SIGN = "月", "日"
PARTS_OF_DATES = "[年月日自至度期末初]"
"""What headers of two periods may differ in."""
YEAR_SIGNS = "年度?"
"""What stands behind the digits of a year."""

_Y, _M, _D = r"(?<!\d)((?:19|20)\d\d)年", r"(0?[1-9]|1[0-2])", r"(0?[1-9]|[12]\d|3[01])日"
_TO = r"\s*起?(?:~|〜|-|–|—|至|到|から)\s*"
_ENDING = r"(?:(?:截至|截止)\s*)?"
_LENGTH = (
    r"[的之]?\s*(?:(三|六|九|十二|3|6|9|12)\s*[个個]月(?:期[间間])?|(半年度?)"
    r"|(?:[会會][计計]|[财財]政)?(?:年度|(期[间間]))|(?:第[1-4一二三四])?(季)度?)"
)
_YEARS = r"[的之]?\s*(?:[两兩二三四五]|[2-5])\s*[个個]?(?:[会會][计計])?年度?"
_QUARTER = r"第([1-4一二三四])四半期(?:(?:連結)?累計期間)?"

SPAN_OF_DAYS = rf"自?{_Y}{_M}月{_D}{_TO}(?:{_Y})?{_M}月{_D}(?:まで|止)?"
"""Two days; the year of the second may be left out."""
SPAN_TO_DAY = rf"{_ENDING}{_Y}{_M}月{_D}止{_LENGTH}"
"""A day and what ended on it: months (4), half a year (5), a period (6), a quarter (7), else a year."""
YEARS_TO_DAY = rf"{_ENDING}{_Y}{_M}月{_D}止{_YEARS}"
SPAN_OF_MONTHS = rf"{_Y}度?{_M}月?{_TO}{_M}月份?"
FISCAL_PART = rf"{_Y}{_M}月期(?:{_QUARTER}|(中間期?))?(末)?"
"""A fiscal year by the month that ends it, a quarter (3) or half (4) of it, or the end of that (5)."""
PART_OF_YEAR = rf"{_Y}度?(?:第([1-4一二三四])季度?|(前三季度?)|((?:上半|半)年度?)|(下半年度?))(期?[末底])?"
"""A quarter (2), nine months (3), the first half (4) or the second (5) of a year, or the end of it (6)."""
END_OF_MONTH = rf"{_Y}{_M}月[末底]"
DAY = rf"{_Y}{_M}月{_D}"
MONTH = rf"{_Y}{_M}月"
END_OF_YEAR = rf"{_Y}[度年期]?[末底]"
START_OF_YEAR = rf"{_Y}[度年期]?初"
FISCAL_YEAR = rf"{_Y}(?:年?度)"
YEAR = _Y
QUARTER_OF_THIS_YEAR = (
    r"(?<![第前、和及与至到~-])第?([一二三四])季度(?:(期?[末底])|(?!期?初|[、和及与至到~-]))"
)
"""A quarter (1), or its end (2). "第一、二季度" and "第一至第三季度" are one span of several quarters, and
"三季度初" is a day before one."""
IN_SENTENCES = (
    r"(?:[0-9]{4}\s?年(?:\s?[0-9]{1,2}\s?月(?:\s?[0-9]{1,2}\s?日)?)?|[0-9]{1,2}\s?月\s?[0-9]{1,2}\s?日|[0-9]{1,2}\s?月(?![个個])"
    r"|(?<=[和成])[0-9]{1,2}年(?:[0-9]{1,2}月(?:[0-9]{1,2}日)?)?)度?[末底初期]?"
)
"""A date as it stands among words, also where parts of it are left out."""
