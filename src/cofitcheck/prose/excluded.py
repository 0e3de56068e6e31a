"""Digits in running text that state no amount: the words and signs around them say what they are.

`dates_in`, `date_at` and `year_at` find dates and years in a text.
"""

from __future__ import annotations

from cofitcheck import patterns as re
from cofitcheck.language.calendar import IN_SENTENCES
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS, MONTHS, NUMERALS
from cofitcheck.language.phrases import (
    ACTS,
    AGES,
    ARTICLE,
    CLOCK,
    EACH,
    EXCLUDED,
    LAW_PART,
    NOTE,
    NUMBERED,
    PART_OF_TEXT,
    SAID,
    STREETS,
    TERMS,
)
from cofitcheck.prose.model import NoAmount

_NAMES = "|".join(
    sorted(
        {form for month in MONTHS for form in (month.capitalize(), month.upper())}, key=lambda n: (-len(n), n)
    )
)
_YEAR = r"(?:19|20)[0-9]{2}(?![0-9]|[.,][0-9])"
_DAY = r"[0-9]{1,2}(?:st|nd|rd|th)?(?![0-9%]|[.:][0-9])"
_WITH_MONTH = re.compile(
    rf"(?:{_NAMES})\b(?:\.?\s{{1,2}}{_DAY}(?:\s?[-–—]\s?{_DAY})?(?:\s?,?\s{{1,2}}{_YEAR})?"
    rf"|\.?,?\s{{1,2}}(?:of\s)?{_YEAR}|\s?[-–—]\s?(?:{_NAMES})\s{{1,2}}{_YEAR})"
)
_FROM_DAY = (
    rf"{_DAY}\.?\s{{1,2}}(?:of\s)?(?i:{'|'.join(MONTHS)})\b(?!\s{{1,2}}[0-9]{{1,2}}(?![0-9]))"
    rf"\.?(?:,?\s{{1,2}}{_YEAR})?"
)
_IN_DIGITS = (
    r"(?:(?:19|20)[0-9]{2}[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12][0-9]|3[01])"
    r"|(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12][0-9]|3[01])/[0-9]{2}(?:[0-9]{2})?"
    r"|(?:0?[1-9]|[12][0-9]|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)[0-9]{2})(?![0-9])"
)
_PART_OF_YEAR = r"(?:[1-4]Q|Q[1-4]|[12]H)(?:\s?(?:FY\s?)?['’]?[0-9]{2,4})?\b"
_DATE = re.compile(f"{IN_SENTENCES}|{_IN_DIGITS}|{_FROM_DAY}|{_PART_OF_YEAR}")
_BARE_YEAR = re.compile(rf"(?<![0-9.,]){_YEAR}(?:\s?[-–/]\s?(?:[0-9]{{2}}|{_YEAR})(?![0-9]))?(?![A-Za-z])")
Excluded = tuple[int, int, NoAmount]
"""Where what is no amount begins and ends, and why."""

