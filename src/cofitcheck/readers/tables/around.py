"""What stands around a table: chapter titles, the text before and after, the unit caption."""

from __future__ import annotations

from collections import Counter, deque

from cofitcheck import patterns as re
from cofitcheck.language.lexicon import EAST_ASIAN, EAST_ASIAN_LETTERS, NUMERALS
from cofitcheck.language.table_words import AROUND, PAGES, TIMES, any_of, letters
from cofitcheck.numbers import Measure, read_unit_caption
from cofitcheck.numbers.captions import without_units
from cofitcheck.periods.text import states_period_only
from cofitcheck.readers.tables.east_asian_units import is_of_its_own, units_of_kinds
from cofitcheck.readers.tables.registrants import names_company_only, names_statement

REACH = 500
"""Characters of surrounding text on each side (paper III-A)."""
_HEADING = re.compile(
    rf"^(?:\(?\d{{1,2}}\)?\s*[.．:–—-]\s*[A-Z]"
    rf"|{any_of(AROUND.headings)}|[{NUMERALS}]+、)",
    re.IGNORECASE,
)
# "（一）合并资产负债表", "2、母公司资产负债表": a line of its own below a chapter.
_SUBHEADING = re.compile(
    rf"(?:[（(][{NUMERALS}]{{1,3}}[)）]|[（(]?\d{{1,2}}\s*[)）、．.])\s*"
    rf"[{EAST_ASIAN_LETTERS}][^。；，,：:]{{1,38}}"
)
_PAGE = re.compile(
    rf"^(?:{any_of(PAGES.page)}\s*)?(?:[A-Z]-)?\d{{1,4}}$|^{any_of(PAGES.contents)}$", re.IGNORECASE
)
_BRACKETED = re.compile(r"[(（][^()（）]*[)）]")
_IN_PROSE = re.compile(
    rf"\b{any_of(AROUND.amounts_said)}\b[^.;]{{0,150}}?\b{any_of(AROUND.scale_said)}", re.IGNORECASE
)
_STATEMENT = re.compile(any_of(AROUND.statement_titles), re.IGNORECASE)
_VERB = re.compile(rf"\b{any_of(AROUND.verbs)}\b", re.IGNORECASE)
_CONTINUED = re.compile(rf"[(\[–—-]\s*{any_of(AROUND.continued)}\s*[)\]]?$", re.IGNORECASE)
_OF_ONE_TABLE = re.compile(any_of(AROUND.of_one_table))
(_UNIT_IS,) = AROUND.unit_is
_UNIT_LABEL = re.compile(any_of(AROUND.unit_labels))
_AT_END = re.compile(r"[^。；;()（）]{1,50}")
_UNIT_OF_ONE = re.compile(rf"[(（\[]?\s*{any_of(AROUND.units_of_one)}")
# "單位：新台幣仟元", and in the same or the next line "(除特別註明者外)": of all tables without a caption.
_UNIT_SAID = re.compile(any_of(AROUND.units_said))
_UNIT_OF_NOTES = re.compile(any_of(AROUND.units_of_notes))
_UNIT_OF_CHAPTER = re.compile(any_of(AROUND.units_of_chapter))
"""How a chapter says in what its amounts are, unless noted otherwise."""
_CHAPTER = re.compile(any_of(AROUND.chapters))
_GOES_ON = re.compile(any_of(AROUND.goes_on))
"""How a title says that its table is the rest of the one before."""
_WHEN = re.compile(rf"[\d\s{letters(TIMES.letters)}—–－~～/.-]+[:：]?")
"""A date or a period in Chinese and no more."""
_UNLESS_NOTED = re.compile(any_of(AROUND.unless_noted))
_OTHERWISE = re.compile(rf"\b{any_of(AROUND.unless_otherwise)}\b", re.IGNORECASE)
_OF_FOREIGN_MONEY = re.compile(any_of(AROUND.foreign_money))
_SPACE_WITHIN = re.compile(rf"(?<=[{EAST_ASIAN_LETTERS}：])\s+(?=[{EAST_ASIAN_LETTERS}()（）])")
_MAX_HEADING = 160
"""The most characters of a heading."""
_OFTEN = 3
"""The fewest pages that begin with a heading which runs along them."""
_NEAR_BLOCKS = 4
"""How many blocks of text before a table are near it."""
_BILLIONS = 9
"""The power of ten from which a caption is rough, where that of the document has a lower one."""


def states_unit(text: str) -> bool:
    """Tell whether a text states a scale or a currency for a whole table, or says in words that it states a
    unit."""
    unit = read_unit_caption(text)
    return unit is not None and bool(unit.scale or unit.currency or _UNIT_OF_ONE.match(text))


def says_continued(text: str) -> bool:
    """Tell whether a title says that what stands below it is the rest of the table before."""
    return len(text) <= _MAX_HEADING and bool(_CONTINUED.search(text) or _GOES_ON.search(text))


