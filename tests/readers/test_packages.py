"""Several files that are one report: ESEF packages, EDINET and TDnet archives, full submissions."""

import gzip
import time
from pathlib import Path

import pytest

from cofitcheck.engines.jobs import documents_in
from cofitcheck.errors import InputError, UnreadableDocumentError
from cofitcheck.readers import ReadSettings, is_report_folder, read
from cofitcheck.readers.settings import ReadLimits
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import YEARS, page, row_path, table, texts
from tests.readers.office_files import book_bytes, book_of, zip_of

BALANCE = page("<h2>Balance sheet</h2>", table(YEARS, ("Cash", "1,100", "1,200")))
NOTE = page("<h2>Cash</h2>", table(YEARS, ("Cash at banks", "1,150", "1,200")))
COVER = page("<p>Annual report</p>")


def test_an_esef_package_is_its_report() -> None:
    data = zip_of(
        {
            "acme-2023/META-INF/reportPackage.json": b"{}",
            "acme-2023/reports/acme-2023-12-31-en.xhtml": BALANCE,
            "acme-2023/www.acme.example/acme.xsd": b"<schema/>",
            "acme-2023/extra/readme.html": NOTE,
        }
    )
    document = read(data, "acme.xbri")
    assert texts(document) == ["1,100", "1,200"]
    assert document.mentions[0].place.file == "acme-2023/reports/acme-2023-12-31-en.xhtml"
    assert tuple(str(render_unchecked(each)) for each in document.warnings) == (
        "other files in the package were not read: acme-2023/extra/readme.html",
    )
    assert (document.name, document.source) == ("acme.xbri", b"")


JAPANESE = {
    "XBRLData/Summary/tse-acedjpsm-99990-ixbrl.htm": COVER,
    "XBRLData/Attachment/0101010-acbs01-tse-acedjpfr-99990-ixbrl.htm": BALANCE,
    "XBRLData/Attachment/0102010-acnt01-tse-acedjpfr-99990-ixbrl.htm": NOTE,
}


def test_the_files_of_a_japanese_archive_are_one_document() -> None:
    document = read(zip_of(JAPANESE), "tdnet.zip")
    assert texts(document) == ["1,100", "1,200", "1,150", "1,200"]
    assert [mention.index for mention in document.mentions] == [0, 1, 2, 3]
    assert [table.index for table in document.tables] == [0, 1]
    assert [mention.place.file[-14:-10] for mention in document.mentions] == ["9990"] * 4
    assert set(document.files) == set(JAPANESE)


@pytest.mark.parametrize(
    ("said", "cut"), [("（百万円未満切捨て）", True), ("記載金額は百万円未満を四捨五入", False)]
)
def test_what_one_file_says_of_amounts_that_are_cut_off_holds_for_all(
    said: str, cut: bool, tmp_path: Path
) -> None:
    for name, before in (("1-ixbrl.htm", f"{said}（単位：百万円）"), ("2-ixbrl.htm", "（単位：千円）")):
        (tmp_path / name).write_bytes(
            page(f"<p>{before}</p>", table(("", "売上高", "増減率 %"), ("2023年", "1,100", "3.1")))
        )
    mentions = read(tmp_path).mentions
    assert [mention.number.truncated for mention in mentions] == [cut, False] * 2


def test_unpacked_it_is_a_folder(tmp_path: Path) -> None:
    for name, data in JAPANESE.items():
        path = tmp_path / "report" / f"{name}.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(data))
    assert is_report_folder(tmp_path / "report" / "XBRLData")
    assert not is_report_folder(tmp_path)
    document = read(tmp_path / "report")
    assert (document.name, texts(document)) == ("report", ["1,100", "1,200", "1,150", "1,200"])
    assert (
        document.mentions[0].place.file
        == "XBRLData/Attachment/0101010-acbs01-tse-acedjpfr-99990-ixbrl.htm.gz"
    )


SUBMISSION = b"""<SEC-DOCUMENT>0000000000-24-000001.txt : 20240101
<SEC-HEADER>0000000000-24-000001.hdr.sgml : 20240101
</SEC-HEADER>
<DOCUMENT>
<TYPE>10-K
<SEQUENCE>1
<FILENAME>acme-20231231.htm
<TEXT>
<XBRL>
%s
</XBRL>
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-13
<SEQUENCE>2
<FILENAME>acme-ex13.htm
<TEXT>
%s
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-31
<SEQUENCE>3
<FILENAME>acme-ex31.txt
<TEXT>
I certify that this is so.
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>XML
<SEQUENCE>4
<FILENAME>R2.htm
<TEXT>
%s
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>GRAPHIC
<SEQUENCE>5
<FILENAME>logo.jpg
<TEXT>
begin 644 logo.jpg
<p>
end
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
"""


def test_a_full_submission_is_its_form_and_exhibits() -> None:
    document = read(SUBMISSION % (BALANCE, NOTE, BALANCE), "0000000000-24-000001.txt")
    assert texts(document) == ["1,100", "1,200", "1,150", "1,200"]
    assert {mention.place.file for mention in document.mentions} == {"acme-20231231.htm", "acme-ex13.htm"}
    assert row_path(document, "1,150") == ("Cash at banks",)
    assert tuple(str(render_unchecked(each)) for each in document.warnings) == (
        "other files in the package were not read: acme-ex31.txt",
    )


def test_a_submission_without_html_is_refused() -> None:
    with pytest.raises(UnreadableDocumentError, match="none of the documents in this submission is HTML"):
        read(SUBMISSION % (b"TEXT", b"TEXT", BALANCE), "old.txt")


