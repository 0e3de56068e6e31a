"""Tell whether a note is about what the place that refers to it says."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.references.found import Reference
from cofitcheck.checks.references.headings import Note, subject_of
from cofitcheck.checks.references.notes import Notes

_FEWEST_TIED = 2
"""How many amounts of a line do not stand together in another row by chance."""
_FEW = 2
"""The most passages of a note that have the words of another note in passing."""
_OFTEN = 8
"""The same limit where it is higher: one in so many of the passages that have these words in the other
note."""
_FEWEST_WORDS = 2
"""The fewest words that name a subject: one word alone is said of many."""
_FAR = 3
"""A note tells of its subject in at least so many times as many passages as any other."""
_NEAR = 3
"""How far off at most a number is that was not changed when notes were added or left out."""


@dataclass(frozen=True, slots=True)
class Misreference:
    """A reference to a note on another subject; `meant` is the note on what the place says."""

    reference: Reference
    stated: Note
    meant: Note


def misreferences(
    notes: Notes, references: Sequence[Reference], beside: Sequence[Reference] = ()
) -> Iterator[Misreference]:
    """Yield the references to notes that are about something else. A note near them must be about what they
    say, or other references that say the same, or those `beside` them, must refer to that note."""
    named = _Named([*references, *beside])
    for reference in references:
        subject = subject_of(reference.name)
        stated = [note for number in reference.numbers for note in notes.numbered(number)]
        if not subject or not stated:
            continue
        if any(_may_be_meant(notes, note, reference, subject) for note in stated):
            meant = _title_of(notes, stated, reference, subject) or _tied_of(notes, stated, reference)
            number = None if meant else named.by_others(reference, subject, least=2)
        else:
            meant = (
                _meant(notes, reference, subject)
                or _tied_of(notes, stated, reference)
                or _told_of(notes, stated, reference, subject)
            )
            number = None if meant else named.by_others(reference, subject, least=1)
        if number is not None:
            meant = _only(notes.numbered(number))
        if meant and meant not in stated and _is_near(meant, reference):
            yield Misreference(reference, stated[0], meant)


def right_references(notes: Notes, references: Sequence[Reference]) -> Iterator[tuple[Reference, Note]]:
    """Yield the references to one note whose title shares most words with what they say, and that note."""
    for reference in references:
        stated = _only([note for number in reference.numbers for note in notes.numbered(number)])
        subject = subject_of(reference.name)
        if stated and subject and _shares_most(stated.subject, subject):
            yield reference, stated


class _Named:
    """How often references say each subject of each note."""

    def __init__(self, references: Sequence[Reference]) -> None:
        self._numbers: dict[Words, Counter[int]] = defaultdict(Counter)
        for each in references:
            if len(each.numbers) == 1:
                self._numbers[subject_of(each.name)][each.numbers[0]] += 1

    def by_others(self, reference: Reference, subject: Words, *, least: int) -> int | None:
        """Return the number of the one note that all other references of the same subject name, where there
        are at least `least` of them; None where there is no such note."""
        others = Counter(self._numbers[subject])
        if len(reference.numbers) == 1:
            others[reference.numbers[0]] -= 1
        left = +others
        number, count = next(iter(left.items())) if len(left) == 1 else (0, 0)
        return number if count >= least else None


def _may_be_meant(notes: Notes, note: Note, reference: Reference, subject: Words) -> bool:
    """Tell whether a note has the subject that a place names: in its title, or, where only a label names it,
    anywhere."""
    if reference.titled:
        return subject <= note.subject or note.subject <= subject or _shares_most(note.subject, subject)
    words = words_of(reference.name)
    return bool(note.subject & subject) or any(words <= each for each in notes.words[note])


def _is_near(note: Note, reference: Reference) -> bool:
    return abs(note.number - reference.numbers[0]) <= _NEAR


def _shares_most(one: Words, other: Words) -> bool:
    return 2 * len(one & other) > min(len(one), len(other))


def _meant(notes: Notes, reference: Reference, subject: Words) -> Note | None:
    """Return the one note whose title is what the place names. Where there is none, and the place does not
    give a title, return the one that has a heading of that name, or else the one whose title has more than
    half of the words and no others."""
    found = [note for note in notes.all if note.subject and _is_named(note, reference, subject)]
    if not found and not reference.titled:
        about = words_of(reference.name)
        within = [note for note in notes.all if any(_is_about(each, about) for each in notes.headings[note])]
        found = [note for note in within if not note.is_of_policies]
    if not found and not reference.titled and reference.table < 0:
        near = [note for note in notes.all if note.subject & subject and not note.is_of_policies]
        found = [note for note in near if len(near) == 1 and _is_half_of(note.subject, subject)]
    if not found and not reference.titled:
        found = [note for note in notes.all if note.subject and _is_half_of(note.subject, subject)]
        found = [note for note in found if not note.is_of_policies]
    return _only(found)


def _title_of(notes: Notes, stated: Sequence[Note], reference: Reference, subject: Words) -> Note | None:
    """Return the one note whose title, or else one of whose headings, is what a place names.

    The notes that the place refers to must hardly have the words: in few passages, and in no heading.
    """
    words = words_of(reference.name)
    passing = sum(words <= each for note in stated for each in notes.said[note])
    headings = [text for note in stated for text in (note.title, *notes.headings[note])]
    if any(note.is_of_policies for note in stated) or any(words & words_of(h) for h in headings):
        return None
    titled = _only(
        [note for note in notes.all if note.subject == subject]
        or [
            note
            for note in notes.all
            if not note.is_of_policies and any(subject_of(each) == subject for each in notes.headings[note])
        ]
    )
    about = sum(words <= each for each in notes.said[titled]) if titled else 0
    return titled if passing <= max(_FEW, about // _OFTEN) else None


def _told_of(notes: Notes, stated: Sequence[Note], reference: Reference, subject: Words) -> Note | None:
    """Return the one note that tells of what a sentence names and has a word of it in its title.

    Where there is none, the notes that the sentence refers to must have less than half of its words. Then it
    is the note that tells of it in far more passages than all others, or the only one with two words of it or
    more in its title.
    """
    words = words_of(reference.name)
    if reference.titled or reference.table >= 0 or len(words) < _FEWEST_WORDS:
        return None
    own = notes.at(reference.passage)
    others = [note for note in notes.all if note != own and not note.is_of_policies]
    passages = {note: sum(words <= each for each in notes.words[note]) for note in others}
    called = [note for note in others if note.subject & subject]
    about = [note for note in called if passages[note] and _is_near(note, reference)]
    if about:
        return _only(about)
    shared = max((len(words & each) for note in stated for each in notes.words[note]), default=0)
    if 2 * shared >= len(words):
        return None
    first, second = sorted((*passages.values(), 0, 0), reverse=True)[:2]
    if first >= _FAR * max(second, 1):
        return next(note for note in others if passages[note] == first)
    called = [note for note in called if len(note.subject & subject) >= _FEWEST_WORDS]
    return (
        _only(called) if all(2 * len(note.subject & subject) > len(note.subject) for note in called) else None
    )


def _tied_of(notes: Notes, stated: Sequence[Note], reference: Reference) -> Note | None:
    """Return the one note that has the numbers of a line of a statement in one row, or one column. The notes
    that the line refers to must not have them there, and must have another title."""
    line = notes.line_of_statement(reference.table, reference.row)
    subject = subject_of(reference.name)
    # The policies of a company are about every line.
    called = any(note.is_of_policies or subject <= note.subject or note.subject <= subject for note in stated)
    if len(line) < _FEWEST_TIED or called:
        return None
    tied = [note for note in notes.all if any(line <= row for row in notes.rows[note])]
    return None if any(note in tied for note in stated) else _only(tied)


def _only(notes: Sequence[Note]) -> Note | None:
    return notes[0] if len(notes) == 1 else None


def _is_half_of(title: Words, subject: Words) -> bool:
    return title <= subject and 2 * len(title) > len(subject)


def _is_named(note: Note, reference: Reference, subject: Words) -> bool:
    if reference.titled and reference.name.casefold().startswith(note.title.casefold()):
        return True  # "Contingencies - Legal Matters" is a part of the note
    if reference.table < 0 or len(note.subject ^ subject) > 1:
        return note.subject == subject
    return note.subject <= subject or subject <= note.subject


def _is_about(heading: str, about: Words) -> bool:
    return about <= words_of(heading) and len(subject_of(heading) - about) <= 1