def stands_out(text: str, bold: float) -> bool:
    """Tell whether a block is short and in bold, or in capitals; `bold` is the share of it in bold."""
    return len(text) <= _MAX_HEADING and (bold > 0.9 or text.isupper())


class DocumentContext:
    """Reads the document's blocks in order and answers what surrounds the place it has reached."""

    def __init__(self) -> None:
        self.chapter = ""
        self.heading = ""
        self._over_company = ""  # the statement named right above a heading that is only a company's name
        self.default_caption = ""
        self.table_caption = ""
        self.held_caption = ""  # that of the last table alone, while nothing but a date has been said since
        self.document_caption = ""
        self.chapter_caption = ""
        self._unit_said = ""
        self.recent: deque[tuple[str, bool]] = deque(maxlen=30)
        self.page_tops: Counter[str] = Counter()
        self._at_top = False

    def add(self, text: str, bold: float, chapter: bool = False) -> None:
        """Take in one block of text: `bold` is the share of it in bold, `chapter` tells that a chapter begins
        with it."""
        if at := _unit_at_end(text):
            self.add(text[:at].strip(), bold, chapter)
            text, chapter = text[at:], False
        if not text or _PAGE.match(text):
            self._at_top = self._at_top or bool(text)
            return
        if not _GOES_ON.search(text) and not _WHEN.fullmatch(text):
            self.held_caption = ""
        heading = stands_out(text, bold) or (len(text) <= _MAX_HEADING and _is_numbered(text))
        self.recent.append((text, heading))
        self._at_top = self._at_top and heading
        spoken = _IN_PROSE.search(text)
        if spoken and not self.document_caption:
            self.document_caption = f"(in {spoken[1].lower()}, except per share data)"
        self._note_unit_of_all(text)
        if len(text) <= _MAX_HEADING and states_unit(text):
            kept = not heading and _OTHERWISE.search(self.default_caption) and not _OTHERWISE.search(text)
            if (heading or text.startswith("(")) and not kept and not _is_of_one_table(text):
                self.default_caption = text
            text = _title_in(text, heading)
            heading = bool(text)
        if not (heading or _STATEMENT.fullmatch(text)) or self._is_running(text):
            return
        if _CHAPTER.match(text):
            self.chapter_caption = ""
        if chapter or _HEADING.match(text):
            self.chapter, self.heading, self.table_caption = text, "", ""
        else:
            self.heading = text
        self._over_company = self._statement_above() if names_company_only(text) else ""

    def _note_unit_of_all(self, text: str) -> None:
        """Note a unit that holds "unless noted otherwise", as its own line or the next one says. Note also
        the unit that reports from mainland China state for all notes or for a chapter."""
        said = _SPACE_WITHIN.sub("", text)
        own = bool(_UNIT_SAID.match(said))
        unit = said if own else self._unit_said
        if _UNLESS_NOTED.search(said) and not self.document_caption and states_unit(unit):
            self.document_caption = _UNLESS_NOTED.sub("", unit).strip()
        self._unit_said = said if own else ""
        notes = _UNIT_OF_NOTES.search(said)
        unit = f"{_UNIT_IS}{notes[notes.lastgroup]}" if notes and notes.lastgroup else ""
        if states_unit(unit):
            self.document_caption = unit
        of_chapter = _UNIT_OF_CHAPTER.search(said)
        unit = f"{_UNIT_IS}{of_chapter['unit']}" if of_chapter else ""
        if states_unit(unit):
            self.chapter_caption = unit

    def is_of_page(self, text: str) -> bool:
        """Tell whether a block is of the page and not of what stands on it: its number, or a heading that ran
        along the tops of the pages before."""
        return _PAGE.match(text) is not None or self.page_tops[text] >= _OFTEN

    def currency(self) -> str:
        """Return the currency of all tables that name none, or ""."""
        heading = self.default_caption if EAST_ASIAN.search(self.default_caption) else ""
        units = map(read_unit_caption, (self.chapter_caption, self.document_caption, heading))
        return next((unit.currency for unit in units if unit and unit.currency), "")

    def _is_running(self, text: str) -> bool:
        """Tell whether a heading only runs along the tops of the pages: it goes on, or stood there before."""
        if self._at_top:
            self.page_tops[text] += 1
        return bool(self.chapter and _CONTINUED.search(text)) or self.page_tops[text] >= _OFTEN

    def close_table(self, caption: str) -> None:
        """Note that a table with this caption stood here; text before it does not count for the next one.

        A caption that closes a sentence ("... were as follows (in thousands):") holds for that sentence's
        table only, where the document has a caption for all. So does one in billions in a document of
        millions. A caption that only says in what shares are counted leaves the one that stood before.
        """
        in_sentence = any(text.rstrip(" :.").endswith(caption) and text != caption for text in self._near())
        of_all = self.default_caption or self.document_caption
        if is_of_its_own(caption) or _OF_FOREIGN_MONEY.search(caption) or caption == self.chapter_caption:
            pass  # that of one column, or of foreign money: the tables below mean what the ones above said
        elif _is_of_one_table(caption):
            self.table_caption = self.table_caption if _counts_shares(caption) else ""
            self.held_caption = caption
        elif not (of_all and (in_sentence or _is_rough(caption, of_all))):
            self.table_caption = caption
        self.recent.append(("", False))

    def title(self) -> str:
        """Return the chapter title and the nearest heading under it."""
        return " — ".join(part for part in (self.chapter, self.heading) if part)

    def name(self) -> str:
        """Return what to call a table here where its nearest heading is only a company's name below the title
        of a statement: the chapter and the statement. Elsewhere "": the name of a company that was bought
        says what the table is of."""
        if not self._over_company:
            return ""
        return " — ".join(dict.fromkeys(part for part in (self.chapter, self._over_company) if part))

    def _statement_above(self) -> str:
        """Return the statement that is named right above the last block, dates, units and names between them
        aside, or ""."""
        for text, heading in [*self.recent][-2::-1]:
            title = _title_in(text, heading) if states_unit(text) else text
            if names_statement(title):
                return title
            if not text or not (states_period_only(text) or names_company_only(text) or not title):
                return ""
        return ""

    def text_before(self) -> str:
        """Return up to 500 characters of the text since the last table."""
        texts: list[str] = []
        for text, _ in reversed(self.recent):
            if not text:
                if texts:
                    break
                continue
            texts.append(text)
            if sum(map(len, texts)) > REACH:
                break
        return " ".join(reversed(texts))[-REACH:]

    def caption(self, *, amounts: bool = True) -> str:
        """Return the unit caption just before this place, or the last table's of the chapter, or "". What a
        chapter says of all its tables holds for those with `amounts` that whole units come to."""
        above = False  # whether a table stands between
        for text in reversed(self._near()):
            above = above or not text
            caption = _caption_in(text)
            if caption and not (above and _is_of_one_table(caption)):
                return caption
        # A chapter's second table often says nothing, and means what the first one said.
        chapter = self.chapter_caption if amounts else ""
        of_all = self.default_caption or chapter or self.document_caption
        return self.held_caption or self.table_caption or of_all

    def _near(self) -> list[str]:
        return [text for text, _ in self.recent][-_NEAR_BLOCKS:]


