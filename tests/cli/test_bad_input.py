"""Input that cannot be checked: a sentence, status 2, and the other files are checked."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.cli_fakes import Check, Write

ENTITY_BOMB = (
    '<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefgh", "bcdefghi", strict=True))
    + "]><html><body><p>&i;</p></body></html>"
)
COUNTED = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=sys.stderr).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
UNUSABLE = {
    "empty": b"",
    "blank": b" \n\n\t ",
    "a PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",
    "a zip": b"PK\x03\x04" + bytes(200),
    "noise": bytes(range(256)) * 40,
    "plain text": b"Revenue was 1,234 in 2024 and 2,345 in 2023.",
    "no tables": b"<html><body><p>Revenue was 1,234.</p></body></html>",
    "a damaged archive": gzip.compress(b"<html>" * 1000, mtime=0)[:40],
    "a tag that is not closed": b"<html><body><table><tr><td",
    "a table that is cut off": b"<html><body><table><tr><td>Revenue</td><td>1,234</td></tr><tr><td>Cos",
    "UTF-16 without a mark": "<html><body><p>no table</p></body></html>".encode("utf-16-le"),
    "10,000 nested elements": b"<html><body>" + b"<div>" * 10_000 + b"text",
    "an entity bomb": ENTITY_BOMB.encode(),
}


@pytest.mark.parametrize("content", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_unusable_input_is_one_sentence(check: Check, write: Write, tmp_path: Path, content: bytes) -> None:
    bad = tmp_path / "bad.htm"
    bad.write_bytes(content)
    result = check(bad, write("good.htm", "FINDING"), "--output", tmp_path / "out", "--workers", "1")
    assert result.exit_code == 2
    said = result.stderr.splitlines()
    assert len(said) == 1
    assert said[0].startswith(f"{bad}: not checked: ")
    assert said[0].endswith(".")
    assert list((tmp_path / "out").glob("good*"))
    assert not list((tmp_path / "out").glob("bad*"))


def test_more_than_50_mb_is_refused_before_it_is_read(check: Check, tmp_path: Path) -> None:
    bad = tmp_path / "bad.htm"
    with bad.open("wb") as file:
        file.truncate(50_000_001)
    assert "50 MB" in check(bad).stderr


def test_an_archive_that_unpacks_to_50_mb_is_refused(check: Check, tmp_path: Path) -> None:
    bad = tmp_path / "bad.htm.gz"
    bad.write_bytes(gzip.compress(b"<html>" + bytes(60_000_000)))
    assert "50 MB" in check(bad).stderr


SPANS = 'colspan="99999999"', 'rowspan="99999999"', 'colspan="-3"', 'colspan="many"'


def test_absurd_spans_cost_neither_the_document_nor_the_memory(write: Write) -> None:
    tables = (f"<table><tr><td {span}>Revenue</td><td>1,234</td></tr></table>" for span in SPANS)
    document = write("a.htm", "".join(tables))
    # Children of a process of its own: those of this one include what other tests started.
    command = [sys.executable, "-m", "cofitcheck", "check", "--quiet", str(document)]
    counted = [sys.executable, "-c", COUNTED, *command]
    done = subprocess.run(counted, capture_output=True, text=True, check=True)
    status, kilobytes = map(int, done.stdout.split())
    assert status == 0, done.stderr
    assert kilobytes < 1_000_000


def test_a_wrong_encoding_costs_letters_not_numbers(check: Check, write: Write) -> None:
    document = write("a.htm", "FINDING Ergebnis für das Geschäftsjahr")
    document.write_bytes(document.read_text().encode("latin-1"))
    assert check(document).exit_code == 1
