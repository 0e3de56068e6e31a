"""The marked copy of a draft with what was decided, to hand over, and to show in a tab of its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from markupsafe import escape

from cofitcheck.books import LineOutcome
from cofitcheck.reports.marked.reviewed import ReviewTick, with_review
from cofitcheck.reports.marked.steps import LIST, OWN, PromotedFinding, Signed, with_decisions
from cofitcheck.reports.model.marks import reference_name
from cofitcheck.reports.tied import LineView, TieView
from cofitcheck.reports.words import Words, phrase, say
from cofitcheck.review.database.models import FindingRow, OwnRow
from cofitcheck.review.decisions import VERDICT_WORDS, Verdict, stored
from cofitcheck.review.decisions.sign_off import Statement, exception_words
from cofitcheck.review.findings.query import PROMOTED
from cofitcheck.review.own.acts import cells_of, words_of
from cofitcheck.review.own.numbers import Numbers
from cofitcheck.review.own.recompute import OwnOutcome

_TICK = "font:700 10px/1 Arial;color:#1c4f8a;vertical-align:super;white-space:nowrap"
_BARE = f"<style>.{LIST},.{OWN}steps{{display:none!important}}</style></head>".encode()


def decided_copy(
    content: bytes,
    findings: Sequence[FindingRow],
    own: Sequence[OwnRow],
    statement: Statement,
    books: TieView | None = None,
    address: Callable[[int], str] | None = None,
) -> bytes:
    """Return an HTML copy with the verdict at each finding, with ticks, and with the sign-off.

    Findings that people made are added. Own checks and lines that were tied to the books are ticked. The copy
    says who has signed, and what the signatures state. `address` gives the page of a finding; where it is
    None, the copy has only links to its own places.
    """
    further = [
        PromotedFinding(row.number, _label(row), f"m{row.members[0]['mention']}")
        for row in findings
        if row.standing == PROMOTED
    ]
    decisions = {row.number: _decision(row) for row in findings}
    return with_ticks(with_decisions(content, decisions, further, address, _signed(statement)), own, books)


def with_ticks(content: bytes, own: Sequence[OwnRow], books: TieView | None = None) -> bytes:
    """Return an HTML copy with reviewers' ticks, and a list of what they stand for at its head.

    Each number of an own check has a tick with the number of the check, and each line that was tied to the
    books a tick with "B".
    """
    marks: dict[int, list[str]] = defaultdict(list)
    for row in own:
        for cell in cells_of(row):
            if cell.mention >= 0:
                marks[cell.mention].append(f"{_sign(row)}{row.number}")
    for mention, holds, _ in _tied_numbers(books):
        marks[mention].append("✓B" if holds else "✗B")
    ticks = "".join(
        # An element with the focus shows its note in this place.
        f'#m{mention}:not(:focus)::before{{content:"{" ".join(each)} ";{_TICK}}}'
        for mention, each in marks.items()
    )
    if not ticks:
        return content
    lists = (_list(say("Own checks"), _own_items(own)) if own else "") + (_books_list(books) if books else "")
    style = f"<style>{ticks}</style></head>".encode()
    return content.replace(b"</head>", style, 1).replace(b"</header>", lists.encode() + b"</header>", 1)


def reviewed_pdf(
    content: bytes, own: Sequence[OwnRow], statement: Statement, numbers: Numbers, books: TieView | None
) -> bytes:
    """Return a PDF copy with reviewers' ticks and a last page.

    Each number of an own check and each line that was tied to the books has a tick. The last page has the
    signatures, what they state, the own checks and the books.
    """
    notes = [
        (cell.mention, row.outcome == OwnOutcome.HOLDS, words_of(row, stored(row.said)))
        for row in own
        for cell in cells_of(row)
    ]
    notes += [
        (mention, holds, phrase("{section}: {label}", section=phrase("Books"), label=_line_words(line)))
        for mention, holds, line in _tied_numbers(books)
    ]
    places = {each.mention: each for each in numbers.each if each.box}
    ticks = [
        ReviewTick(places[mention].page, places[mention].box or (0, 0, 0, 0), holds, str(note))
        for mention, holds, note in notes
        if mention in places
    ]
    signed = [*_signatures(statement), *map(str, statement.sentences)]
    exceptions = [str(exception_words(item)) for item in statement.exceptions]
    headings = [(say("Sign-off"), [*signed, *exceptions])]
    if own:
        headings.append((say("Own checks"), [f"{row.number} {_own_words(row)}" for row in own]))
    if books:
        headings.append((say("Books"), [_books_head(books), *_books_words(books)]))
    return with_review(content, ticks, headings)


def _own_items(own: Sequence[OwnRow]) -> Iterator[str]:
    for row in own:
        first = next((cell.mention for cell in cells_of(row) if cell.mention >= 0), None)
        words = escape(_own_words(row))
        link = words if first is None else f'<a href="#m{first}">{words}</a>'
        yield f"{_sign(row)}{row.number} {link}"


def _own_words(row: OwnRow) -> str:
    said = phrase("{label}: {reason}", label=row.label, reason=stored(row.said))
    return str(phrase("{verdict} ({person})", verdict=said, person=row.who))


def _sign(row: OwnRow) -> str:
    return "✓" if row.outcome == OwnOutcome.HOLDS else "✗"


def _books_list(books: TieView) -> str:
    return _list(f"{say('Books')}: {_books_head(books)}", map(str, map(escape, _books_words(books))))


def _books_head(books: TieView) -> str:
    return str(phrase("{label}: {reason}", label=books.books, reason=books.coverage))


def _books_words(books: TieView) -> list[str]:
    """Return in words the lines of the statements to which their accounts do not add up."""
    return [str(_line_words(line)) for line in books.lines if not line.agrees]


def _line_words(line: LineView) -> Words:
    return phrase("{label}: {reason}", label=line.label, reason=line.outcome)


def _tied_numbers(books: TieView | None) -> Iterator[tuple[int, bool, LineView]]:
    """Yield each number of a line that was tied, whether its accounts add up to it, and the line."""
    for line in books.lines if books else ():
        if line.accounts and line.mark != LineOutcome.OPEN:
            for mention, off in zip(line.mentions, line.differences, strict=False):
                if mention is not None:
                    yield mention, line.agrees or not off, line


def _list(head: str, items: Iterable[str]) -> str:
    lines = "".join(f"<li>{item}</li>" for item in items)
    return f'<p class="{OWN}own">{escape(head)}</p><ul>{lines}</ul>'


def _name_of(row: FindingRow | OwnRow) -> str:
    """Return the id of the place in the copy that a row is about."""
    mention = row.members[0]["mention"]
    return f"m{mention}" if mention >= 0 else reference_name(row.fingerprint)


def _signed(statement: Statement) -> Signed | None:
    """Return what a copy says about the sign-off, None where nobody has signed."""
    if statement.draft.prepared is None:
        return None
    return Signed(
        [*_signatures(statement), *map(str, statement.sentences)],
        [(str(exception_words(item)), _name_of(item)) for item in statement.exceptions],
    )


def _signatures(statement: Statement) -> list[str]:
    """Return who has signed, and when, in words."""
    draft = statement.draft
    parts = (
        (phrase("Preparer"), draft.prepared_by, draft.prepared),
        (phrase("Reviewer"), draft.reviewed_by, draft.reviewed),
    )
    said: list[str] = []
    for part, who, at in parts:
        signed: Words = phrase("not signed")
        if at:
            signed = phrase("{who}, {day}", who=who, day=f"{at:%Y-%m-%d %H:%M} UTC")
        said.append(str(phrase("{section}: {label}", section=part, label=signed)))
    return said


def bare_copy(content: bytes) -> bytes:
    """Return an HTML copy without its list and steps, to stand beside a finding on a page that has its own.

    No number in it can have the focus. Otherwise a browser would move the focus there when it scrolls to the
    number, and the page would no longer get its keys.
    """
    return content.replace(b"</head>", _BARE, 1).replace(b' tabindex="0"', b"")


def _label(row: FindingRow) -> str:
    return str(phrase("{label} ({words})", label=row.label, words=row.period)) if row.period else row.label


def _decision(row: FindingRow) -> str:
    verdict = VERDICT_WORDS[Verdict(row.verdict)]
    if row.verdict == Verdict.OPEN:
        return str(verdict)
    if row.reason:
        said = phrase("{verdict}: {reason}", verdict=verdict, reason=row.reason)
        return str(phrase("{verdict} ({person})", verdict=said, person=row.decided_by))
    return str(phrase("{verdict} ({person})", verdict=verdict, person=row.decided_by))
