"""The files of a comparison: its page, its JSON and the marked copies of the documents.

A marked copy shows which numbers of the document agree with the other document, and which do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote

from cofitcheck.checks.comparatives import Compared, Comparison, Comparisons, Kinship, Outcome
from cofitcheck.document import Document
from cofitcheck.prose import ProseMention
from cofitcheck.reports.compared.records import comparisons_json
from cofitcheck.reports.compared.view import ComparisonsView
from cofitcheck.reports.formats import file_stem, write_whole
from cofitcheck.reports.html import template
from cofitcheck.reports.marked import MARKED, Marking, copy_of, copy_suffix
from cofitcheck.reports.marked.text import TextMark
from cofitcheck.reports.model.finding_text import mention_name
from cofitcheck.reports.model.marks import Mark, MarkRole, agreeing, anchor, unread_marks
from cofitcheck.reports.model.wording import encodable, short
from cofitcheck.reports.words import Words, language_of, phrase, speaking
from cofitcheck.reports.words.books import coverage_words
from cofitcheck.reports.words.reasons import render_reason

_PRIOR, _TIED = "PY", "T"
"""The tick marks of auditors for a number that agrees with last year's report, or with another document."""
_ROLES = {
    Outcome.DIFFER: MarkRole.FINDING,
    Outcome.EXPLAINED: MarkRole.SAME_FACT,
    Outcome.ADDED: MarkRole.SAME_FACT,
    Outcome.DROPPED: MarkRole.SAME_FACT,
    Outcome.MOVED: MarkRole.PART,
    Outcome.LEFT_OPEN: MarkRole.LEFT_OPEN,
    Outcome.AGREE: MarkRole.AGREES,
    Outcome.NOT_FOUND: MarkRole.NOT_READ,
}
_WEIGHTS = {role: weight for weight, role in enumerate(MarkRole)}
_DRAFT_LEGEND: dict[MarkRole, Words] = {
    MarkRole.FINDING: phrase("changed"),
    MarkRole.SAME_FACT: phrase("in one of the two drafts only"),
    MarkRole.PART: phrase("moved"),
    MarkRole.NOT_READ: phrase("not read"),
}
_LEGEND: dict[MarkRole, Words] = {
    MarkRole.FINDING: phrase("differs"),
    MarkRole.SAME_FACT: phrase("differs, explained"),
    MarkRole.LEFT_OPEN: phrase("differs, left open"),
    MarkRole.NOT_READ: phrase("not found there, or not read"),
}
_AGREES = {
    Kinship.LAST_YEAR: phrase("PY: agrees with the earlier report"),
    Kinship.RENDITION: phrase("T: agrees with the other document"),
    Kinship.RELEASE: phrase("T: agrees with the other document"),
}

