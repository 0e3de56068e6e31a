"""Somebody attacks a server that runs: it refuses, closes and counts, and stays usable for the others."""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from select import select
from urllib.parse import urlsplit

import pytest

from cofitcheck.review import security, serve
from cofitcheck.review.security import AccountRole
from cofitcheck.review.server import open_state
from cofitcheck.review.settings import Limits, ReviewSettings
from tests.checker.checker_fakes import page_of
from tests.review.browsing import running
from tests.review.review_fakes import TABLES, TOKEN, Desk
from tests.review.test_api import API, Program

PATIENCE = 60
"""Seconds after which a test says that the server does not answer."""

FORM = "multipart/form-data; boundary=b"
FILE = b'--b\r\nContent-Disposition: form-data; name="files"; filename="filing.htm"\r\n\r\n'
HASTY = Limits(head_seconds=1, stall_seconds=1)
PATHS = (
    "/documents",
    "/documents/1/drafts",
    "/drafts/1/findings/1/decision",
    "/sign-out",
    "/no-such-page",
    f"{API}/documents",
    f"{API}/drafts/1/findings/1/decision",
)


def key(folder: Path, name: str = "ada", role: AccountRole = AccountRole.REVIEWER) -> str:
    database = open_state(ReviewSettings(folder=folder, token=TOKEN)).database
    with database.writing() as session:
        secret = security.new_key(session, security.save(session, name, role), "tests")
    database.close()
    return secret


@contextmanager
def serving(folder: Path, limits: Limits = HASTY) -> Iterator[int]:
    with running(folder, limits=limits) as address:
        yield urlsplit(address).port or 0


def begin(port: int, head: str, body: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    """Connect, and send the beginning of a request."""
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
    connection.sendall(head.replace("\n", "\r\n").encode() + body)
    return connection


def upload(secret: str, length: int = 1_000_000) -> str:
    return (
        f"POST {API}/documents HTTP/1.1\nHost: 127.0.0.1\nAuthorization: Bearer {secret}\n"
        f"Content-Type: {FORM}\nContent-Length: {length}\n\n"
    )


def status_of(connection: socket.socket) -> int:
    with closing(HTTPResponse(connection)) as answer:
        answer.begin()
        answer.read()
        return answer.status


def ask(port: int, secret: str, path: str = f"{API}/documents", body: bytes = b"") -> int:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        headers = {"Authorization": f"Bearer {secret}", "Content-Type": FORM}
        connection.request("POST" if body else "GET", path, body or None, headers)
        with closing(connection.getresponse()) as answer:
            return answer.status


def test_a_stranger_is_answered_before_a_body_comes(tmp_path: Path) -> None:
    with serving(tmp_path, Limits(head_seconds=9 * PATIENCE, stall_seconds=9 * PATIENCE)) as port:
        for path in PATHS:
            head = (
                f"POST {path} HTTP/1.1\nHost: 127.0.0.1\nContent-Type: {FORM}\nContent-Length: 900000000\n\n"
            )
            with closing(begin(port, head)) as connection:
                assert status_of(connection) == (401 if path.startswith(API) else 303)


def test_a_stranger_who_goes_on_sending_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path) as port:
        head = f"POST {API}/documents HTTP/1.1\nHost: 127.0.0.1\nTransfer-Encoding: chunked\n\n"
        with closing(begin(port, head)) as connection:
            assert status_of(connection) == 401
            assert ends(lambda: connection.sendall(b"1\r\nx\r\n"))


