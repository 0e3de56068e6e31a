"""Whether a note is about what the place says that refers to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cofitcheck.checks.evidence.words import Words, words_of
from cofitcheck.checks.references.found import Reference
from cofitcheck.checks.references.notes import Note, Notes, subject_of

_NEAR = 3
"""A number that was not moved on when notes came or went is so far off at most."""


@dataclass(frozen=True, slots=True)
class Misreference:
    """A reference to a note on another subject; `meant` is the note on what the place says."""

    reference: Reference
    stated: Note
    meant: Note


def misreferences(notes: Notes, references: Sequence[Reference]) -> Iterator[Misreference]:
    """Yield the references to notes that are about something else, while a note near them is about that."""
    for reference in references:
        subject = subject_of(reference.name)
        stated = [note for number in reference.numbers for note in notes.numbered(number)]
        if subject and stated and not any(_may_be_meant(notes, note, reference, subject) for note in stated):
            meant = _meant(notes, reference, subject)
            if meant and meant not in stated and abs(meant.number - reference.numbers[0]) <= _NEAR:
                yield Misreference(reference, stated[0], meant)


def _may_be_meant(notes: Notes, note: Note, reference: Reference, subject: Words) -> bool:
    """Tell whether a note has the subject that a place names: in its title, or, where only a label names it,
    anywhere."""
    if reference.titled:
        return subject <= note.subject or note.subject <= subject or _shares_most(note.subject, subject)
    words = words_of(reference.name)
    return bool(note.subject & subject) or any(words <= each for each in notes.words[note])


def _shares_most(one: Words, other: Words) -> bool:
    return 2 * len(one & other) > min(len(one), len(other))


def _meant(notes: Notes, reference: Reference, subject: Words) -> Note | None:
    """Return the one note whose title is what the place names; where no title is, the one that has a heading
    of that name, or else the one that has any word of it in its title, all of which is of it."""
    found = [note for note in notes.all if note.subject and _is_named(note, reference, subject)]
    if not found and not reference.titled:
        about = words_of(reference.name)
        within = [note for note in notes.all if any(_is_about(each, about) for each in notes.headings[note])]
        found = [note for note in within if not note.is_of_policies]
    if not found and not reference.titled and reference.table < 0:
        near = [note for note in notes.all if note.subject & subject and not note.is_of_policies]
        found = [note for note in near if len(near) == 1 and _is_half_of(note.subject, subject)]
    return found[0] if len(found) == 1 else None


def _is_half_of(title: Words, subject: Words) -> bool:
    return title <= subject and 2 * len(title) >= len(subject)


def _is_named(note: Note, reference: Reference, subject: Words) -> bool:
    if reference.titled and reference.name.casefold().startswith(note.title.casefold()):
        return True  # "Contingencies - Legal Matters" is a part of the note
    if reference.table < 0 or len(note.subject ^ subject) > 1:
        return note.subject == subject
    return note.subject <= subject or subject <= note.subject


def _is_about(heading: str, about: Words) -> bool:
    return about <= words_of(heading) and len(subject_of(heading) - about) <= 1
