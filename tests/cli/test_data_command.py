import gzip
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from tests.datasets import archive as archives
from tests.datasets.archive import Answer, Archive
from tests.datasets.made_up import filing, write

AGENT = ("--user-agent", "Test test@example.org")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["data", *map(str, arguments)])


@pytest.fixture
def archive(monkeypatch: pytest.MonkeyPatch) -> Iterator[Archive]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with archives.running() as archive:
        yield archive


@pytest.fixture
def listed(archive: Archive, tmp_path: Path) -> Path:
    rows = ["file\tsplit\turl\tsha256"]
    for company, split in enumerate(("train", "dev", "test"), start=1):
        content = filing(company)
        url = archive.give(f"/{company}.htm", content)
        rows.append(f"{company}.htm.gz\t{split}\t{url}\t{hashlib.sha256(content).hexdigest()}")
    path = tmp_path / "filings.tsv"
    path.write_text("\n".join(rows) + "\n")
    return path


def test_what_is_fetched_is_built(listed: Path, tmp_path: Path) -> None:
    fetched = run("fetch", listed, "--output", tmp_path / "filings", *AGENT, "--rate", "10")
    assert (fetched.exit_code, fetched.stdout) == (0, "3 fetched, 0 there already, 0 failed.\n")
    result = run(
        "build", tmp_path / "filings", "--output", tmp_path / "set", "--list", listed, "--workers", "1"
    )
    assert result.exit_code == 0
    assert "3 documents built" in result.stdout
    assert (tmp_path / "set/CARD.md").exists()


def test_a_second_run_goes_on(listed: Path, archive: Archive, tmp_path: Path) -> None:
    first = archive.answers["/2.htm"][0]
    archive.answers["/2.htm"] = [Answer(status=404)]
    failed = run("fetch", listed, "--output", tmp_path / "out", *AGENT, "--rate", "10")
    assert (failed.exit_code, failed.stdout) == (2, "2 fetched, 0 there already, 1 failed.\n")
    assert "/2.htm: the server answered 404" in failed.stderr
    archive.answers["/2.htm"] = [first]
    again = run("fetch", listed, "--output", tmp_path / "out", *AGENT)
    assert (again.exit_code, again.stdout) == (0, "1 fetched, 2 there already, 0 failed.\n")


def test_a_changed_document_is_kept_on_demand(listed: Path, archive: Archive, tmp_path: Path) -> None:
    archive.give("/2.htm", filing(2, "Changed"))
    refused = run("fetch", listed, "--output", tmp_path / "out", *AGENT, "--rate", "10")
    assert refused.exit_code == 2
    assert "2.htm.gz: the checksum is" in refused.stderr
    kept = run("fetch", listed, "--output", tmp_path / "out", *AGENT, "--keep-changed")
    assert (kept.exit_code, kept.stdout) == (0, "1 fetched, 2 there already, 0 failed.\n")
    assert "it is kept all the same" in kept.stderr


def test_nobody_fetches_without_a_name(listed: Path, archive: Archive, tmp_path: Path) -> None:
    assert run("fetch", listed, "--output", tmp_path / "out").exit_code == 2
    nameless = run("fetch", listed, "--output", tmp_path / "out", "--user-agent", "me")
    assert nameless.exit_code == 2
    assert "names no mail address" in nameless.stderr
    assert not archive.asked


def test_nobody_fetches_faster_than_the_sec_allows(listed: Path, tmp_path: Path) -> None:
    result = run("fetch", listed, "--output", tmp_path / "out", *AGENT, "--rate", "11")
    assert result.exit_code == 2
    assert "11" in result.stderr


def test_an_interrupted_fetch_keeps_what_it_has(listed: Path, archive: Archive, tmp_path: Path) -> None:
    archive.give("/2.htm", Answer(status=503, headers={"Retry-After": "600"}))
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "cofitcheck", "data", "fetch", str(listed), "--output", str(out), *AGENT],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while "/2.htm" not in archive.asked and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == "Interrupted; run the same command again.\n"
    assert [path.name for path in out.iterdir()] == ["1.htm.gz"]
    assert gzip.decompress((out / "1.htm.gz").read_bytes()) == filing(1)


def test_a_document_left_out_is_told_by_the_status(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", a=filing(1), b=filing(2), c=filing(3))
    (folder / "d.htm").write_text("nothing")
    result = run("build", folder, "--output", tmp_path / "out", "--workers", "1")
    assert result.exit_code == 2
    assert result.stdout == f"3 documents built in {tmp_path / 'out'}, 1 left out.\n"
    assert "d.htm: left out: this is not HTML" in result.stderr
    assert (tmp_path / "out/test/pairs.jsonl.gz").exists()


def test_an_interrupted_build_is_told_by_the_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cofitcheck.datasets.build._build", interrupt)
    folder = write(tmp_path / "in", a=filing(1))
    result = run("build", folder, "--output", tmp_path / "out", "--workers", "1")
    assert (result.exit_code, result.stderr) == (130, "Interrupted; run the same command again.\n")
    assert not list((tmp_path / "out").iterdir())


def test_an_output_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", a=filing(1))
    (tmp_path / "file").write_text("")
    output = tmp_path / "file" / "out"
    result = run("build", folder, "--output", output, "--workers", "1")
    assert result.exit_code == 2
    assert result.stderr == f"Error: {output}: cannot be used (Not a directory); name another.\n"


def test_what_makes_a_data_set_impossible_is_one_sentence(tmp_path: Path) -> None:
    folder = write(tmp_path / "in", a=filing(1), b=filing(2))
    result = run("build", folder, "--output", tmp_path / "out", "--workers", "1")
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: The split test would be empty: 2 companies cannot fill 3 splits; "
        "give filings of more companies.\n"
    )
