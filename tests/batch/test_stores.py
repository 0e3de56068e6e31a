"""Documents in an object store: a real S3 interface, on this machine."""

import errno
import socket
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import fsspec
import pytest

pytest.importorskip("moto", reason="it serves the S3 interface")
pytest.importorskip("s3fs", reason="it reads from S3")

from fsspec.implementations.memory import MemoryFileSystem
from moto.server import ThreadedMotoServer

from cofitcheck.batch.stores import UnreachableError, fetch, find_documents
from cofitcheck.batch.work import BatchJob, PostponedDocument, check_to_rows
from cofitcheck.errors import InputError, MissingDependencyError, UnavailableError
from tests.batch.batch_runs import Batch, rows, start
from tests.cli.cli_fakes import FakeChecker, Write

# The clients of S3 leave sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Return the address of an empty object store."""
    running = ThreadedMotoServer("127.0.0.1", 0)
    running.start()
    host, port = running.get_host_and_port()
    yield f"http://{host}:{port}"
    running.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch, write: Write) -> Iterator[str]:
    """Return the URL of a bucket with three documents, one of them bad, and what is no document."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", server)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    store = fsspec.filesystem("s3")
    store.mkdir("filings")
    store.put_file(str(write("a.htm")), "filings/2025/a.htm")
    store.put_file(str(write("b.htm", "FINDING")), "filings/2025/q1/b.htm")
    store.pipe_file("filings/2025/empty.htm", b"")
    store.pipe_file("filings/2025/a.report.html", b"a report")
    store.pipe_file("filings/2025/notes.rtf", b"1,2")
    yield "s3://filings"
    store.rm("filings", recursive=True)


def test_a_bucket_is_checked_like_a_folder(bucket: str, tmp_path: Path) -> None:
    # A process of its own: forks of an earlier test's server would not know where the store is.
    process = start(f"{bucket}/2025", "--reports", "--output", tmp_path / "out", "--workers", "1")
    _, said = process.communicate(timeout=120)
    assert process.returncode == 2, said
    found = {row["document"]: row for row in rows(tmp_path / "out", "documents")}
    assert {document: row["status"] for document, row in found.items()} == {
        "s3://filings/2025/a.htm": "checked",
        "s3://filings/2025/q1/b.htm": "checked",
        "s3://filings/2025/empty.htm": "not checked",
    }
    assert found["s3://filings/2025/empty.htm"]["reason"].startswith("the file is empty")
    assert found["s3://filings/2025/q1/b.htm"]["findings"] == 1
    assert len(list((tmp_path / "out/reports").glob("b-*"))) == 3


def test_one_object_and_a_pattern_name_documents(bucket: str) -> None:
    assert list(find_documents([f"{bucket}/2025/notes.rtf"])) == [f"{bucket}/2025/notes.rtf"]
    assert list(find_documents([f"{bucket}/**/b.*"])) == [f"{bucket}/2025/q1/b.htm"]
    with pytest.raises(InputError, match=r"nothing in the store matches"):
        list(find_documents([f"{bucket}/*.pdf"]))


@pytest.mark.parametrize("source", ["s3://no-such-bucket/2025", "s3://filings/2024"])
def test_what_is_not_there_is_named(bucket: str, batch: Batch, source: str) -> None:
    done = batch(source)
    assert done.exit_code == 2
    assert f"{source}: is not there; check the name of the bucket" in done.stderr


def test_a_store_that_does_not_answer_is_named(
    bucket: str, batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free.getsockname()[1]}")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    done = batch(f"{bucket}/2025")
    assert done.exit_code == 2
    assert f"{bucket}/2025: the store cannot be reached (" in done.stderr
    with pytest.raises(UnreachableError):
        fetch(f"{bucket}/2025/a.htm")


def test_a_kind_of_store_without_its_library_is_named() -> None:
    with pytest.raises(InputError, match=r"nosuch://there/a\.htm: is not the URL of a store"):
        list(find_documents(["nosuch://there/a.htm"]))
    with pytest.raises(MissingDependencyError, match=r"gs://there/a\.htm: a library"):
        list(find_documents(["gs://there/a.htm"]))


@pytest.fixture
def memory() -> Iterator[MemoryFileSystem]:
    """Return a store with a document in a folder, and one in a folder of it."""
    store = MemoryFileSystem()
    for name in ("a.htm", "~$b.docx", "q1/c.htm"):
        store.pipe_file(f"/filings/{name}", b"<p>A filing.</p>")
    yield store
    store.rm("/filings", recursive=True)


def test_what_office_leaves_in_a_folder_is_no_document(memory: MemoryFileSystem) -> None:
    found = list(find_documents(["memory://filings"]))
    assert found == ["memory:///filings/a.htm", "memory:///filings/q1/c.htm"]


def test_old_office_files_are_documents_where_they_are_converted(memory: MemoryFileSystem) -> None:
    memory.pipe_file("/filings/q1/old.doc", b"\xd0\xcf\x11\xe0")
    assert "memory:///filings/q1/old.doc" not in find_documents(["memory://filings"])
    assert "memory:///filings/q1/old.doc" in find_documents(["memory://filings"], convert=True)


def test_a_folder_that_cannot_be_listed_is_not_left_out(
    memory: MemoryFileSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = MemoryFileSystem.ls

    def ls(store: MemoryFileSystem, path: str, *more: Any, **options: Any) -> Any:
        if path.endswith("/q1"):
            raise OSError(errno.EBUSY, "Please reduce your request rate.")
        return listing(store, path, *more, **options)

    monkeypatch.setattr(MemoryFileSystem, "ls", ls)
    with pytest.raises(UnreachableError, match=r"memory://filings: the store cannot be reached"):
        list(find_documents(["memory://filings"]))


def test_a_document_that_may_not_be_read_now_may_be_later(
    memory: MemoryFileSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError("The provided token has expired.")

    monkeypatch.setattr(MemoryFileSystem, "_open", refuse)
    with pytest.raises(UnavailableError, match=r"may not be read \(The provided token has expired\.\)"):
        fetch("memory://filings/a.htm")
    (outcome,) = check_to_rows(FakeChecker(), BatchJob(("memory://filings/a.htm",)), lambda _: None)
    assert isinstance(outcome, PostponedDocument)


def test_a_page_with_links_is_a_document_and_not_a_folder(tmp_path: Path) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None: ...

    (tmp_path / "a.htm").write_text('<a href="b.htm">b</a>')
    web = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=web.serve_forever, args=(0.01,), daemon=True).start()
    page = f"http://127.0.0.1:{web.server_address[1]}/a.htm"
    try:
        assert list(find_documents([page])) == [page]
        assert fetch(page) == (tmp_path / "a.htm").read_bytes()
    finally:
        web.shutdown()
        web.server_close()
