"""`cofitcheck batch` on files of this machine: every document has its line, whatever happens to it."""

import resource
import signal
import time
from pathlib import Path

import pytest

from cofitcheck.batch.results import held
from tests.batch.batch_runs import Batch, documents, rows, start
from tests.cli.cli_fakes import Write


def test_each_document_has_its_line_and_each_finding_its_place(
    write: Write, batch: Batch, tmp_path: Path
) -> None:
    write("a.htm")
    write("deep/b.htm", "FINDING")
    done = batch(tmp_path / "in")
    assert done.exit_code == 1, done.output
    assert "2 documents checked, 1 findings" in done.stdout
    found = documents(tmp_path / "out")
    assert {name: row["status"] for name, row in found.items()} == {"a.htm": "checked", "b.htm": "checked"}
    assert found["b.htm"]["high"] == 1
    assert all(set(dict(row["seconds"])) == {"read"} for row in rows(tmp_path / "out", "timings"))
    (finding,) = rows(tmp_path / "out", "findings")
    mentions = {
        row["mention"]: row
        for row in rows(tmp_path / "out", "mentions")
        if row["document"] == finding["document"]
    }
    assert len(mentions) == found["b.htm"]["mentions"]
    assert mentions[finding["mention"]]["text"] == "1,230"
    assert mentions[finding["mention"]]["value"] == "1230"
    assert mentions[finding["mention"]]["fact"] == finding["fact"]
    assert {row["outcome"] for row in rows(tmp_path / "out", "facts")} == {"finding", "undecided"}