_REACH = 48
_FORMS = {
    "TIME": r"[0-9]{1,2}(?::[0-9]{2}(?::[0-9]{2})?(?:\s?[AaPp]\.?\s?[Mm]\b\.?)?"
    rf"|\s?[AaPp](?:\.\s?[Mm]\.|[Mm]\b)|\s?{CLOCK})",
    "TELEPHONE": r"(?:1[-.\s])?\(?[0-9]{3}\)?[-.\s]{1,2}[0-9]{3}[-.\s–][0-9]{4}(?![0-9])",
    "FILE_NUMBER": r"[0-9]{2}-[0-9]{7}(?![0-9])|(?:0{0,3}-)?[0-9]{3}-[0-9]{5,6}(?:-[0-9]{1,2})?(?![0-9])",
    "ORDINAL": r"[0-9]{1,3}(?:st|nd|rd|th|ST|ND|RD|TH)\b",
    "LAW": r"[0-9]{1,3}[A-Za-z]?-[0-9]{1,2}\([a-z]\)|[0-9]{1,2}[a-z]-[0-9]{1,2}|401\(?k\)?|403\(b\)"
    r"|[0-9]{1,3}\s(?:C\.?F\.?R|U\.?S\.?C)\b\.?"
    r"|[0-9]{1,4}(?:\([a-zA-Z0-9]{1,3}\)){1,4}(?=\s(?:of|plan))",
    "EACH": EACH,
    "FORM": r"(?:10-[KQD]|8-K|20-F|6-K|40-F|11-K|10-?K(?:SB)?)(?:/A|T)?\b",
    "REFERENCE": r"[0-9]{1,4}(?:\.[0-9]{1,4}){2,}(?![0-9])",
    "TERM": rf"[0-9]{{1,4}}(?:\s?[-–]\s?|\sto\s|\sor\s|\sand\s)(?:[0-9]{{1,4}}(?:\s|-)?)?(?i:{TERMS})",
    "ADDRESS": rf"[0-9]{{1,5}}\s(?:[A-Z0-9][\w.’'-]{{0,20}},?\s){{1,4}}(?:{STREETS})",
}
"""What begins with digits and is no amount by its form alone, by the name of the reason in `NoAmount`."""
_FORM = re.compile("|".join(f"(?P<{name}>{form})" for name, form in _FORMS.items()))
_TELEPHONE = re.compile(_FORMS["TELEPHONE"])
_TERM = re.compile(rf"(?:\s|-|\s-\s)?(?:{SAID['kinds_of_year']}\s)?{TERMS}", re.IGNORECASE)
_AGED = re.compile(rf"\s?{AGES}", re.IGNORECASE)
_EAST_ASIAN_PART = re.compile(rf"{PART_OF_TEXT}|[、)）](?=\S)")
_WORD = re.compile(
    rf"(?P<word>[A-Za-z&§.]{{1,24}}|[{EAST_ASIAN_LETTERS}]{{1,2}})(?P<gap>[\s#:(（-]{{0,3}}(?:[Nn]os?\.\s?)?(?:\()?)\Z"
)
_LAW_PART = re.compile(LAW_PART)
_ANCHOR = re.compile(r"[A-Za-z0-9][\w./@&'’+:=?%-]{0,80}\Z")
_TAIL = re.compile(r"[\w./@&'’+:=?-]{0,80}")
_TIES = frozenset("-/_@#'’")
"""What ties digits to letters before them."""
_REGISTRATION = re.compile(r"[SF]-[1348]")
_RATING = re.compile(r"(?:Aa|A|Baa|Ba|B|Caa)[1-3]|(?:P|A|F|R)-[1-3]\+?|F[1-3]\+?")
_NUMBERED = re.compile(r"[(（]?[0-9]{1,2}(?:[)）]|\.(?=\s)|、)\s?")
_MARK = re.compile(r"[(（\[][0-9]{1,2}(?:\s?,\s?[0-9]{1,2}){0,4}[)）\]]")
_ZIP = re.compile(r"\b(?:[A-Z]{2}|[A-Z]\.[A-Z]\.),?\s{1,2}\Z|,\s?[A-Z][a-z]{3,12},?\s{1,2}\Z")
_CAPITAL = re.compile(r"[a-z\s,™®][\s“(]{0,2}[A-Z][\w™®’'-]{0,30}\s\Z")
_SECOND = re.compile(r"-([0-9]{1,3})(?![0-9,.%])")
_SEVERAL = re.compile(r"\s[a-z][a-z-]{1,24}s\b|\s[a-z-]{2,14}\s[a-z-]{2,24}s\b")
"""What a number counts that is no part of a name."""
_ACTS = re.compile(rf"[0-9.()a-zA-Z-]{{0,16}}(?:,?\s{SAID['joins']}\s[0-9.()a-zA-Z]{{1,12}})?\s{ACTS}")
_SUFFIX = re.compile(r"(?:\([a-zA-Z0-9]{1,4}\)|[A-Za-z]\b|-[0-9]{1,4}(?![0-9])|\.[0-9]{1,3})*")
_CHAIN = re.compile(rf"(?:\([a-z0-9]{{1,3}}\)|[a-z])?(?:\s?(?:,|{SAID['chains']}|&|-|–|/)\s?){{1,2}}")
_BEFORE_NUMERAL = re.compile(rf"{NUMBERED}\Z|{NOTE}[{NUMERALS}]{{1,3}}(?:、|[（(])\Z")
_CHAINED = frozenset(
    {
        NoAmount.REFERENCE,
        NoAmount.LAW,
        NoAmount.LEVEL,
        NoAmount.RATING,
        NoAmount.NAME,
        NoAmount.FORM,
        NoAmount.PAGE,
        NoAmount.AGE,
    }
)
_REASONS = {
    "reference": NoAmount.REFERENCE,
    "law": NoAmount.LAW,
    "level": NoAmount.LEVEL,
    "rating": NoAmount.RATING,
    "name": NoAmount.NAME,
    "form": NoAmount.FORM,
    "file_number": NoAmount.FILE_NUMBER,
    "telephone": NoAmount.TELEPHONE,
    "address": NoAmount.ADDRESS,
    "page": NoAmount.PAGE,
    "age": NoAmount.AGE,
}
ARTICLE_NUMBER = re.compile(ARTICLE)
"""The number of an article in Chinese, which has no digits."""

