"""A comparison as a report on both documents joined into one, for the code that works with reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cofitcheck.checks import CheckSettings
from cofitcheck.checks.comparatives import Compared, Comparison, Comparisons, Outcome
from cofitcheck.checks.comparatives.related import joined
from cofitcheck.checks.fingerprint import fingerprints
from cofitcheck.checks.ledger import make_ledger, repeated
from cofitcheck.checks.model import Finding, Gap, LeftOpen, NotChecked, Remark, Severity
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.severity import remark_on, severity_of, share_of_larger
from cofitcheck.document import Document, Mention, Place, Table, UncheckedCode, UncheckedReason
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Relation
from cofitcheck.readers.pdf import is_pdf
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words.books import coverage_words, said_words
from cofitcheck.reports.words.reasons import render_reason

_FACTS = (Outcome.AGREE, Outcome.DIFFER, Outcome.EXPLAINED, Outcome.LEFT_OPEN)


def bound_report(comparisons: Comparisons, number: int = 0) -> Report:
    """Return comparison `number` as a report: each number with its counterpart is a fact stated twice.

    Mentions of the other document get the indices after those of this one. A pair that differs is a finding;
    where the document explains the difference it is a notice. Where both sources are HTML, the marked copy of
    the report holds both documents.
    """
    comparison = comparisons.each[number]
    document, boundary = bound(comparison.this, comparison.other), len(comparison.this.mentions)
    pairs = [each for each in comparison.compared if each.outcome in _FACTS and _is_pair(each)]
    facts = tuple(_fact(index, each, boundary) for index, each in enumerate(pairs))
    names = fingerprints(document, facts)
    settings = CheckSettings(high=comparisons.high, tiny=comparisons.tiny)
    findings = tuple(
        _finding(document, each, fact, name, settings)
        for each, fact, name in zip(pairs, facts, names, strict=True)
        if each.outcome in (Outcome.DIFFER, Outcome.EXPLAINED)
    )
    left_open = tuple(_left_open(each, fact) for each, fact in _with(pairs, facts, Outcome.LEFT_OPEN))
    agreeing = [fact for _, fact in _with(pairs, facts, Outcome.AGREE)]
    sentences = (render_reason(comparison.told), coverage_words(comparison), said_words(comparison))
    return Report(
        document=document,
        facts=facts,
        found=findings,
        passed=len(agreeing),
        not_checked=tuple(_not_checked(comparison)),
        threshold=comparisons.threshold,
        model=comparisons.model,
        seconds=comparisons.seconds,
        high=comparisons.high,
        tiny=comparisons.tiny,
        remarks=tuple(sentence for sentence in sentences if sentence),
        kept_open=left_open,
        method="compare",
        ledger=make_ledger(document, repeated(agreeing), findings, left_open),
    )


def has_finding_of(comparisons: Comparisons, least: Severity) -> bool:
    """Tell whether a comparison found something of this severity or a higher one.

    Of medium severity is all that has no severity of its own: a number without a counterpart, a change that
    other numbers did not follow, a number in a sentence.
    """
    if least is Severity.NOTICE:
        return comparisons.has_findings
    return any(_tells(comparisons, number, least) for number in range(len(comparisons.each)))


def _tells(comparisons: Comparisons, number: int, least: Severity) -> bool:
    comparison = comparisons.each[number]
    telling = comparison.telling
    others = tuple(outcome for outcome in telling if outcome is not Outcome.DIFFER)
    if Severity.MEDIUM.reaches(least) and (comparison.of(*others) or comparison.has_others(telling)):
        return True
    found = bound_report(comparisons, number).found if Outcome.DIFFER in telling else ()
    return any(each.severity.reaches(least) for each in found)


def bound(this: Document, other: Document) -> Document:
    """Return two documents as one document of two files, so that each place names its file."""
    document = joined(this, other)
    names = this.name, other.name if other.name != this.name else f"{other.name} (2)"
    boundary = len(this.mentions)
    sources = this.source, other.source
    files = {} if any(map(_has_no_page, (this, other))) else dict(zip(names, sources, strict=True))
    return replace(
        document,
        files=files or dict.fromkeys(names, b""),
        tables=tuple(
            each if each.index < len(this.tables) else _of_document(each, names[1])
            for each in document.tables
        ),
        mentions=tuple(
            _in_file(mention, names[mention.index >= boundary], is_shown=bool(files))
            for mention in document.mentions
        ),
    )


def _of_document(table: Table, name: str) -> Table:
    """Return a table with the name of its document as its chapter."""
    shown = f"{name} — {table.name}" if table.name else ""
    return replace(table, title=f"{name} — {table.title}", name=shown)


def _has_no_page(document: Document) -> bool:
    return not document.source or bool(document.files) or is_pdf(document.source)


def _in_file(mention: Mention, file: str, *, is_shown: bool) -> Mention:
    """Return a mention with its document as its file.

    Where no copy shows the mention, its place has the page in words only.
    """
    place = replace(mention.place, file=file)
    if not is_shown:
        where = mention.place
        label = where.label or (f"p. {where.page}" if where.page else "")
        place = Place(file, where.element, label=label)
    return replace(mention, place=place)


def _is_pair(each: Compared) -> bool:
    return each.mention is not None and each.counterpart is not None


def _with(
    pairs: list[Compared], facts: tuple[FactSet, ...], outcome: Outcome
) -> Iterator[tuple[Compared, FactSet]]:
    return ((each, fact) for each, fact in zip(pairs, facts, strict=True) if each.outcome is outcome)


def _fact(index: int, each: Compared, boundary: int) -> FactSet:
    assert each.mention is not None
    assert each.counterpart is not None
    pair = each.mention, each.counterpart + boundary
    return FactSet(index, pair, ((*pair, 1.0 if each.same_fact is None else each.same_fact),))


def _finding(
    document: Document, each: Compared, fact: FactSet, fingerprint: str, settings: CheckSettings
) -> Finding:
    mention, counterpart = fact.mentions
    first, second = (document.mentions[index].number for index in fact.mentions)
    share = share_of_larger(each.difference, first.value, second.value)
    explained = each.outcome is Outcome.EXPLAINED
    remark = Remark.EXPLAINED if explained else remark_on(each.slip, first, second)
    reasons = () if each.reason is None else (each.reason,)
    if each.words:
        reasons = (*reasons, Reason.of(ReasonCode.SAYS, words=each.words))
    return Finding(
        fingerprint=fingerprint,
        fact=fact,
        mention=mention,
        counterpart=counterpart,
        relation=each.relation or Relation.INCONSISTENT,
        slip=each.slip,
        difference=each.difference,
        same_fact=each.same_fact,
        probability=each.probability,
        severity=severity_of(each.probability, share, settings, remark),
        reasons=reasons,
        share=share,
        remark=remark,
    )


def _left_open(each: Compared, fact: FactSet) -> LeftOpen:
    mention, counterpart = fact.mentions
    rule = each.reason
    return LeftOpen(
        fact=fact,
        mention=mention,
        counterpart=counterpart,
        relation=each.relation or Relation.INCONSISTENT,
        difference=each.difference,
        same_fact=each.same_fact or 0.0,
        probability=each.probability,
        rule="" if rule is None or rule.why is ReasonCode.LIKELIER_ANOTHER_FACT else rule.why.value,
    )


def _not_checked(comparison: Comparison) -> Iterator[NotChecked]:
    lone = comparison.of(Outcome.NOT_FOUND, Outcome.ADDED, Outcome.DROPPED)
    for document, count in (
        (comparison.this, sum(each.mention is not None for each in lone)),
        (comparison.other, sum(each.mention is None for each in lone)),
    ):
        if count:
            yield NotChecked(
                document.name,
                UncheckedReason(UncheckedCode.NOT_IN_OTHER_DOCUMENT),
                count,
                gap=Gap.NOT_COMPARED,
                numbers=True,
            )
        yield from map(NotChecked.of_table, document.unread)
