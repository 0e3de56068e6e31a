import gzip
from pathlib import Path

import pytest

from cofitcheck.errors import InputError
from cofitcheck.evaluation.gold.labels import label, strict_pairs
from cofitcheck.evaluation.gold.reports import Report, join, read_report
from cofitcheck.readers import read
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


def written(folder: Path, **files: bytes) -> list[Path]:
    paths = []
    for name, data in files.items():
        paths.append(folder / f"{name}.htm.gz")
        paths[-1].write_bytes(gzip.compress(data))
    return paths


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """A report as Japan files it: a header that declares all, and two files of tables."""
    files = written(tmp_path, a=plain_page(header()), b=plain_page(BALANCE), c=plain_page(NOTE))
    return read_report(files, "report")


def test_what_one_file_declares_holds_in_all(report: Report) -> None:
    labels = label(report.document, report.files)
    assert strict_pairs(labels).tolist() == strict_pairs(label(company())).tolist()
    assert not labels.problems


def test_tables_and_mentions_run_on_from_file_to_file(report: Report) -> None:
    document = report.document
    assert [table.index for table in document.tables] == [0, 1]
    assert [mention.index for mention in document.mentions] == list(range(len(document.mentions)))
    borrowings = document.mentions[at(document, 1, "Borrowings", "5,678")]
    assert borrowings.place.file == "c.htm.gz"
    assert set(report.files) == {"a.htm.gz", "b.htm.gz", "c.htm.gz"}


def test_alone_a_file_without_declarations_labels_nothing() -> None:
    document = read(plain_page(BALANCE), name="b.htm")
    labels = label(document)
    assert set(labels.fact.tolist()) == {-1}
    assert labels.problems == {"tag with an undeclared context": 6, "tag with an undeclared unit": 6}


def test_a_files_own_declaration_goes_before_those_of_others(tmp_path: Path) -> None:
    own = header().replace("2023-12-31</i:instant>", "2020-06-30</i:instant>")
    files = written(tmp_path, a=page(BALANCE), b=plain_page(own, NOTE))
    report = read_report(files, "report")
    labels = label(report.document, report.files)
    assert period_ends(labels)[at(report.document, 0, "Cash", "1,234")] == "2023-12-31"
    assert period_ends(labels)[at(report.document, 1, "Cash and equivalents", "1,234")] == "2020-06-30"


def test_a_fault_names_its_file(tmp_path: Path) -> None:
    files = written(tmp_path, a=plain_page(header(context("never", ""))), b=plain_page(BALANCE))
    report = read_report(files, "report")
    (fault,) = label(report.document, report.files).faults
    assert (fault.kind, fault.place.file, fault.name) == ("unusable context", "a.htm.gz", "never")


def test_an_unreadable_file_is_left_out_with_a_warning(tmp_path: Path) -> None:
    report = read_report(written(tmp_path, a=page(BALANCE), b=b"", c=plain_page(NOTE)), "report")
    (warning,) = report.document.warnings
    assert warning.startswith("b.htm.gz: the file is empty")
    assert len(report.document.tables) == 2


def test_a_report_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="report: none of its 1 files has a table"):
        read_report(written(tmp_path, a=plain_page(header())), "report")


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    files = written(tmp_path, a=page(BALANCE)) + written(tmp_path / "x", a=page(NOTE))
    with pytest.raises(InputError, match=r"report: two of its files are called a\.htm\.gz"):
        read_report(files, "report")


def test_joined_documents_keep_their_mentions_and_what_was_said_of_them() -> None:
    one, two = company(), company()
    both = join([one, two], "both")
    assert [mention.text for mention in both.mentions] == [m.text for m in (*one.mentions, *two.mentions)]
    assert len(both.tables) == len(one.tables) + len(two.tables)
    assert (both.name, both.source) == ("both", b"")