def _is_numbered(text: str) -> bool:
    """Tell whether a text begins with the number of a chapter, or is a numbered line in Chinese."""
    return bool(_HEADING.match(text) or _SUBHEADING.fullmatch(text))


def _unit_at_end(text: str) -> int:
    """Return where the one unit begins that closes a sentence before a table, or the line of its company
    ("情况如下：单位：万元"); 0 where there is none, or all of the text is one."""
    starts = [label.start() for label in _UNIT_LABEL.finditer(text)]
    if not starts or not text[: starts[-1]].strip():
        return 0
    *earlier, _ = (text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True))
    closes = _AT_END.fullmatch(text, starts[-1]) and states_unit(text[starts[-1] :])
    return starts[-1] if closes and not any(map(states_unit, earlier)) else 0


def _is_of_one_table(caption: str) -> bool:
    """Tell whether a caption holds for the table below it and no other."""
    one = bool(units_of_kinds(caption)) or _OF_ONE_TABLE.fullmatch(caption) is not None
    return one or _counts_shares(caption)


def _counts_shares(caption: str) -> bool:
    """Tell whether a caption says in what shares are counted, and says nothing of money, which most tables
    are of."""
    unit = read_unit_caption(caption)
    return unit is not None and unit.measure is Measure.SHARES and not unit.currency


def _is_rough(caption: str, of_all: str) -> bool:
    """Tell whether a caption says billions where that of the document says less."""
    own, general = read_unit_caption(caption), read_unit_caption(of_all)
    return own is not None and general is not None and general.scale < _BILLIONS <= own.scale


def _title_in(text: str, heading: bool) -> str:
    """Return the title before the unit that closes a text, or ""; `heading` tells that it stands out."""
    title = without_units(text).strip()
    if title == text or not title[:1].isupper() or text.rstrip().endswith((":", ".")):
        return ""
    return title if heading or not _VERB.search(title) else ""


def _caption_in(text: str) -> str:
    """Return the bracketed part of a text that alone states the unit, or the whole text, or "".

    A paragraph of any length may close with "(in millions):".
    """
    if units_of_kinds(text):
        return text
    parts = [part for part in _BRACKETED.findall(text) if states_unit(part)]
    closing = bool(parts) and text.rstrip(" :.").endswith(parts[-1])
    return parts[-1] if closing else _shortest(text, parts)


def _shortest(text: str, parts: list[str]) -> str:
    if not states_unit(text):
        return ""
    return parts[-1] if parts else text
