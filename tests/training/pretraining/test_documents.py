from pathlib import Path

import pytest

from cofitcheck.errors import InputError
from cofitcheck.training.pretraining.documents import load_untagged, main
from tests.readers.html_pages import page, table

TABLE = table(("", "2020", "2021"), ("Sales", "1,234", "1,111"), ("Costs", "567", "555"))


def build(folder: Path, *companies: str) -> None:
    """Build the cache of a document for each company, beside a list that keeps Alpha Inc. for dev."""
    (folder / "untagged").mkdir(exist_ok=True)
    lines = ["file\tcompany"]
    for number, company in enumerate(companies):
        (folder / "untagged" / f"{number}.htm").write_bytes(page(TABLE))
        lines.append(f"{number}.htm\t{company}")
    (folder / "untagged.tsv").write_text("\n".join(lines))
    (folder / "filings.tsv").write_text(
        "file\tsplit\tcompany\na.htm\tdev\tAlpha Inc.\nb.htm\ttrain\tBeta Inc."
    )
    lists = ["--list", str(folder / "untagged.tsv"), "--splits", str(folder / "filings.tsv")]
    main([*lists, "--output", str(folder / "cache"), "--workers", "1"])


def test_companies_of_other_splits_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build(tmp_path, "Beta", "Alpha (of old)", "Gamma", "")
    loaded = load_untagged(tmp_path / "cache")
    assert [each.company for each in loaded] == ["Beta", "Gamma"]
    assert all(len(each.document.mentions) == 4 and not each.document.source for each in loaded)
    assert capsys.readouterr().out.count("another split") == 2


def test_what_cannot_be_read_is_left_out_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build(tmp_path, "Beta")
    (tmp_path / "untagged.tsv").write_text("file\tcompany\n0.htm\tBeta\nnone.htm\tBeta")
    lists = ["--list", str(tmp_path / "untagged.tsv"), "--splits", str(tmp_path / "filings.tsv")]
    main([*lists, "--output", str(tmp_path / "cache")])
    out = capsys.readouterr().out
    assert "0.htm: 1 tables, 4 mentions" in out
    assert "left out: " in out
    assert "none.htm" in out


def test_a_list_without_companies_is_refused(tmp_path: Path) -> None:
    (tmp_path / "untagged.tsv").write_text("file\n0.htm")
    with pytest.raises(InputError, match="'company' is missing from the list; name file and company in"):
        main(["--list", str(tmp_path / "untagged.tsv"), "--splits", "x", "--output", str(tmp_path / "cache")])
