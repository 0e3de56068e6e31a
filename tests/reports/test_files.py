from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cofitcheck.reports.formats import FORMATS, file_stem, is_report, save, write_whole
from cofitcheck.reports.model.report import Report


def test_three_files_that_know_each_other(report: Report, tmp_path: Path) -> None:
    files = save(report, tmp_path / "new" / "folder")
    assert [file.name for file in files] == [
        "harbor-ridge-10k-2024.report.html",
        "harbor-ridge-10k-2024.marked.html",
        "harbor-ridge-10k-2024.report.json",
    ]
    assert 'href="harbor-ridge-10k-2024.marked.html#m' in files[0].read_text(encoding="utf-8")
    assert sorted(tmp_path.rglob("*.*")) == sorted(files)
    assert all(is_report(file) for file in files)


def test_without_source_there_is_no_marked_copy_and_no_link(report: Report, tmp_path: Path) -> None:
    files = save(replace(report, document=replace(report.document, source=b"")), tmp_path, "draft 2")
    assert [file.name for file in files] == ["draft 2.report.html", "draft 2.report.json"]
    assert "marked.html" not in files[0].read_text(encoding="utf-8")


def test_reports_replace_older_ones_whole(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    write_whole(target, b"old")
    write_whole(target, b"new")
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "taken"
    target.mkdir()
    (target / "inside").write_bytes(b"")
    with pytest.raises(OSError, match="taken"):
        write_whole(target, b"new")
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("annual.htm", "annual"),
        ("annual.htm.gz", "annual"),
        ("10-K 2024.XHTML", "10-K 2024"),
        ("../../etc/passwd", "passwd"),
        ("..", "document"),
        ("a\\b\\c.html", "c"),
        ("年次報告.html", "年次報告"),
        ('x"<y>|z?.htm', "x_y_z_"),
        ("a\nb\x00c.htm", "a_b_c"),
        ("nul.htm", "document_nul"),
        ("-", "-"),
        ("", "document"),
        ("x" * 500 + ".htm", "x" * 120),
    ],
)
def test_names_are_safe(name: str, stem: str) -> None:
    assert file_stem(name) == stem


def test_other_files_are_not_reports() -> None:
    assert not is_report(Path("annual.html"))
    assert not is_report(Path("report.html"))


def test_every_format_is_one_module_that_writes_a_report(report: Report) -> None:
    written = {name: each.write(report, {}) for name, each in FORMATS.items() if name != "commented"}
    assert all(written.values())
    for each in FORMATS.values():
        if each.of_a_run:
            writer = each.run_writer()
            part = writer.part(report, "a.htm")
            assert writer.line(part) or writer.whole([part], [("b.htm", "cannot be read")], "en")


def test_no_format_has_a_file_for_a_document_without_source(report: Report) -> None:
    bare = replace(report.document, source=b"", original=b"", files={})
    assert {name for name, each in FORMATS.items() if each.file_name("a", bare)} == {"html", "json"}