_FISCAL = re.compile(
    r"(?:FY|CY|Q|H)[-'’]?[0-9]{1,4}(?:[-'’]?[0-9]{2,4})?|[1-4]Q[0-9]{2,4}|[0-9]{4}s|[A-Za-z]{3}-[0-9]{2}"
)

_QUARTER_OF = re.compile(rf"[QH][1-4]\s{SAID['of_fiscal']}(?:19|20)[0-9]{{2}}(?![0-9])")
"""A part of a year that is named before it: "Q1 2031"."""

_ZIP_CODE = re.compile(r"[0-9]{5}(?:-[0-9]{4})?(?![0-9,.][0-9])")


def dates_in(text: str) -> list[tuple[int, int]]:
    """Return where dates with the name of a month stand in a text, from left to right."""
    return [found.span() for found in _WITH_MONTH.finditer(text)]


def date_at(text: str, start: int) -> int:
    """Return where a date ends whose digits begin at a place, 0 where there is none."""
    found = _DATE.match(text, start)
    return found.end() if found else 0


def year_at(text: str, start: int) -> int:
    """Return where a bare year ends, or two years that name one season, 0 where there is none."""
    found = _BARE_YEAR.match(text, start)
    return found.end() if found else 0


def by_form(text: str, start: int) -> Excluded | None:
    """Return what digits that begin at a place are by their form: a date, a time, a telephone number."""
    if end := date_at(text, start):
        return start, end, NoAmount.DATE
    if text[start - 1 : start] == "(" and (found := _TELEPHONE.match(text, start - 1)):
        return start - 1, found.end(), NoAmount.TELEPHONE
    found = _FORM.match(text, start)
    return (start, found.end(), NoAmount[found.lastgroup or ""]) if found else None


def by_letters(text: str, start: int, end: int) -> Excluded | None:
    """Return the word with letters and digits in it that digits are a part of: "COVID-19", "Q3", "A-1"."""
    before = text[start - 1 : start]
    tied = before.isascii() and (
        before.isalpha() or (before in _TIES and text[start - 2 : start - 1].isalpha())
    )
    behind = text[end : end + 1]
    led = behind.isascii() and (behind.isalpha() or (behind in "-_@/" and text[end + 1 : end + 2].isalpha()))
    if not (tied or led):
        return None
    head = _ANCHOR.search(text[max(start - _REACH, 0) : start]) if tied else None
    tail = _TAIL.match(text, end)
    begin = start - len(head[0]) if head else start
    last = tail.end() if tail else end
    last -= len(text[begin:last]) - len(text[begin:last].rstrip(".,:;'’?"))
    last = max(last, end)
    if year := _QUARTER_OF.match(text, begin):
        return begin, year.end(), NoAmount.YEAR
    return begin, last, _of_word(text[begin:last])


