import gzip
import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from cofitcheck.datasets import Entry
from cofitcheck.datasets.edgar import Edgar
from cofitcheck.datasets.fetch import FetchOutcome, fetch_all, read_requests
from cofitcheck.datasets.web import Client
from cofitcheck.errors import InputError
from tests.datasets.archive import Answer, Archive

Fetch = Callable[..., list[FetchOutcome]]

PAGE = b"<html><body>Annual report</body></html>\n"
SUM = hashlib.sha256(PAGE).hexdigest()
OTHER = hashlib.sha256(b"other").hexdigest()


@pytest.fixture
def fetch(archive: Archive, client: Client, tmp_path: Path) -> Fetch:
    edgar = Edgar(client, archive.url, archive.url)

    def run(*entries: Entry, keep_changed: bool = False) -> list[FetchOutcome]:
        return list(fetch_all(entries, tmp_path / "out", client, edgar, keep_changed))

    return run


def requests_of(tmp_path: Path, *lines: str) -> list[Entry]:
    path = tmp_path / "list.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return read_requests(path)


def test_a_line_is_an_address_a_number_or_a_period(tmp_path: Path) -> None:
    entries = requests_of(
        tmp_path,
        "# our filings",
        "",
        f"https://example.org/reports/acme%20q1.htm {SUM.upper()}",
        "1234/000000999921000007\t" + SUM,
        "0000001234-22-000001",
        "1234+10-K/A+2020-12-31",
    )
    assert entries == [
        Entry(
            file="acme q1.htm", url="https://example.org/reports/acme%20q1.htm", sha256=SUM.upper()
        ),
        Entry(file="0000009999-21-000007.htm", cik="1234", accession="0000009999-21-000007", sha256=SUM),
        Entry(file="0000001234-22-000001.htm", accession="0000001234-22-000001"),
        Entry(file="1234-10-k-a-2020-12-31.htm", cik="1234", form="10-K/A", period="2020-12-31"),
    ]  # fmt: skip


