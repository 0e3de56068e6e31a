"""Whose numbers a table states, where a document is filed for several companies.

Each of them states every statement once, under the same titles; only the name in the headings tells whose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from cofitcheck import patterns as re
from cofitcheck.document import Table
from cofitcheck.language.lexicon import EAST_ASIAN
from cofitcheck.language.table_words import AROUND, PAGES, any_of, letters
from cofitcheck.periods.text import states_period_only

_STATEMENT = re.compile(
    rf"(?:\b{any_of(AROUND.qualifiers)}\b[ ,]*+|\({any_of(AROUND.unaudited)}\) *+){{0,9}}+"
    rf"\b{any_of(AROUND.statement_names)}",
    re.IGNORECASE,
)
_STATEMENT_IN_CHINESE = re.compile(rf"[\w（）()]{{0,6}}{any_of(AROUND.statements)}")
_LEGAL = frozenset("inc corp co llc lp ltd plc nv sa ag se na trust partnership".split())
_SPELLED = {"incorporated": "inc", "corporation": "corp", "company": "co", "limited": "ltd"}
_SUBSIDIARIES = re.compile(rf"{any_of(AROUND.subsidiaries)}\b.*", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(rf"{any_of(AROUND.between_names)}|, (?=\w+ \w)", re.IGNORECASE)
_COMPANY = re.compile(rf"[\w（）(){letters(AROUND.name_signs)} ]{{2,40}}{any_of(AROUND.companies)}")
# Words for what companies are to the one that reports name none: "全资子公司", "重要的联营企业及合营公司".
_RELATED = re.compile(rf"{any_of(AROUND.related)}+")
_BRACKETED = re.compile(r"\([^()]*\)")
_DOTS = re.compile(r"[.'’]")
_MARKS = re.compile(r"[^\w\s&]")
_PAGE = re.compile(
    rf"(?:{any_of(PAGES.page)}\s*)?(?:[A-Z]-)?\d{{1,4}}|{any_of(PAGES.contents)}", re.IGNORECASE
)
_CHAPTER = re.compile(rf"{any_of(AROUND.chapter_starts)}|\d{{1,2}}\s*[.:–—-]\s*[A-Z]", re.IGNORECASE)
_CONTINUED = re.compile(rf"\b{any_of(AROUND.continued_word)}\b", re.IGNORECASE)
_MAX_HEADING = 160
"""The most characters of a heading."""
_MAX_PLAIN_HEADING = 80
"""The most characters of a heading that does not stand out."""
_LEAST_STATEMENTS = 2
"""The fewest statements that a registrant's name stands over."""
Reached = tuple[int, int]
"""A place in a document: how many tables stand before it, and how many lines behind the last of them."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A block of text, without its words where it is too long for a heading."""

    text: str
    heading: bool


class Registrants:
    """Reads the document's blocks in order, and tells at its end whose each table is."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []
        self._above: list[list[_Line]] = []

    def add(self, text: str, bold: float) -> None:
        """Take in one block of text: `bold` is the share of it in bold."""
        if len(text) > _MAX_HEADING:
            self._lines.append(_Line("", False))
        elif not _says_nothing(text):
            self._lines.append(_Line(text, _is_heading(text, bold)))

    def close_table(self) -> None:
        """Note that a data table stands here."""
        self._above.append(self._lines)
        self._lines = []

    @property
    def reached(self) -> Reached:
        """How far the document is read."""
        return len(self._above), len(self._lines)

    def names_at(self, places: Iterable[Reached]) -> list[str]:
        """Return the registrants that the headings name above these places, "" where they do not."""
        names = _registrants(self._above)
        if not names:
            return ["" for _ in places]
        named = [*_named_at([*self._above, self._lines], _forms(names))]
        return [names.get(named[tables][lines], "") for tables, lines in places]

    def name(self, tables: Sequence[Table]) -> list[Table]:
        """Return the tables, one for each `close_table`, with their registrants."""
        names = _registrants(self._above)
        if not names:
            return list(tables)
        forms = _forms(names)
        keys = _named_above(self._above, forms)
        return [
            replace(table, registrant=names.get(_settled(table, key, forms), ""))
            for table, key in zip(tables, keys, strict=True)
        ]


def names_company_only(heading: str) -> bool:
    """Tell whether a heading is a company's name, with its subsidiaries or without, and no more."""
    if EAST_ASIAN.search(heading):
        name = heading.strip()
        return _COMPANY.fullmatch(name) is not None and _RELATED.fullmatch(name) is None
    return bool(_company_in(heading)) and not _STATEMENT.search(heading)


def names_statement(heading: str) -> bool:
    """Tell whether a heading begins with the title of a financial statement."""
    return bool(_STATEMENT.match(heading) or _STATEMENT_IN_CHINESE.fullmatch(heading))


