import gzip
import io
import time
import zipfile
from pathlib import Path

import pytest

from cofitcheck.document import UncheckedCode
from cofitcheck.errors import InputError, NoTablesError, UnreadableDocumentError
from cofitcheck.prose import read_prose
from cofitcheck.readers import read
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import YEARS, page, read_page, table, texts

SALES = table(YEARS, ("Sales – Ärzte", "1,100", "1,200"))
HTML = f"<html><head><meta charset='{{}}'></head><body><p>Über “uns”</p>{SALES}</body></html>"
GENEROUS = 20.0
"""Seconds: a bound that only a runaway crosses."""


def refused(data: bytes, kind: type[InputError] = UnreadableDocumentError) -> str:
    """Return the message with which a file is refused: one sentence that names it and the way out."""
    start = time.process_time()
    with pytest.raises(kind) as caught:
        read(data, "report.htm")
    assert time.process_time() - start < GENEROUS
    message = str(caught.value)
    assert message.startswith("report.htm: ")
    assert message.endswith(".")
    assert "\n" not in message
    assert "; " in message  # what is wrong; what to do about it
    return message


@pytest.mark.parametrize(
    "data",
    [
        HTML.format("utf-8").encode(),
        HTML.format("us-ascii").encode(),
        HTML.format("iso-8859-1").encode(),
        HTML.format("windows-1252").encode("cp1252"),
        HTML.format("iso-8859-1").encode("cp1252"),
        HTML.format("utf-8").encode("cp1252"),
        HTML.format("shift_jis").encode(),
        HTML.format("utf-16").encode(),
        HTML.format("no-such-code").encode(),
        HTML.format("idna").encode(),
        HTML.format("base64").encode(),
        HTML.format("utf-8").encode("utf-8-sig"),
        HTML.format("utf-16").encode("utf-16"),
        HTML.format("x").encode("utf-16-le").join([b"\xff\xfe", b""]),
        HTML.format("x").encode("utf-16-be").join([b"\xfe\xff", b""]),
        b"<?xml version='1.0' encoding='UTF-16'?>" + HTML.format("utf-8").encode(),
    ],
)
def test_the_encoding_is_found_whatever_is_declared(data: bytes) -> None:
    document = read(data, "report.htm")
    assert document.mentions[0].row_path == ("Sales – Ärzte",)
    assert document.tables[0].text_before == "Über “uns”"


def test_another_declared_encoding_is_believed() -> None:
    label = "売上高"
    data = f"<html><meta charset=shift_jis>{table(YEARS, (label, '1,100', '1,200'))}</html>".encode(
        "shift_jis"
    )
    assert read(data).mentions[0].row_path == (label,)


def test_a_few_broken_bytes_leave_the_rest_as_it_is() -> None:
    data = HTML.format("utf-8").encode().replace(b"</body>", b"<p>\x81\xff</p></body>")
    assert read(data).mentions[0].row_path == ("Sales – Ärzte",)


def test_zipped_and_plain_give_the_same(tmp_path: Path) -> None:
    path = tmp_path / "report.htm.gz"
    path.write_bytes(gzip.compress(page(SALES)))
    document = read(path)
    assert document.name == "report.htm.gz"
    assert document.source == page(SALES)
    assert document.mentions[0].place.file == "report.htm.gz"
    assert texts(read(str(path), "other.htm")) == texts(read(page(SALES)))


def test_damaged_gzip_is_refused() -> None:
    whole = gzip.compress(page(SALES * 50))
    assert "ends too early" in refused(whole[: len(whole) // 2])
    assert "damaged" in refused(whole[:20] + b"\xff" * 40 + whole[60:])
    assert "damaged" in refused(whole[:-8] + b"\x00" * 8)
    assert "ends too early" in refused(b"\x1f\x8b")


def test_a_gzip_bomb_is_refused_before_it_fills_the_memory() -> None:
    assert "larger than 50 MB" in refused(gzip.compress(b"\x20" * 60_000_000, 1))


@pytest.mark.parametrize("data", [b"", b"  \n\t ", b"\x00" * 100, gzip.compress(b"", mtime=0)])
def test_an_empty_file_is_refused(data: bytes) -> None:
    assert "empty" in refused(data)


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        # ZipInfo alone has a fixed date: the bytes, and so the name of the test, are always the same.
        archive.writestr(zipfile.ZipInfo("letter.doc"), b"words")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "PDF"),
        (zipped(), "zip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 99, "Office"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 99, "picture"),
        (rb"{\rtf1 Sales 1,100}", "RTF"),
        (b"Sales 1,100 and costs 900, as we said.", "not HTML"),
        (b'{"sales": 1100}', "JSON"),
        (bytes(range(256)) * 50, "not HTML"),
    ],
)
def test_what_is_not_html_is_refused(data: bytes, what: str) -> None:
    assert what in refused(data)