HTML_SUFFIX, JSON_SUFFIX = ".compared.report.html", ".compared.report.json"


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two documents of a comparison, and the name of the other one's marked copy."""

    comparison: Comparison
    is_this: bool
    copy: str

    @property
    def document(self) -> Document:
        return self.comparison.this if self.is_this else self.comparison.other

    @property
    def facing(self) -> Document:
        return self.comparison.other if self.is_this else self.comparison.this

    def ends(self, each: Compared) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the numbers of this side and those of the other side that take part in a comparison."""
        mine = () if each.mention is None else (each.mention,)
        its = () if each.counterpart is None else (each.counterpart, *each.others)
        return (mine, its) if self.is_this else (its, mine)


def markings(comparisons: Comparisons, copies: Sequence[str] = ()) -> list[Marking]:
    """Return what the marked copies show: first that of this document, then that of each other document.

    `copies` are the names of the copies in this order, for links between them; "" stands for a missing one.
    """
    names = [*copies, *[""] * (1 + len(comparisons.each) - len(copies))]
    here = [_Side(each, True, names[number]) for number, each in enumerate(comparisons.each, start=1)]
    return [_marking(here), *(_marking([_Side(each, False, names[0])]) for each in comparisons.each)]


def _marking(sides: Sequence[_Side]) -> Marking:
    """Return what the marked copy of one document shows; `sides` are its sides of all comparisons."""
    numbers: dict[int, Mark] = {}
    text: dict[int, TextMark] = {}
    legend: dict[MarkRole, Words] = {}
    for side in sides:
        for each in side.comparison.compared:
            for index, mark in _marks(side, each).items():
                numbers[index] = _weightier(numbers.get(index), mark)
        text |= {each.said.index: each for each in _text(side)}
        legend |= _legend(side.comparison.kinship)
    document = sides[0].document
    return Marking(
        document=document,
        numbers=numbers,
        text=[text[index] for index in sorted(text)],
        places=unread_marks(document),
        anchored=numbers.keys(),
        headline=phrase(
            "Made by cofitcheck, compared with {document}; scripts and external content are "
            "removed. {coverage} ",
            document=encodable(", ".join(side.facing.name for side in sides)),
            coverage=coverage_words(sides[0].comparison),
        ),
        legend=legend,
    )


def _legend(kinship: Kinship) -> Mapping[MarkRole, Words]:
    if kinship is Kinship.DRAFT:
        return _DRAFT_LEGEND
    return {MarkRole.AGREES: _AGREES[kinship], **_LEGEND}


def _marks(side: _Side, each: Compared) -> dict[int, Mark]:
    """Return the marks of the numbers of one side. Numbers that did not change between drafts have none."""
    kinship, outcome = side.comparison.kinship, each.outcome
    if kinship is Kinship.DRAFT and outcome is Outcome.AGREE:
        return {}
    mine, its = side.ends(each)
    mark = Mark(_ROLES[outcome], _note(side, each, its))
    if outcome is Outcome.AGREE:
        mark = replace(mark, ticks=(_PRIOR if kinship is Kinship.LAST_YEAR else _TIED,))
    if its and side.copy:
        mark = replace(mark, link=f"{quote(side.copy)}{anchor(side.facing.mentions[its[0]])}")
    return dict.fromkeys(mine, mark)


def _note(side: _Side, each: Compared, its: Sequence[int]) -> Words:
    """Return what the note at a number says: its place in the other document, and why it differs."""
    if not its:
        other = encodable(side.facing.name)
        return phrase("Only here, not in {document}.", document=other)
    numbers = agreeing([mention_name(side.facing, index) for index in its[:3]])
    if each.outcome is Outcome.AGREE:
        return phrase("Agrees with {numbers}.", numbers=numbers)
    if each.outcome is Outcome.MOVED:
        return phrase("Moved: {numbers}.", numbers=numbers)
    if each.reason is None:
        return phrase("Differs from {numbers}.", numbers=numbers)
    reason = render_reason(each.reason)
    if each.words:
        reason = phrase("{reason}: “{words}”", reason=reason, words=short(each.words, 200))
    return phrase("Differs from {numbers}; {reason}.", numbers=numbers, reason=reason)


def _text(side: _Side) -> list[TextMark]:
    """Return the marks of the numbers in sentences of one side."""
    marks = []
    for each in side.comparison.said:
        mine, its = (each.here, each.there) if side.is_this else (each.there, each.here)
        if mine is None or (not side.is_this and each.outcome is Outcome.AGREE):
            continue
        cells = each.cells if side.is_this else ()
        numbers = [*map(_sentence, () if its is None else (its,))]
        numbers += [mention_name(side.facing, cell) for cell in cells[:2]]
        ticks = (_TIED,) if each.outcome is Outcome.AGREE else ()
        marks.append(TextMark(mine, Mark(_ROLES[each.outcome], _told(side, each.outcome, numbers), ticks)))
    return marks


def _told(side: _Side, outcome: Outcome, numbers: Sequence[Words]) -> Words:
    if not numbers:
        return phrase("Only here, not in {document}.", document=encodable(side.facing.name))
    if outcome is Outcome.AGREE:
        return phrase("Agrees with {numbers}.", numbers=agreeing(numbers))
    return phrase("Differs from {numbers}.", numbers=agreeing(numbers))


def _sentence(said: ProseMention) -> Words:
    return phrase("{number} in “{sentence}”", number=said.text, sentence=short(said.words, 200))


def _weightier(known: Mark | None, mark: Mark) -> Mark:
    """Return the weightier of two marks. "Not found" yields: another document may have the number."""
    if known is None or (known.role is MarkRole.NOT_READ) or _WEIGHTS[mark.role] < _WEIGHTS[known.role]:
        return mark
    return known


def save_comparisons(
    comparisons: Comparisons, directory: Path, stem: str | None = None, language: str = ""
) -> list[Path]:
    """Write the files of a comparison (see `comparison_files`) and return them.

    `stem` begins the file names, by default the name of this document without its ending. `directory` is made
    where it is missing. Raises `OSError` where it cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    stem = file_stem(comparisons.this.name) if stem is None else stem
    contents = comparison_files(comparisons, stem, language)
    for name, content in contents.items():
        write_whole(directory / name, content)
    return [directory / name for name in contents]


def comparison_files(comparisons: Comparisons, stem: str, language: str = "") -> dict[str, bytes]:
    """Return the report as HTML and JSON and the marked copies of all documents whose sources are at hand, by
    file names that begin with `stem`.

    `language` is one of `words.LANGUAGES`, "" for this document's own, or English where it is none of them.
    """
    with speaking(language or language_of(comparisons.this)):
        names = _copy_names(comparisons, stem)
        contents = {
            stem + HTML_SUFFIX: render_comparisons(comparisons, names).encode("utf-8", "replace"),
            stem + JSON_SUFFIX: comparisons_json(comparisons),
        }
        for name, marking in zip(names, markings(comparisons, names), strict=True):
            if name and (copy := copy_of(marking)) is not None:
                contents[name] = copy.content
        return contents


def _copy_names(comparisons: Comparisons, stem: str) -> list[str]:
    """Return the names of the marked copies of this document and of the others, "" where there is none."""
    names: list[str] = []
    for document in (comparisons.this, *(each.other for each in comparisons.each)):
        suffix = copy_suffix(document)
        which = f".{len(names)}-{file_stem(document.name)}" if names else ""
        names.append(f"{stem}.compared{which}{MARKED}{suffix}" if suffix else "")
    return names


def render_comparisons(comparisons: Comparisons, copies: Sequence[str] = ()) -> str:
    """Return the report as one HTML file that loads nothing and runs nothing; every text from a document is
    escaped, and no date stands in it.

    `copies` are the file names of the marked copies to which the report links: first that of this document,
    then that of each other; "" stands for a missing one.
    """
    return template("compared.html.j2").render(view=ComparisonsView(comparisons, copies))
