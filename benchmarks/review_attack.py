"""How a review server holds out while somebody attacks it: what a person at work beside the attack waits.

Run: `python -m benchmarks.review_attack --json review-attack.json` (some minutes on two cores; Linux). Each
attack has a server of its own on the loopback address, with 512 file handles, and ends by itself within
`--seconds`. Meanwhile another person asks for their documents five times a second over new connections.
"""

from __future__ import annotations

import argparse
import json
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from benchmarks.upload_load import API, Server
from benchmarks.upload_load import keys as make_keys
from cofitcheck.evaluation.figures import write_figures

_HANDLES = 512
_PAUSE = 0.2
_LIMITED = ["sh", "-c", f'ulimit -n {_HANDLES}; log=$1; shift; exec "$@" 2>"$log"', "sh"]


@dataclass(frozen=True)
class Keys:
    """The API keys of two people: one who attacks, and one who works."""

    attacker: str
    other: str


Attack = Callable[[int, Keys, float], str]
"""Acts against a port until a time, and returns what came of it."""


@dataclass
class Person:
    """Somebody at work while others attack; `seconds` has what each answer took, `failed` those without."""

    port: int
    key: str
    seconds: list[float] = field(default_factory=list)
    failed: int = 0

    def work(self, done: threading.Event) -> None:
        """Ask for the documents until `done`."""
        while not done.is_set():
            begun = time.perf_counter()
            try:
                with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
                    connection.request("GET", f"{API}/documents", headers=_key(self.key))
                    answer = connection.getresponse()
                    answer.read()
                    self.failed += answer.status != 200
            except (OSError, HTTPException):
                self.failed += 1
            self.seconds.append(time.perf_counter() - begun)
            done.wait(_PAUSE)


def _key(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def half_open(port: int, keys: Keys, until: float) -> str:
    """Open 600 connections with unfinished headers and hold them; return what became of them."""
    held = []
    for _ in range(600):
        with suppress(OSError):
            held.append(socket.create_connection(("127.0.0.1", port), timeout=5))
            held[-1].sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    time.sleep(max(0.0, until - time.monotonic()))
    still = sum(_open(one) for one in held)
    for one in held:
        one.close()
    return f"{still} of 600 still held"


def _open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


def brackets(port: int, keys: Keys, until: float) -> str:
    """Send 100 MB of `[[],[],...]` to a path of the API without signing in."""
    body = chain([b"["], repeat(b"[]," * 100_000, 333), [b"[]]"])
    return _send(port, f"{API}/drafts/1/findings/1/decision", body, {"Content-Type": "application/json"})


def fields(port: int, keys: Keys, until: float) -> str:
    """Send a form of 950 fields of 1 MB to the sign-in page."""
    head = b'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n'
    body = chain(repeat(head + bytes(1_000_000) + b"\r\n", 950), [b"--b--\r\n"])
    return _send(port, "/sign-in", body, {"Content-Type": "multipart/form-data; boundary=b"})


def _send(port: int, path: str, body: Iterator[bytes], headers: dict[str, str]) -> str:
    begun = time.perf_counter()
    with closing(HTTPConnection("127.0.0.1", port, timeout=300)) as connection:
        with suppress(OSError):
            connection.request("POST", path, body, headers, encode_chunked=True)
        try:
            status = str(connection.getresponse().status)
        except (OSError, HTTPException):
            status = "connection closed"
    return f"{status} after {time.perf_counter() - begun:.1f} s"


def stalled(port: int, keys: Keys, until: float) -> str:
    """Begin 200 uploads as one signed-in person and never end them; return what another's upload gets."""
    head = (
        f"POST {API}/documents HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {keys.attacker}\r\n"
        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n"
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a.htm"\r\n\r\n<table>'
    ).encode()
    held = []
    for _ in range(200):
        with suppress(OSError):
            held.append(socket.create_connection(("127.0.0.1", port), timeout=5))
            held[-1].sendall(head)
    time.sleep(max(0.0, until - time.monotonic()))
    uploaded = _upload(port, keys.other)
    for one in held:
        one.close()
    return f"{len(held)} begun; another's upload meanwhile: {uploaded}"


ATTACKS: dict[str, Attack] = {
    "600 half-open connections": half_open,
    "100 MB of JSON without signing in": brackets,
    "a form of 950 fields of 1 MB": fields,
    "200 stalled uploads of one person": stalled,
}


def attack(act: Attack, seconds: float) -> dict[str, Any]:
    """Return what an attack came to, and what it cost the server and the person beside it."""
    with tempfile.TemporaryDirectory() as name, _serving(Path(name)) as (server, names):
        before = server.processor_seconds
        person, done = Person(server.port, names.other), threading.Event()
        thread = threading.Thread(target=person.work, args=(done,))
        thread.start()
        outcome = act(server.port, names, time.monotonic() + seconds)
        done.set()
        thread.join()
        return {
            "outcome": outcome,
            "peak_megabytes": round(server.peak_megabytes),
            "processor_seconds": round(server.processor_seconds - before, 1),
            "other_longest_seconds": round(max(person.seconds), 2),
            "other_without_an_answer": f"{person.failed} of {len(person.seconds)}",
            "log_bytes": (Path(name) / "log").stat().st_size,
        }


@contextmanager
def _serving(folder: Path) -> Iterator[tuple[Server, Keys]]:
    server = Server(folder / "data", queue=200, workers=1)
    server.command = [*_LIMITED, str(folder / "log"), *server.command]
    attacker, other = make_keys(folder / "data", 2)
    server.start()
    time.sleep(5)  # The checking process loads its model, which is no part of an attack.
    try:
        yield server, Keys(attacker, other)
    finally:
        server.stop()


def _upload(port: int, key: str) -> str:
    head = b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.htm"\r\n\r\n'
    body = iter([head, b"<table><tr><td>1", b"\r\n--b--\r\n"])
    headers = {"Content-Type": "multipart/form-data; boundary=b"} | _key(key)
    return _send(port, f"{API}/documents", body, headers)


def main() -> None:
    """Run every attack and write down what it came to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="for how long connections are held")
    parser.add_argument("--only", choices=ATTACKS, metavar="NAME", help="one attack instead of all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here")
    options = parser.parse_args()
    figures = {}
    for name, act in ATTACKS.items():
        if options.only not in {None, name}:
            continue
        figures[name] = attack(act, options.seconds)
        print(name, json.dumps(figures[name], indent=1))
    if options.json:
        write_figures(options.json, figures, "none")


if __name__ == "__main__":
    main()