@pytest.mark.parametrize(
    "body",
    ["<p>Sales were high.</p>", "<table></table>", table(("Name", "City"), ("A. Person", "Rome")), "<p>"],
)
def test_a_document_without_numbers_in_tables_is_refused(body: str) -> None:
    assert "no table" in refused(page(body), NoTablesError)


def test_a_document_of_sentences_alone_is_read_and_says_so() -> None:
    document = read_page("<p>Sales were 1,100 million in 2031.</p>")
    assert (document.tables, document.mentions) == ((), ())
    assert [each.cause for each in document.warnings] == [UncheckedCode.NO_TABLES]
    assert [each.text for each in read_prose(document).mentions] == ["1,100 million"]


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-8-sig"]
)
def test_every_unicode_encoding_is_read(encoding: str) -> None:
    text = page(table(YEARS, ("Sales", "1,100", "1,200"))).decode()
    assert texts(read(text.encode(encoding), "a.htm")) == ["1,100", "1,200"]


@pytest.mark.parametrize("half", ["&#xD800;", "&#57343;", "\ud800"])
def test_half_of_a_surrogate_pair_is_no_character(half: str) -> None:
    data = page(table(YEARS, ("Sales", "1,100", "1,200")))
    document = read(data.replace(b"Sales", f"S{half}".encode("utf-8", "surrogatepass")), "a.htm")
    assert texts(document) == ["1,100", "1,200"]
    assert document.mentions[0].row_path[0].startswith("S")


@pytest.mark.parametrize("end", ["", "<tr><td>Costs</td><td>9", "<tr><td>Costs</td><t"])
def test_a_file_that_ends_inside_a_table_is_refused(end: str) -> None:
    data = page(SALES, SALES).decode()
    cut = data[: data.rindex("</table>")] + end
    assert "middle of a table" in refused(cut.encode())
    assert "middle of a table" in refused(cut.encode("utf-16"))


def test_a_file_that_ends_after_a_table_is_read() -> None:
    assert texts(read(page(SALES).removesuffix(b"</body></html>"))) == ["1,100", "1,200"]


@pytest.mark.parametrize("tag", ["div", "span", "b", "table><tr><td"])
@pytest.mark.parametrize("count", [2_100, 10_000])
def test_what_nests_too_deep_is_refused_and_not_half_read(tag: str, count: int) -> None:
    deep = f"<{tag}>" * count + "Words" + f"</{tag.split('>')[0]}>" * count
    assert "nested" in refused(page(SALES, deep, SALES))


def test_what_nests_deep_but_not_too_deep_is_read_whole() -> None:
    deep = "<div>" * 1_900 + SALES + "</div>" * 1_900
    assert texts(read_page(SALES, deep, SALES)) == ["1,100", "1,200"] * 3


def test_an_entity_bomb_expands_to_nothing() -> None:
    entities = '<!ENTITY a0 "boom">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    start = time.process_time()
    document = read(f"<!DOCTYPE html [{entities}]><html><p>&a11;</p>{SALES}</html>".encode())
    assert time.process_time() - start < GENEROUS
    assert texts(document) == ["1,100", "1,200"]
    assert len(document.tables[0].text_before) < 1_000


def test_external_entities_are_not_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET")
    doctype = f'<!DOCTYPE html [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    document = read(f"{doctype}<html><p>before &x; it</p>{SALES}</html>".encode())
    assert "SECRET" not in document.tables[0].text_before


def test_50_megabytes_are_refused(tmp_path: Path) -> None:
    data = page(SALES, "<p>words</p>" * 4_200_000)
    assert "larger than 50 MB" in refused(data)
    path = tmp_path / "report.htm"
    path.write_bytes(data)
    with pytest.raises(UnreadableDocumentError, match="larger than 50 MB"):
        read(path)


def test_a_path_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.htm: cannot be opened .*; check the path"):
        read(tmp_path / "none.htm")
    with pytest.raises(InputError, match="no HTML, CSV or TSV file in it"):
        read(tmp_path)


def test_wide_cells_in_every_row_end_in_bounded_time() -> None:
    start = time.process_time()
    document = read_page(SALES, table(*[["<td colspan='1000'>1,234</td>"] * 4] * 100))
    assert texts(document)[:2] == ["1,100", "1,200"]
    rows = [["<td colspan='1000'>1,234</td>"] * 4] * 5_000
    assert "more than 600,000 rows times columns" in refused(page(SALES, table(*rows)))
    read_page(SALES, table(*[["<td colspan='1000' rowspan='1000'>1,234</td>"] * 3] * 190))
    assert time.process_time() - start < GENEROUS


def test_a_page_without_its_end_is_read_with_a_warning() -> None:
    whole = page(table(YEARS, ("Cash", "1,100", "1,200")))
    assert read(whole, "page.htm").warnings == ()
    (warning,) = (
        str(render_unchecked(each)) for each in read(whole.removesuffix(b"</html>"), "page.htm").warnings
    )
    assert "without </html>" in warning