def test_a_zip_of_one_html_file_is_that_file() -> None:
    assert texts(read(zip_of({"report.htm": BALANCE}), "report.zip")) == ["1,100", "1,200"]


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"a.htm": BALANCE, "b.htm": NOTE}, "2 HTML files that are not parts of one report"),
        ({"inner.zip": zip_of({"a.htm": BALANCE})}, "only inner.zip in it"),
        ({"data.csv": b"1,2"}, "only data.csv in it"),
        ({}, "no document in it"),
        ({"report.pdf": b"%PDF"}, "only report.pdf in it"),
    ],
)
def test_a_zip_that_is_no_report_is_refused(members: dict[str, bytes], why: str) -> None:
    with pytest.raises(UnreadableDocumentError, match=why):
        read(zip_of(members), "archive.zip")


def test_a_part_that_cannot_be_read_is_said_and_the_others_are_checked() -> None:
    document = read(zip_of({"reports/a.xhtml": b"no markup", "reports/b.xhtml": BALANCE}), "report.zip")
    assert texts(document) == ["1,100", "1,200"]
    assert "reports/a.xhtml: this is not HTML" in str(render_unchecked(document.warnings[0]))
    with pytest.raises(InputError, match=r"report\.zip: none of its 1 files has a table"):
        read(zip_of({"reports/a.xhtml": b"no markup"}), "report.zip")


def test_a_zip_bomb_is_refused_at_once() -> None:
    bomb = zip_of({f"reports/{number}.xhtml": b"\x20" * 40_000_000 for number in range(9)})
    start = time.process_time()
    with pytest.raises(UnreadableDocumentError, match="unpacks to more than 300 MB"):
        read(bomb, "bomb.zip")
    assert time.process_time() - start < 1


def test_too_many_members_are_refused() -> None:
    with pytest.raises(UnreadableDocumentError, match="or 2 files"):
        read(zip_of(JAPANESE), "many.zip", settings=ReadSettings(limits=ReadLimits(members=2)))


@pytest.mark.parametrize(
    "names",
    [
        ("alpha-ixbrl.htm", "beta-ixbrl.htm"),
        ("tse-acedjpsm-99990-2023-ixbrl.htm", "tse-acedjpsm-99980-2023-ixbrl.htm"),
        ("0101_honbun_asr-001_E99999-000_2024_ixbrl.htm", "0101_honbun_asr-001_E99998-000_2024_ixbrl.htm"),
        ("01_ixbrl.htm", "02_ixbrl.htm", "a.htm", "b.htm", "c.htm"),
    ],
)
def test_files_of_several_companies_are_so_many_documents(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / name).write_bytes(BALANCE)
    assert not is_report_folder(tmp_path)
    assert list(documents_in(tmp_path)) == [tmp_path / name for name in sorted(names)]


def test_a_report_beside_its_text_is_one_document(tmp_path: Path) -> None:
    for name in (
        "0101-acbs01-99990-2022-ixbrl.htm",
        "0102-acpl01-99990-2022-ixbrl.htm.gz",
        "qualitative.htm",
    ):
        (tmp_path / name).write_bytes(BALANCE)
    assert list(documents_in(tmp_path)) == [tmp_path]


def test_an_archive_with_reports_of_several_filers_is_not_one_report() -> None:
    with pytest.raises(UnreadableDocumentError, match="not parts of one report"):
        read(zip_of({"alpha-ixbrl.htm": BALANCE, "beta-ixbrl.htm": NOTE}), "both.zip")


def test_paths_in_an_archive_lead_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    document = read(zip_of({"../../reports/evil.xhtml": BALANCE, "/etc/x.html": NOTE}), "evil.zip")
    assert texts(document) == ["1,100", "1,200"]
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "a", inner]


def test_a_damaged_or_encrypted_archive_is_refused() -> None:
    data = zip_of({"report.htm": BALANCE})
    with pytest.raises(UnreadableDocumentError, match="zip archive is damaged"):
        read(data[:-30], "report.zip")
    broken = data.replace(data[45:60], b"\x00" * 15, 1)
    with pytest.raises(UnreadableDocumentError, match="damaged"):
        read(broken, "report.zip")
    encrypted = bytearray(data)
    encrypted[6] |= 1
    encrypted[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(UnreadableDocumentError, match="encrypted"):
        read(bytes(encrypted), "report.zip")


def test_a_workbook_beside_the_report_is_named() -> None:
    data = zip_of({"reports/a.xhtml": BALANCE, "tables.xlsx": book_bytes(book_of(YEARS))})
    assert "tables.xlsx" in str(render_unchecked(read(data, "report.zip").warnings[0]))


def test_a_folder_without_html_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    with pytest.raises(InputError, match="no HTML, CSV or TSV file in it"):
        read(tmp_path)


def test_a_folder_of_several_documents_is_not_one_report(tmp_path: Path) -> None:
    for name in ("2023.htm", "2024.htm"):
        (tmp_path / name).write_bytes(BALANCE)
    with pytest.raises(InputError, match="its 2 HTML files are not parts of one report"):
        read(tmp_path)


@pytest.mark.parametrize(
    "junk",
    [
        b"<DOCUMENT>\n<TYPE>10-K\n" * 50_000,
        b"<DOCUMENT>\n<TYPE>10-K\n" + b"<TEXT>" * 150_000,
        b"<DOCUMENT>\n<TYPE>10-K\n" + b"<TEXT>" * 150_000 + b"</DOCUMENT>",
    ],
)
def test_a_submission_of_parts_without_end_is_soon_refused(junk: bytes) -> None:
    before = time.process_time()
    with pytest.raises(UnreadableDocumentError, match="none of the documents in this submission is HTML"):
        read(b"<SEC-DOCUMENT>\n" + junk, "form.txt")
    assert time.process_time() - before < 2
