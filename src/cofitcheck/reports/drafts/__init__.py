"""Recognises a finding, or another fact, in the next draft.

A fact is recognised by its fingerprint, which is made of the sections, titles, rows and columns of all its
statements, and never of their values. Where a statement was added or taken away, it is recognised by the
places of the statements that stayed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from cofitcheck.reports.words import Words, phrase


class Statement(Protocol):
    """A number as a draft states it."""

    @property
    def place(self) -> str:
        """The name of the cell, which is the same in every draft that has it."""
        ...

    @property
    def value(self) -> str:
        """The number in base units, or which blank it is."""
        ...

    @property
    def text(self) -> str:
        """What is printed."""
        ...

    @property
    def title(self) -> str:
        """The table that it stands in."""
        ...


Stated = TypeVar("Stated", bound=Statement)


@dataclass(frozen=True, slots=True)
class Known:
    """A fact of a draft, with its fingerprint and its statements, by which a later draft is matched."""

    id: int
    fingerprint: str
    members: Sequence[Statement]


def match(before: Sequence[Known], after: Sequence[Known]) -> dict[int, int]:
    """Return for the ids of facts in `after` the id of the fact in `before` that each one continues.

    Facts with equal fingerprints are matched in their order. Facts without an equal fingerprint are matched
    where more than half of the places of each are places of the other. No two facts continue the same one.
    """
    by_name: dict[str, list[Known]] = defaultdict(list)
    for known in before:
        by_name[known.fingerprint].append(known)
    matched = {one.id: by_name[one.fingerprint].pop(0).id for one in after if by_name[one.fingerprint]}
    taken = set(matched.values())
    by_place = _by_place(known for known in before if known.id not in taken)
    for one in after:
        if one.id not in matched and (found := _most_alike(one, by_place, taken)):
            matched[one.id] = found
            taken.add(found)
    return matched


def changes(before: Iterable[Stated], after: Iterable[Stated]) -> list[Words]:
    """Return in words what changed in the statements of a fact; an empty list where nothing did."""
    old, new = _by_value(before), _by_value(after)
    said: list[Words] = []
    for place in dict.fromkeys([*old, *new]):
        left, right = old.get(place, []), new.get(place, [])
        if [member.value for member in left] == [member.value for member in right]:
            continue
        if not left or not right:
            member = (left or right)[0]
            where = {"number": member.text, "table": member.title}
            gone = phrase("{number} in {table} is no longer part of it")
            said.append((gone if left else phrase("{number} in {table} is now part of it")).of(where))
        else:
            now = phrase(
                "{before} in {table} is now {after}",
                before=left[0].text,
                table=left[0].title,
                after=right[0].text,
            )
            said.append(now)
    return said


def _by_place(facts: Iterable[Known]) -> Mapping[str, list[Known]]:
    by_place: dict[str, list[Known]] = defaultdict(list)
    for known in facts:
        for place in {member.place for member in known.members}:
            by_place[place].append(known)
    return by_place


def _most_alike(one: Known, by_place: Mapping[str, list[Known]], taken: set[int]) -> int | None:
    places = {member.place for member in one.members}
    shared: dict[int, int] = defaultdict(int)
    sizes: dict[int, int] = {}
    for place in places:
        for known in by_place.get(place, ()):
            if known.id not in taken:
                shared[known.id] += 1
                sizes[known.id] = len({member.place for member in known.members})
    alike = [(count, -key) for key, count in shared.items() if 2 * count > max(len(places), sizes[key])]
    return -max(alike)[1] if alike else None


def _by_value(members: Iterable[Stated]) -> dict[str, list[Stated]]:
    by_place: dict[str, list[Stated]] = defaultdict(list)
    for member in members:
        by_place[member.place].append(member)
    return {place: sorted(those, key=lambda member: member.value) for place, those in by_place.items()}
