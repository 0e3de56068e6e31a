"""The marked copy of a draft with what was decided: for the hand-over, and for a tab of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import escape

from cofitcheck.reports.marked.steps import LIST, OWN, Further, Signed, with_decisions
from cofitcheck.reports.words import phrase, say
from cofitcheck.review.database.models import FindingRow, OwnRow
from cofitcheck.review.decisions.sign_off import Statement, exception_words
from cofitcheck.review.decisions.trail import stored
from cofitcheck.review.decisions.verdicts import VERDICT_WORDS, Verdict
from cofitcheck.review.findings.query import PROMOTED
from cofitcheck.review.own.acts import cells_of
from cofitcheck.review.own.recompute import OwnOutcome

_TICK = "font:700 10px/1 Arial;color:#1c4f8a;vertical-align:super;white-space:nowrap"
_BARE = f"<style>.{LIST},.{OWN}steps{{display:none!important}}</style></head>".encode()


def decided_copy(
    content: bytes,
    findings: Sequence[FindingRow],
    own: Sequence[OwnRow],
    statement: Statement,
    address: Callable[[int], str] | None = None,
) -> bytes:
    """Return an HTML copy with the verdict at each finding; those that people made findings are added, and
    own checks are ticked. It says who has signed, and what the signatures state.

    `address` gives the page of a finding, None where the copy is to lead nowhere but into itself.
    """
    further = [
        Further(row.number, _label(row), f"m{row.members[0]['mention']}")
        for row in findings
        if row.standing == PROMOTED
    ]
    decisions = {row.number: _decision(row) for row in findings}
    return with_own_ticks(with_decisions(content, decisions, further, address, _signed(statement)), own)


def with_own_ticks(content: bytes, own: Sequence[OwnRow]) -> bytes:
    """Return an HTML copy with a reviewer's tick and the number of the own check at each of its numbers, and
    a list of the own checks at its head."""
    if not own:
        return content
    marks: dict[int, list[str]] = {}
    for row in own:
        sign = "✓" if row.outcome == OwnOutcome.HOLDS else "✗"
        for cell in cells_of(row):
            if cell.mention >= 0:
                marks.setdefault(cell.mention, []).append(f"{sign}{row.number}")
    ticks = "".join(
        # What has the focus shows its note in this place.
        f'#m{mention}:not(:focus)::before{{content:"{" ".join(each)} ";{_TICK}}}'
        for mention, each in marks.items()
    )
    style = f"<style>{ticks}</style></head>".encode()
    return content.replace(b"</head>", style, 1).replace(b"</header>", _own_list(own) + b"</header>", 1)


def _own_list(own: Sequence[OwnRow]) -> bytes:
    items = []
    for row in own:
        first = next((cell.mention for cell in cells_of(row) if cell.mention >= 0), None)
        said = phrase("{label}: {reason}", label=row.label, reason=stored(row.said))
        words = escape(str(phrase("{verdict} ({person})", verdict=said, person=row.who)))
        link = words if first is None else f'<a href="#m{first}">{words}</a>'
        mark = "✓" if row.outcome == OwnOutcome.HOLDS else "✗"
        items.append(f"<li>{mark}{row.number} {link}</li>")
    return f'<p class="{OWN}own">{escape(say("Own checks"))}</p><ul>{"".join(items)}</ul>'.encode()


def _signed(statement: Statement) -> Signed | None:
    """Return what a copy says of the sign-off, None where nobody has signed."""
    draft = statement.draft
    if draft.prepared is None:
        return None
    names = [phrase("{section}: {label}", section=phrase("Preparer"), label=draft.prepared_by)]
    if draft.reviewed is not None:
        names.append(phrase("{section}: {label}", section=phrase("Reviewer"), label=draft.reviewed_by))
    return Signed(
        [*map(str, names), *map(str, statement.sentences)],
        [(str(exception_words(item)), f"m{item.members[0]['mention']}") for item in statement.exceptions],
    )


def bare_copy(content: bytes) -> bytes:
    """Return an HTML copy as it stands beside a finding of the page, which has its own list and steps.

    No number in it can be focused: a browser would give it the focus of the page when it scrolls to it, and
    the keys of the page would go nowhere.
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