def test_a_list_with_columns_names_its_files(tmp_path: Path) -> None:
    entries = requests_of(
        tmp_path,
        "file\tsplit\tcik\tform\tperiod\taccession\tsha256\tnote",
        f"a/acme.htm.gz\ttrain\t1234\t10-K\t2020-12-31\t000000999921000007\t{SUM}\thello",
        "bolt.htm\ttest\t77\t10-Q\t2020-12-31",
    )
    assert entries[0].file == "a/acme.htm.gz"
    assert entries[0].accession == "0000009999-21-000007"
    assert (entries[1].file, entries[1].form, entries[1].accession) == ("bolt.htm", "10-Q", "")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["# nothing"], "names no document"),
        (["https://example.org/a.htm", "ftp://example.org/a.htm"], "line 2: ftp://.* is neither a URL"),
        (["hello"], "line 1: hello is neither a URL, nor an accession number"),
        (["https://example.org/a.htm beef"], "line 1: beef is not a SHA-256"),
        ([f"https://example.org/a.htm {SUM} x"], "line 1: more than an address and a checksum"),
        (["http://[bad/x.htm"], "line 1: .* is no URL"),
        (["https://example.org/"], "line 1: .* ends without a file name"),
        (["1234+10-K+2020-13-31"], "needs a url, an accession, or cik, form and period"),
        (["https://example.org/a.htm", "https://example.org/b/A.htm"], "would be saved as A.htm"),
        (["file\turl", "../a.htm\thttps://example.org/a.htm"], "leads out of the folder"),
        (["file\turl", "C:a.htm\thttps://example.org/a.htm"], "leads out of the folder"),
        (["file\taccession", "a.htm\t12"], "a.htm: 12 is not an accession number"),
        (["file\tcik", "a.htm\t12"], "a.htm: needs a url, an accession, or cik"),
        (["url\tsha256", "https://example.org/a.htm", "x"], "document 2: x is neither a URL"),
        (["file\turl"], "names no document"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, lines: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        requests_of(tmp_path, *lines)


def test_a_quotation_mark_in_a_list_is_a_character(tmp_path: Path) -> None:
    lines = ["file\turl", '"a.htm\thttps://example.org/a.htm', "b.htm\thttps://example.org/b.htm"]
    assert [entry.file for entry in requests_of(tmp_path, *lines)] == ['"a.htm', "b.htm"]


def test_a_list_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be opened"):
        read_requests(tmp_path / "none.txt")
    (tmp_path / "list.txt").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(InputError, match="is not UTF-8"):
        read_requests(tmp_path / "list.txt")


def test_documents_are_saved_as_the_list_names_them(archive: Archive, fetch: Fetch, tmp_path: Path) -> None:
    url = archive.give("/a.htm", PAGE)
    outcomes = fetch(Entry(file="deep/a.htm.gz", url=url, sha256=SUM), Entry(file="b.htm", url=url))
    assert outcomes == [FetchOutcome("deep/a.htm.gz", "fetched"), FetchOutcome("b.htm", "fetched")]
    assert gzip.decompress((tmp_path / "out/deep/a.htm.gz").read_bytes()) == PAGE
    assert (tmp_path / "out/b.htm").read_bytes() == PAGE
    assert {path.name for path in (tmp_path / "out").rglob("*")} == {"deep", "a.htm.gz", "b.htm"}


def test_an_accession_number_is_looked_up(archive: Archive, fetch: Fetch, tmp_path: Path) -> None:
    folder = "/Archives/edgar/data/1234/000000123421000007"
    archive.give_json(f"{folder}/index.json", {"directory": {"item": [{"name": "acme.htm", "size": "9"}]}})
    archive.give(f"{folder}/acme.htm", PAGE)
    (outcome,) = fetch(Entry(file="a.htm", accession="0000001234-21-000007"))
    assert outcome.status == "fetched"
    assert (tmp_path / "out/a.htm").read_bytes() == PAGE


def test_a_second_run_asks_only_for_what_is_missing(archive: Archive, fetch: Fetch, tmp_path: Path) -> None:
    good = Entry(file="a.htm.gz", url=archive.give("/a.htm", PAGE), sha256=SUM)
    late = Entry(file="b.htm", url=archive.give("/b.htm", Answer(status=404), PAGE))
    assert [outcome.status for outcome in fetch(good, late)] == ["fetched", "failed"]
    assert [outcome.status for outcome in fetch(good, late)] == ["kept", "fetched"]
    assert [outcome.status for outcome in fetch(good, late)] == ["kept", "kept"]
    assert archive.asked == ["/a.htm", "/b.htm", "/b.htm"]


@pytest.mark.parametrize(
    "left", [gzip.compress(PAGE, mtime=0)[:20], gzip.compress(b"another", mtime=0), b"", PAGE[:9]]
)
def test_what_an_interrupted_run_left_is_done_again(
    archive: Archive, fetch: Fetch, tmp_path: Path, left: bytes
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/a.htm.gz").write_bytes(left)
    (outcome,) = fetch(Entry(file="a.htm.gz", url=archive.give("/a.htm", PAGE), sha256=SUM))
    assert outcome.status == "fetched"
    assert gzip.decompress((tmp_path / "out/a.htm.gz").read_bytes()) == PAGE


def test_a_transfer_that_breaks_leaves_nothing(archive: Archive, fetch: Fetch, tmp_path: Path) -> None:
    url = archive.give("/a.htm", Answer(PAGE, missing=5))
    (outcome,) = fetch(Entry(file="a.htm", url=url))
    assert outcome.status == "failed"
    assert "the transfer failed" in outcome.reason
    assert not list((tmp_path / "out").iterdir())


def test_one_that_fails_does_not_stop_the_rest(archive: Archive, fetch: Fetch) -> None:
    there = Entry(file="b.htm", url=archive.give("/b.htm", PAGE))
    gone, there_too = Entry(file="a.htm", url=archive.url + "/a.htm"), Entry(file="c.htm", url=there.url)
    assert [each.status for each in fetch(gone, there, there_too)] == ["failed", "fetched", "fetched"]


def test_a_wrong_checksum_is_left_out(archive: Archive, fetch: Fetch, tmp_path: Path) -> None:
    entry = Entry(file="a.htm", url=archive.give("/a.htm", PAGE), sha256=OTHER)
    (outcome,) = fetch(entry)
    assert outcome.status == "failed"
    assert f"the checksum is {SUM[:12]}…, in the list {OTHER[:12]}…; it is left out" in outcome.reason
    assert not list((tmp_path / "out").iterdir())


def test_a_wrong_checksum_can_be_accepted(archive: Archive, fetch: Fetch, tmp_path: Path) -> None:
    entry = Entry(file="a.htm", url=archive.give("/a.htm", PAGE), sha256=OTHER)
    (outcome,) = fetch(entry, keep_changed=True)
    assert outcome.status == "fetched"
    assert "it is kept all the same" in outcome.reason
    assert fetch(entry, keep_changed=True) == [FetchOutcome("a.htm", "kept")]


def test_the_checksum_of_an_altered_copy_is_not_held_against_the_original(
    archive: Archive, fetch: Fetch
) -> None:
    entry = Entry(file="a.htm", url=archive.give("/a.htm", PAGE), sha256=OTHER, altered="script")
    assert fetch(entry) == [FetchOutcome("a.htm", "fetched")]
    assert fetch(entry) == [FetchOutcome("a.htm", "kept")]


def test_an_empty_document_is_none(archive: Archive, fetch: Fetch) -> None:
    (outcome,) = fetch(Entry(file="a.htm", url=archive.give("/a.htm", b"\n")))
    assert outcome == FetchOutcome("a.htm", "failed", "a.htm: the document is empty; run again later.")


def test_a_checksum_is_of_the_uncompressed_content(archive: Archive, fetch: Fetch, tmp_path: Path) -> None:
    packed = gzip.compress(PAGE)
    entry = Entry(file="a.htm.gz", url=archive.give("/a.htm.gz", packed), sha256=SUM)
    assert fetch(entry) == [FetchOutcome("a.htm.gz", "fetched")]
    assert (tmp_path / "out/a.htm.gz").read_bytes() == packed
