"""Whether a note is about what the place says that refers to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cofitcheck.checks.evidence.words import Words
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
            if meant and abs(meant.number - reference.numbers[0]) <= _NEAR:
                yield Misreference(reference, stated[0], meant)


def _may_be_meant(notes: Notes, note: Note, reference: Reference, subject: Words) -> bool:
    """Tell whether a note has the subject that a place names: in its title, or, where only a label names it,
    anywhere."""
    if reference.titled:
        return subject <= note.subject or note.subject <= subject or _shares_most(note.subject, subject)
    return bool(note.subject & subject) or subject <= notes.words[note]


def _shares_most(one: Words, other: Words) -> bool:
    return 2 * len(one & other) > min(len(one), len(other))


def _meant(notes: Notes, reference: Reference, subject: Words) -> Note | None:
    """Return the one note whose title is what the place names."""
    named = [note for note in notes.all if note.subject and _is_named(note, reference, subject)]
    return named[0] if len(named) == 1 else None


def _is_named(note: Note, reference: Reference, subject: Words) -> bool:
    if reference.table < 0 or len(note.subject ^ subject) > 1:
        return note.subject == subject
    return note.subject <= subject or subject <= note.subject