def _of_word(word: str) -> NoAmount:
    if word[-4:].isdigit() and word[-4:-2] in ("19", "20") and not word[:1].isdigit():
        return NoAmount.YEAR
    if _FISCAL.fullmatch(word):
        return NoAmount.YEAR
    if _REGISTRATION.fullmatch(word):
        return NoAmount.FORM
    return NoAmount.RATING if _RATING.fullmatch(word) else NoAmount.CODE


def by_words(text: str, start: int, end: int) -> Excluded | None:
    """Return what digits are by the word before them or the mark behind: "Note 5", "Level 3", "第5条"."""
    said = text[max(start - _REACH, 0) : start]
    if numbered := _BEFORE_NUMERAL.search(said):
        part = _EAST_ASIAN_PART.match(text, end)
        reason = NoAmount.LAW if part and _LAW_PART.match(part[0]) else NoAmount.REFERENCE
        return start - len(numbered[0]), part.end() if part else end, reason
    found = _WORD.search(said)
    if found:
        word = found["word"].lower().lstrip(".")
        name = EXCLUDED.get(word) or EXCLUDED.get(word.rstrip(".")) or EXCLUDED.get(word[-1:])
        name = name or ("reference" if "o" in found["gap"].lower() else None)  # "Agreement No. 33"
        if name:
            return _named(text, start, end, _REASONS[name], word)
    if _ZIP.search(said) and (code := _ZIP_CODE.match(text, start)):
        return start, code.end(), NoAmount.ADDRESS
    return None


def _named(text: str, start: int, end: int, reason: NoAmount, word: str) -> Excluded:
    suffix = _SUFFIX.match(text, end)
    last = suffix.end() if suffix else end
    if reason is NoAmount.REFERENCE and _ACTS.match(text, start):
        reason = NoAmount.LAW
    return start, last, reason


def by_length(text: str, start: int, end: int) -> Excluded | None:
    """Return the length of time or the age that digits count: "12-month", "62 years of age"."""
    found = _TERM.match(text, end)
    if not found:
        return None
    aged = _AGED.match(text, found.end())
    return (start, aged.end(), NoAmount.AGE) if aged else (start, found.end(), NoAmount.TERM)


def by_name(text: str, start: int, end: int) -> Excluded | None:
    """Return the number in a name: "Ryzen 5000 Series", "the 737-10"."""
    if not text[start:end].isdigit():
        return None
    second = _SECOND.match(text, end)
    if second and int(text[start:end]) > int(second[1]):
        return start, second.end(), NoAmount.NAME
    named = not _SEVERAL.match(text, end) and _CAPITAL.search(text[max(start - _REACH, 0) : start])
    return (start, end, NoAmount.NAME) if named else None


def by_numbering(text: str, start: int) -> Excluded | None:
    """Return the number of an item of a list, or the mark of a footnote."""
    begin = start - 1 if text[start - 1 : start] in ("(", "（", "[") and start else start
    if begin < start and (mark := _MARK.match(text, begin)):
        return begin, mark.end(), NoAmount.NUMBERING
    lead = text[max(begin - 3, 0) : begin].strip()
    if not lead or lead[-1] in ".;:。；•":
        found = _NUMBERED.match(text, begin)
        if found:
            return begin, begin + len(found[0].rstrip()), NoAmount.NUMBERING
    return None


def goes_on(text: str, before: Excluded, start: int) -> NoAmount | None:
    """Return why digits are no amount that follow others in a list: the "4" of "Notes 3 and 4"."""
    _, end, reason = before
    chained = reason in _CHAINED and start - end < 16 and _CHAIN.fullmatch(text, end, start)
    return reason if chained else None
