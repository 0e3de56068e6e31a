"""Which lines of a table are the sum of which others: what several columns keep, or one with too many digits
for chance.

Everything here speaks of rows that add up down the columns; a turned matrix tells which columns add up across
the rows. A relation is learnt from the columns that keep it, so that a column that breaks it can be told.
"""

from __future__ import annotations

from collections.abc import Sequence

from cofitcheck.checks.evidence.addends import deducted
from cofitcheck.checks.evidence.changes import says_change
from cofitcheck.checks.sums.differences import changes
from cofitcheck.checks.sums.matrix import Matrix
from cofitcheck.checks.sums.near import near_sums
from cofitcheck.checks.sums.reading import Reading
from cofitcheck.checks.sums.relations import Form, Relation, standing
from cofitcheck.checks.sums.words import names_closing, names_result, names_total

_KEPT = 3
"""The most relations that are kept of a total."""


def find_relations(matrix: Matrix, *, down: bool) -> list[Relation]:
    """Return the sums that rows of a matrix make, top down and bottom up, the best of each total first."""
    signs = list(deducted([path[-1:] for path in matrix.row_labels], down=down))
    found = [
        *Reading(matrix, signs, upwards=False).relations(),
        *Reading(matrix, signs, upwards=True).relations(),
    ]
    if not down:
        found += changes(matrix)
    best = _best(_once(found, matrix))
    known = {each.total for each in best}
    return best + [each for each in near_sums(matrix, signs, best) if each.total not in known]


def _once(found: Sequence[Relation], matrix: Matrix) -> list[Relation]:
    """Return each equation once: 5 = 3 + 2 and 3 = 5 - 2 are one, told of the line that is named a total or a
    change, or else of the one that is added up plainly."""

    def plainness(relation: Relation) -> tuple[bool, bool, int, int]:
        path = matrix.row_labels[relation.total]
        named = names_total(path) or names_closing(path) or says_change(path)
        form, upwards = _FORMS.index(relation.form), int(relation.upwards)
        # What is left of others stands below them, whatever its sign.
        last = (upwards, form) if named or names_result(path) else (form, upwards)
        return not named, not names_result(path), *last

    once: dict[frozenset[tuple[int, int]], Relation] = {}
    for each in sorted(found, key=plainness):
        equation = [(each.total, -1), *each.addends]
        turned = frozenset((line, -sign) for line, sign in equation)
        if turned not in once:
            once.setdefault(frozenset(equation), each)
    return list(once.values())


def _best(found: Sequence[Relation]) -> list[Relation]:
    of_total: dict[int, list[Relation]] = {}
    for each in sorted(found, key=standing):
        kept = of_total.setdefault(each.total, [])
        if len(kept) < _KEPT and all(set(each.addends) != set(other.addends) for other in kept):
            kept.append(each)
    return [relation for kept in of_total.values() for relation in kept]


_FORMS = list(Form)
