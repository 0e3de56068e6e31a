"""Which split each company belongs to, and whether splits share anything that they must not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cofitcheck.errors import InputError

SHARES = {"train": 8, "dev": 1, "test": 1}
"""The splits, and how much of the documents each is to hold."""

SPLITS = tuple(SHARES)


@dataclass(frozen=True, slots=True)
class SplitMember:
    """One document of a split: what no other split may share with it.

    `entity` is who its own tags say it is of, `company` who a list says (or else the same).
    """

    file: str
    split: str
    company: str
    entity: str
    sha256: str


def assign(documents: Mapping[str, int], seed: int) -> dict[str, str]:
    """Return the split of each company, given how many documents each has.

    The same companies and seed give the same splits, whatever the order of `documents`. Companies come in an
    order drawn from the seed; each goes to the least filled of the splits that it does not overfill. Raises
    `InputError` where there are fewer companies than splits.
    """
    if len(documents) < len(SPLITS):
        companies = "1 company" if len(documents) == 1 else f"{len(documents)} companies"
        raise InputError(
            f"The split {SPLITS[len(documents)]} would be empty: {companies} cannot fill "
            f"{len(SPLITS)} splits; give filings of more companies."
        )
    whole = sum(documents.values()) / sum(SHARES.values())
    held = dict.fromkeys(SPLITS, 0)
    splits: dict[str, str] = {}
    drawn = sorted(documents, key=lambda company: _draw(company, seed))
    for position, company in enumerate(drawn):
        empty = [split for split in SPLITS if not held[split]]
        fitting = [split for split in SPLITS if held[split] + documents[company] <= SHARES[split] * whole]
        # The last companies fill what would stay empty; where none fits, the least filled takes the rest.
        choice = empty if len(drawn) - position <= len(empty) else fitting or SPLITS
        splits[company] = min(choice, key=lambda split: held[split] / SHARES[split])
        held[splits[company]] += documents[company]
    return splits


def require_sound(members: Sequence[SplitMember]) -> None:
    """Raise `InputError` naming a split that is empty, or what is in two splits: a document or a company."""
    for member in members:
        if member.split not in SPLITS:
            known = ", ".join(SPLITS)
            raise InputError(
                f"{member.file}: the split {member.split} is not one of {known}; correct the list."
            )
    _require_one_split("the document", ((member.sha256, member) for member in members))
    _require_one_split("the company", ((member.company, member) for member in members))
    _require_one_split("the company", ((member.entity, member) for member in members))
    for split in SPLITS:
        if all(member.split != split for member in members):
            raise InputError(f"The split {split} is empty; give it a document that can be read.")


def _draw(company: str, seed: int) -> bytes:
    return hashlib.sha256(f"{seed} {company}".encode("utf-8", "replace")).digest()


def _require_one_split(what: str, shared: Iterable[tuple[str, SplitMember]]) -> None:
    first: dict[str, SplitMember] = {}
    for name, member in shared:
        before = first.setdefault(name, member)
        if before.split != member.split:
            whose = f"{what} {member.file if what == 'the document' else name}"
            raise InputError(
                f"{whose} is in two splits: {before.file} is in {before.split}, "
                f"{member.file} in {member.split}; keep it in one."
            )