def test_one_document_that_cannot_be_checked_costs_a_line(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm")
    write("memory.htm", "MEMORY")
    (tmp_path / "in" / "empty.htm").touch()
    done = batch(tmp_path / "in", tmp_path / "missing.htm")
    assert done.exit_code == 2
    found = documents(tmp_path / "out")
    reasons = {name: row["reason"] for name, row in found.items() if row["status"] == "not checked"}
    assert reasons == {
        "empty.htm": "the file is empty; give a document with tables.",
        "memory.htm": "not enough memory; allow more with --memory, use fewer --workers, or split it.",
        "missing.htm": "cannot be opened (No such file or directory); check the path and its rights.",
    }
    assert found["a.htm"]["status"] == "checked"
    assert f"{tmp_path}/in/empty.htm: not checked: the file is empty" in done.stderr


def test_a_document_that_kills_its_process_is_tried_once_more_alone(
    write: Write, batch: Batch, tmp_path: Path
) -> None:
    write("a.htm", "KILLED")
    write("b.htm", f"ONCE {tmp_path / 'mark'}")
    write("c.htm", "DEFECT")
    write("d.htm")
    assert batch(tmp_path / "in").exit_code == 2
    found = documents(tmp_path / "out")
    assert "killed twice (SIGKILL), perhaps for lack of memory" in found["a.htm"]["reason"]
    assert "a defect of cofitcheck" in found["c.htm"]["reason"]
    assert {found["b.htm"]["status"], found["d.htm"]["status"]} == {"checked"}


def test_documents_that_are_taken_together_do_not_fall_together(
    write: Write, batch: Batch, tmp_path: Path
) -> None:
    once = f"ONCE {tmp_path / 'mark'}"
    for number, words in enumerate(["", "FINDING", "KILLED", "LATER", "MEMORY", once, "DEFECT", ""]):
        write(f"{number}.htm", words)
    (tmp_path / "in" / "empty.htm").touch()
    assert batch(tmp_path / "in", "--together", "4").exit_code == 2
    found = documents(tmp_path / "out")
    assert set(found) == {"0.htm", "1.htm", "2.htm", "4.htm", "5.htm", "6.htm", "7.htm", "empty.htm"}
    checked = {name for name, row in found.items() if row["status"] == "checked"}
    assert checked == {"0.htm", "1.htm", "5.htm", "7.htm"}
    assert "killed twice (SIGKILL)" in found["2.htm"]["reason"]
    assert "not enough memory" in found["4.htm"]["reason"]
    assert "a defect of cofitcheck" in found["6.htm"]["reason"]
    assert "the file is empty" in found["empty.htm"]["reason"]


def test_a_document_that_was_checked_in_part_says_so(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm", "ENDED-EARLY")
    done = batch(tmp_path / "in")
    assert done.exit_code == 2
    assert "0 documents checked, 0 findings; 1 checked in part" in done.stdout
    assert documents(tmp_path / "out")["a.htm"]["status"] == "checked in part"


def test_with_exit_zero_findings_are_no_failure(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm", "FINDING")
    assert batch(tmp_path / "in", "--exit-zero").exit_code == 0


def test_fail_on_and_kinds_are_those_of_a_check(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm", "FINDING NOTICE")
    assert batch(tmp_path / "in", "--fail-on", "medium").exit_code == 0
    # The same folder: what earlier runs found counts too.
    assert batch(tmp_path / "in", "--fail-on", "notice").exit_code == 1
    other = batch(tmp_path / "in", "--checks", "sum")
    assert other.exit_code == 2
    assert "kinds of findings" in other.output


def test_what_could_not_be_checked_for_now_is_tried_again(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm")
    later = write("b.htm", "LATER")
    done = batch(tmp_path / "in")
    assert done.exit_code == 2
    assert f"{later}: not checked for now: the server is down." in done.stderr
    assert "1 documents checked, 0 findings; 1 not checked for now" in done.stdout
    assert set(documents(tmp_path / "out")) == {"a.htm"}
    later.write_text(later.read_text().replace("LATER", ""))
    assert batch(tmp_path / "in").exit_code == 0
    assert {row["status"] for row in documents(tmp_path / "out").values()} == {"checked"}
    assert set(documents(tmp_path / "out")) == {"a.htm", "b.htm"}


def test_patterns_and_repeated_inputs_bring_each_document_once(
    write: Write, batch: Batch, tmp_path: Path
) -> None:
    write("a.htm")
    write("deep/b.htm")
    write("deep/notes.txt")
    assert batch(tmp_path / "in/**/*.htm", tmp_path / "in", tmp_path / "in/a.htm").exit_code == 0
    assert set(documents(tmp_path / "out")) == {"a.htm", "b.htm"}


def test_a_pattern_that_matches_nothing_is_refused(batch: Batch, tmp_path: Path) -> None:
    done = batch(tmp_path / "*.htm")
    assert done.exit_code == 2
    assert "no file matches this pattern" in done.stderr


def test_a_second_run_does_what_is_new(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm", "FINDING")
    batch(tmp_path / "in")
    before = documents(tmp_path / "out")
    write("b.htm")
    done = batch(tmp_path / "in")
    assert done.exit_code == 1
    assert "1 documents were done by an earlier run; 1 are left" in done.stderr
    after = documents(tmp_path / "out")
    assert after["a.htm"] == before["a.htm"]
    assert set(after) == {"a.htm", "b.htm"}


def test_results_of_two_kinds_do_not_mix(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm")
    batch(tmp_path / "in")
    done = batch(tmp_path / "in", "--threshold", "0.25")
    assert done.exit_code == 2
    assert "was begun with threshold 0.5, not 0.25; name another folder" in done.stderr
    done = batch(tmp_path / "in", "--method", "words")
    assert done.exit_code == 2
    assert "was begun with method default, not words" in done.stderr


def test_results_of_two_back_ends_do_not_mix(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm")
    (tmp_path / "model").mkdir()
    for name in ("config.json", "classifier.json", "tokenizer.json"):
        (tmp_path / "model" / name).touch()
    classifier = (tmp_path / "in", "--classifier", tmp_path / "model", "--backend")
    assert batch(*classifier, "transformers").exit_code == 0
    done = batch(*classifier, "vllm")
    assert done.exit_code == 2
    assert f"begun with classifier {tmp_path}/model on transformers above 0.1, not" in done.stderr


def test_a_second_run_into_a_folder_in_use_is_refused(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm")
    with held(tmp_path / "out"):
        done = batch(tmp_path / "in")
    assert done.exit_code == 2
    assert f"{tmp_path}/out: another run writes to this folder" in done.stderr
    assert batch(tmp_path / "in").exit_code == 0


def test_options_of_ray_belong_to_ray(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm")
    done = batch(tmp_path / "in", "--gpus", "1")
    assert done.exit_code == 2
    assert "add --engine ray" in done.stderr


def test_reports_are_written_on_demand(write: Write, batch: Batch, tmp_path: Path) -> None:
    write("a.htm")
    write("deep/a.htm")
    assert batch(tmp_path / "in", "--reports").exit_code == 0
    named = {name for row in rows(tmp_path / "out", "documents") for name in row["reports"]}
    assert {path.name for path in (tmp_path / "out/reports").iterdir()} == named
    assert len(named) == 6


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGTERM])
def test_a_stopped_run_goes_on_where_it_was(
    write: Write, batch: Batch, tmp_path: Path, kind: signal.Signals
) -> None:
    write("a.htm", "FINDING")
    write("b.htm")
    slow = write("c.htm", "SLOW")
    out = tmp_path / "out"
    process = start(tmp_path / "in", "--output", out, "--workers", "1")
    _wait_for_documents(out, 2)
    process.send_signal(kind)
    _, said = process.communicate(timeout=60)
    assert process.returncode == (-9 if kind is signal.SIGKILL else 130)
    assert "Traceback" not in said
    kept = {} if kind is signal.SIGKILL else documents(out)
    slow.write_text(slow.read_text().replace("SLOW", ""))
    done = batch(tmp_path / "in")
    assert done.exit_code == 1
    assert "2 documents were done by an earlier run; 1 are left" in done.stderr
    found = documents(out)
    assert set(found) == {"a.htm", "b.htm", "c.htm"}
    assert kept.items() <= found.items()


def test_a_full_disk_loses_nothing(write: Write, batch: Batch, tmp_path: Path) -> None:
    for number in range(4):
        write(f"{number}.htm")
    out = tmp_path / "out"
    process = start(
        tmp_path / "in",
        "--output",
        out,
        "--workers",
        "1",
        # No file may grow over this size: as on a disk without room, some of the writing succeeds.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000)),
    )
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert f"{out}: cannot be written to (File too large); make room there" in said
    assert 0 < (out / ".unfinished-part").stat().st_size <= 30_000
    assert batch(tmp_path / "in").exit_code == 0
    assert set(documents(out)) == {f"{number}.htm" for number in range(4)}


def _wait_for_documents(out: Path, count: int) -> None:
    """Wait until the journal holds so many documents, however many of them are added between two looks."""
    deadline = time.monotonic() + 180
    while _entries(out / ".unfinished-part") < count:
        assert time.monotonic() < deadline, "no document was finished"
        time.sleep(0.005)


def _entries(journal: Path) -> int:
    """Count the whole entries of a journal, each of which stands after its length in eight bytes."""
    content = journal.read_bytes() if journal.exists() else b""
    count = at = 0
    while at + 8 <= len(content):
        at += 8 + int.from_bytes(content[at : at + 8])
        count += at <= len(content)
    return count