def _says_nothing(text: str) -> bool:
    """Tell whether a block is of the page ("12") or only of the table below ("(In millions)", a date)."""
    return bool(_PAGE.fullmatch(text)) or not _BRACKETED.sub("", text).strip() or states_period_only(text)


def _is_heading(text: str, bold: float) -> bool:
    """Tell whether a block stands out, or is short and no sentence, as "Acme West" in plain letters is."""
    if bold > 0.9 or text.isupper() or _CHAPTER.match(text) or _company_in(text):
        return True
    return len(text) <= _MAX_PLAIN_HEADING and text[0].isupper() and text[-1] not in ".,:;"


def _registrants(above: Iterable[Sequence[_Line]]) -> dict[str, str]:
    """Return the names, by key, of the companies that stand over statements, if there are several.

    A name that ends in another ("Index to Acme Inc.") is only a heading with that other in it.
    """
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for lines in above:
        next_to_table = [line.text for line in takewhile(lambda line: line.heading, reversed(lines))]
        found = {_key(name): name for text in next_to_table if (name := _company_in(text))}
        if len(found) == 1 and any(_STATEMENT.search(text) for text in next_to_table):
            counts.update(found.keys())
            names = found | names
    several = {
        key: name
        for key, name in names.items()
        if counts[key] >= _LEAST_STATEMENTS and not any(key.endswith(f" {other}") for other in names)
    }
    return several if len(several) > 1 else {}


def _company_in(heading: str) -> str:
    """Return the one company's name that is all of a heading, but for a statement's title after it, or ""."""
    name = _name_in(heading)
    if not name[:1].isupper() or any(_is_legal(part) for part in _BETWEEN_NAMES.split(name)[:-1]):
        return ""
    return name if _is_legal(name) or _SUBSIDIARIES.search(heading) else ""


def _is_legal(name: str) -> bool:
    """Tell whether words end in a company's legal form."""
    words = _words(name)
    return len(words) > 1 and words[-1] in _LEGAL


def _name_in(heading: str) -> str:
    """Return what stands in a heading before a statement's title and the subsidiaries, or all of it."""
    title = _STATEMENT.search(heading)
    text = heading[: title.start()] if title else heading
    return _SUBSIDIARIES.sub("", _BRACKETED.sub("", text)).strip(" ,:–—-")


def _words(name: str) -> list[str]:
    """Return the words of a name as they are compared: of "The Acme Company, L.P." acme, co and lp."""
    words = _MARKS.sub(" ", _DOTS.sub("", name.lower())).split()
    return [_SPELLED.get(word, word) for word in words if word != "the"]


def _key(name: str) -> str:
    return " ".join(_words(name))


def _forms(keys: Iterable[str]) -> dict[str, str]:
    """Return the keys by what is short for each alone ("acme west" for "acme west inc") and by themselves."""
    short = {key: _without_legal(key) for key in keys}
    counts = Counter(short.values())
    return {form: key for key, form in short.items() if counts[form] == 1} | {key: key for key in short}


def _without_legal(key: str) -> str:
    words = key.split()
    while len(words) > 1 and words[-1] in _LEGAL:
        words.pop()
    return " ".join(words)


def _named_above(above: Iterable[Sequence[_Line]], forms: dict[str, str]) -> Iterator[str]:
    """Yield for each table the key of the one registrant that the nearest headings above it name, or ""."""
    return (keys[-1] for keys in _named_at(above, forms))


def _named_at(above: Iterable[Sequence[_Line]], forms: dict[str, str]) -> Iterator[list[str]]:
    """Yield for each table the key of the one registrant, or "", that the nearest headings name before the
    lines above it and behind each of them."""
    named: set[str] = set()
    for lines in above:
        together = False  # no table and no prose stands between the headings
        keys = [_only(named)]
        for line in lines:
            key = forms.get(_key(_name_in(line.text)))
            if key is None and not line.heading:
                together = False
            elif key is not None or not _CONTINUED.search(line.text):
                if not together or _CHAPTER.match(line.text):
                    named = set()
                together = True
                named |= {key} if key else set()
            keys.append(_only(named))
        yield keys


def _only(keys: set[str]) -> str:
    """Return the only key that there is, or ""."""
    return next(iter(keys)) if len(keys) == 1 else ""


def _settled(table: Table, key: str, forms: dict[str, str]) -> str:
    """Return the key of a table's registrant, or "", from that of the headings above it and its own cells.

    A name over the row labels is as good as a heading; where any other cell names another registrant, the
    table may be of both.
    """
    inside = {cell: forms[name] for cell in table.cells if (name := _key(cell.text)) in forms}
    corner = {
        of for cell, of in inside.items() if cell.row < table.header_rows and cell.column < table.stub_columns
    }
    (key,) = corner if len(corner) == 1 else {key}
    return key if set(inside.values()) <= {key} else ""
