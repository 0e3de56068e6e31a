import gzip
from pathlib import Path

import pytest

from cofitcheck.document import Document
from cofitcheck.errors import InputError
from cofitcheck.evaluation.gold import label, strict_pairs
from cofitcheck.readers import read
from cofitcheck.reports.words import render_unchecked
from tests.evaluation.tagged_documents import (
    BALANCE,
    NOTE,
    at,
    company,
    context,
    header,
    page,
    period_ends,
    plain_page,
)


def file_name(part: str) -> str:
    return f"{ord(part):07}_report-ixbrl.htm.gz"


def report_of(folder: Path, **files: bytes) -> Document:
    """Read a report of several gzip'd files, named as Japan names those of one filer."""
    for name, data in files.items():
        (folder / file_name(name)).write_bytes(gzip.compress(data))
    return read(folder, "report")


@pytest.fixture
def report(tmp_path: Path) -> Document:
    """A report as Japan files it: a header that declares all, and two files of tables."""
    return report_of(tmp_path, a=plain_page(header()), b=plain_page(BALANCE), c=plain_page(NOTE))


def test_what_one_file_declares_holds_in_all(report: Document) -> None:
    labels = label(report)
    assert strict_pairs(labels).tolist() == strict_pairs(label(company())).tolist()
    assert not labels.problems


def test_tables_and_mentions_run_on_from_file_to_file(report: Document) -> None:
    document = report
    assert [table.index for table in document.tables] == [0, 1]
    assert [mention.index for mention in document.mentions] == list(range(len(document.mentions)))
    borrowings = document.mentions[at(document, 1, "Borrowings", "5,678")]
    assert borrowings.place.file == file_name("c")
    assert set(report.files) == {file_name(part) for part in "abc"}


def test_alone_a_file_without_declarations_labels_nothing() -> None:
    document = read(plain_page(BALANCE), name="b.htm")
    labels = label(document)
    assert set(labels.fact.tolist()) == {-1}
    assert labels.problems == {"tag with an undeclared context": 6, "tag with an undeclared unit": 6}


def test_a_files_own_declaration_goes_before_those_of_others(tmp_path: Path) -> None:
    own = header().replace("2023-12-31</i:instant>", "2020-06-30</i:instant>")
    report = report_of(tmp_path, a=page(BALANCE), b=plain_page(own, NOTE))
    labels = label(report)
    assert period_ends(labels)[at(report, 0, "Cash", "1,234")] == "2023-12-31"
    assert period_ends(labels)[at(report, 1, "Cash and equivalents", "1,234")] == "2020-06-30"


def test_a_fault_names_its_file(tmp_path: Path) -> None:
    report = report_of(tmp_path, a=plain_page(header(context("never", ""))), b=plain_page(BALANCE))
    (fault,) = label(report).faults
    assert (fault.kind, fault.place.file, fault.name) == ("unusable context", file_name("a"), "never")


def test_an_unreadable_file_is_left_out_with_a_warning(tmp_path: Path) -> None:
    report = report_of(tmp_path, a=page(BALANCE), b=b"", c=plain_page(NOTE))
    (warning,) = report.warnings
    assert str(render_unchecked(warning)).startswith(f"{file_name('b')}: this is not HTML")
    assert len(report.tables) == 2


def test_a_report_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="report: none of its 1 files has a table"):
        report_of(tmp_path, a=plain_page(header()))