def ends(act: Callable[[], None]) -> bool:
    """Tell whether an act fails within our patience, as it must where the other side has gone."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            act()
        except OSError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("head", ["", "GET / HTTP/1.1\nHost: 127.0.0.1\n", "GET / HTTP/1.1\nX-Slow: "])
def test_a_head_that_does_not_end_is_not_waited_for(tmp_path: Path, head: str) -> None:
    with serving(tmp_path) as port, closing(begin(port, head)) as connection:
        assert closed(connection)


def closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_answers_that_nobody_reads_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "_UNREAD_SECONDS", 1)
    with serving(tmp_path) as port, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", port))
        connection.settimeout(PATIENCE)
        asked = b"GET /static/review.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        assert ends(lambda: connection.sendall(asked * 20))


def test_a_body_that_stands_still_or_drips_is_not_waited_for(tmp_path: Path) -> None:
    secret = key(tmp_path)
    with serving(tmp_path, Limits(stall_seconds=1, head_seconds=PATIENCE)) as port:
        with closing(begin(port, upload(secret), FILE)) as still:
            assert status_of(still) == 408
        with closing(begin(port, upload(secret), FILE)) as dripping:
            end = time.monotonic() + PATIENCE
            while not select([dripping], [], [], 0.3)[0] and time.monotonic() < end:
                dripping.sendall(b"x")
            assert status_of(dripping) == 408


def test_a_slow_body_that_goes_on_is_taken(tmp_path: Path) -> None:
    secret, content = key(tmp_path), page_of(*TABLES, words="x" * 200_000)
    with serving(tmp_path) as port:
        body = FILE + content + b"\r\n--b--\r\n"
        with closing(begin(port, upload(secret, len(body)))) as connection:
            for at in range(0, len(body), 30_000):
                connection.sendall(body[at : at + 30_000])
                time.sleep(0.4)
            assert status_of(connection) == 202


def test_who_goes_away_while_sending_leaves_no_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = key(tmp_path)
    with serving(tmp_path) as port:
        for _ in range(3):
            begin(port, upload(secret), FILE).close()
        begin(port, "no HTTP\n\n").close()
        assert ask(port, secret) == 200
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_one_person_sends_so_many_uploads_at_once_and_the_others_theirs(tmp_path: Path) -> None:
    ada, bob = key(tmp_path), key(tmp_path, "bob")
    whole = FILE + page_of(*TABLES) + b"\r\n--b--\r\n"
    with serving(tmp_path, Limits(uploads=2, stall_seconds=9 * PATIENCE)) as port, ExitStack() as held:
        for _ in range(2):
            head = upload(ada).replace("\n\n", "\nExpect: 100-continue\n\n")
            connection = held.enter_context(closing(begin(port, head)))
            assert connection.recv(1024).startswith(b"HTTP/1.1 100")  # It was let in.
        assert ask(port, ada, f"{API}/documents", whole) == 429
        assert ask(port, ada) == 200
        assert ask(port, bob, f"{API}/documents", whole) == 202


def test_a_long_body_is_for_uploads_and_for_who_may_upload(tmp_path: Path) -> None:
    desk = Desk(tmp_path).enter()
    draft_id = desk.checked()
    program = Program(desk).client
    long = "x" * 200_000
    path = f"/drafts/{draft_id}/findings/1/notes"
    assert program.post(API + path, json={"text": long}).status_code == 413
    assert "0.1 MB" in program.post(API + path, json={"text": long}).json()["detail"]
    assert desk.post(path, text=long).status_code == 413
    assert desk.post("/sign-in", name=long).status_code == 413
    assert desk.upload(page_of(*TABLES, words=long)).status_code == 200
    viewer = Program(desk, AccountRole.VIEWER).client
    file = ("files", ("filing.htm", page_of(*TABLES, words=long), "text/html"))
    assert viewer.post(f"{API}/documents", files=[file]).status_code == 403


SERVER = """
import resource, sys
from pathlib import Path
from cofitcheck.review.serve import server_of, _listen
from cofitcheck.review.server import create_app, open_state
from cofitcheck.review.settings import Limits, ReviewSettings
from tests.review.review_fakes import TOKEN, load

# Nothing is closed for being slow.
settings = ReviewSettings(folder=Path(sys.argv[1]), token=TOKEN, limits=Limits(head_seconds=3600))
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[2]),) * 2)
server = server_of(create_app(open_state(settings), load), settings.limits)
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[3]),) * 2)
listener = _listen("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
server.run(sockets=[listener])
"""


@contextmanager
def apart(folder: Path, thought: int, handles: int) -> Iterator[int]:
    """Run a server in a process that thinks it has `thought` file handles, and has `handles`."""
    command = [sys.executable, "-c", SERVER, str(folder), str(thought), str(handles)]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        assert process.stdout
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def crowd(port: int, held: ExitStack, count: int) -> None:
    for _ in range(count):
        held.enter_context(closing(begin(port, "GET / HTTP/1.1\nX-Slow: ")))


def test_more_half_open_connections_than_it_can_hold_shut_nobody_out(tmp_path: Path) -> None:
    secret = key(tmp_path)
    with apart(tmp_path, 512, 512) as port, ExitStack() as held:
        slow = held.enter_context(closing(begin(port, "GET / HTTP/1.1\n", source="127.0.0.2")))
        crowd(port, held, 400)
        begun = time.monotonic()
        assert [ask(port, secret) for _ in range(3)] == [200] * 3
        slow.sendall(b"Host: 127.0.0.1\r\n\r\n")
        assert status_of(slow) == 303
        assert time.monotonic() - begun < PATIENCE
    assert (tmp_path / "log").read_text() == ""


def test_when_no_file_handle_is_left_the_log_says_so_once(tmp_path: Path) -> None:
    secret = key(tmp_path)
    with apart(tmp_path, 10_000, 80) as port, ExitStack() as held:
        crowd(port, held, 150)
        time.sleep(3)
        held.close()
        assert ask(port, secret) == 200
    log = (tmp_path / "log").read_text()
    assert log.count("connections wait to be taken up") == 1
    # The worker may have wanted a handle as well, and says so once.
    assert len(log) < 10_000
