"""How a review server on SQLite holds out: opening a document with 300 findings, and 20 people at once.

Run: `python benchmarks/review_load.py --json review-load.json` (about two minutes on two cores). The document
is made up: as many facts as asked for, each stated twice and once wrongly, in a page of 5 MB. Every
difference is reported, however improbable an error: the page is measured, not the model.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from cofitcheck.evaluation.figures import write_figures
from cofitcheck.weights import NAME

TOKEN = "a-token-for-the-benchmark"
WORDS = "net gross other total deferred current accrued segment foreign domestic operating leased".split()
THINGS = "revenue cost income expense assets liabilities inventory goodwill tax interest equity cash".split()
VERDICTS = ("error", "expected", "different", "discuss")


def make_document(findings: int, size: int, seed: int = 0) -> bytes:
    """Return a filing of `size` bytes in which `findings` facts are stated with two values."""
    draw = random.Random(seed)
    tables: list[list[list[str]]] = []
    for start in range(0, findings, 20):
        rows = []
        for number in range(start, min(start + 20, findings)):
            label = f"{draw.choice(WORDS)} {draw.choice(WORDS)} {draw.choice(THINGS)} of unit {number}"
            rows.append([label.capitalize(), *(f"{draw.randrange(10_000, 99_999):,}" for _ in range(3))])
        tables.append(rows)
    parts = [_table("Statement", number, rows) for number, rows in enumerate(tables, 1)]
    parts += [
        _table("Note", number, [_wrong(row, draw) for row in rows]) for number, rows in enumerate(tables, 1)
    ]
    prose = "<p>Made-up words fill this page, so that it is as long as a real report is. </p>"
    fill = prose * max(0, (size - sum(map(len, parts))) // len(prose) // len(parts))
    return f"<html><body>{''.join(part + fill for part in parts)}</body></html>".encode()


def _table(kind: str, number: int, rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<td><b>{text}</b></td>" for text in ("", "2025", "2024", "2023"))
    lines = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in rows)
    return (
        f"<p><b>{kind} {number}: results of unit group {number}</b></p><p>($ in millions)</p>"
        f"<table><tr>{head}</tr>{lines}</table>"
    )


def _wrong(row: Sequence[str], draw: random.Random) -> list[str]:
    """Return a row with two neighbouring digits of its first number swapped, or the last changed."""
    digits = list(row[1].replace(",", ""))
    at = next((k for k in range(len(digits) - 1) if digits[k] != digits[k + 1]), None)
    if at is None:
        digits[-1] = "0"
    else:
        digits[at], digits[at + 1] = digits[at + 1], digits[at]
    return [row[0], f"{int(''.join(digits)):,}", *row[2:]]


class Person:
    """Somebody at a browser: one connection, one cookie."""

    def __init__(self, port: int, seed: int = 0) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookie, self.csrf = "", ""
        self.draw = random.Random(seed)
        self.seconds: dict[str, list[float]] = {}
        self.statuses: Counter[int] = Counter()
        self._send("GET", f"/enter?token={TOKEN}", "enter")
        found = re.search(r'name="csrf" content="(\w+)"', self.get("/", "documents"))
        assert found
        self.csrf = found[1]

    def get(self, path: str, kind: str, partial: bool = False) -> str:
        """Return a page, noting how long it took as a `kind`."""
        return self._send("GET", path, kind, headers={"X-Partial": "1"} if partial else {})

    def post(self, path: str, kind: str, **fields: str) -> str:
        """Send a form, and return the answer."""
        body = urlencode({"csrf": self.csrf, **fields})
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._send("POST", path, kind, body.encode(), headers)

    def upload(self, content: bytes) -> str:
        """Upload a document and return the path of its draft."""
        body = (
            b'--b\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n' + self.csrf.encode()
            + b'\r\n--b\r\nContent-Disposition: form-data; name="files"; filename="made-up.htm"\r\n\r\n'
            + content + b"\r\n--b--\r\n"
        )  # fmt: skip
        return self._send(
            "POST", "/documents", "upload", body, {"Content-Type": "multipart/form-data; boundary=b"}
        )

    def _send(
        self, method: str, path: str, kind: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> str:
        begun = time.perf_counter()
        self.connection.request(method, path, body, {**(headers or {}), "Cookie": self.cookie})
        answer = self.connection.getresponse()
        text = answer.read().decode()
        self.seconds.setdefault(kind, []).append(time.perf_counter() - begun)
        self.statuses[answer.status] += 1
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer.getheader("Location") or text

    def review(self, draft: str, findings: int, acts: int) -> None:
        """Walk through findings, decide, note, tick and look around, as people do."""
        for _ in range(acts):
            number = self.draw.randint(1, findings)
            self.get(f"{draft}/findings/{number}", "finding", partial=True)
            if self.draw.random() < 0.6:
                verdict = self.draw.choice(VERDICTS)
                self.post(
                    f"{draft}/findings/{number}/decision", "decide", verdict=verdict, reason="as agreed"
                )
            if self.draw.random() < 0.2:
                self.post(f"{draft}/findings/{number}/notes", "note", text="Looked at.")
            if self.draw.random() < 0.2:
                self.post(f"{draft}/facts/ticks?one={number}", "tick", ticked="yes")
            if self.draw.random() < 0.1:
                self.get(draft, "list")


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """Run a server in a process of its own and give its port."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(folder, theirs))
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


def _serve(folder: Path, connection: Any) -> None:
    import socket

    import uvicorn

    from cofitcheck.checks import CheckSettings
    from cofitcheck.config import CheckConfig
    from cofitcheck.review.server import create_app, open_state
    from cofitcheck.review.settings import Limits, ReviewSettings

    limits = Limits(requests=10**6, sign_ins=10**6)
    check = CheckConfig(checks=CheckSettings(threshold=0.0))
    state = open_state(ReviewSettings(folder=folder, token=TOKEN, limits=limits, check=check))
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    connection.send(listener.getsockname()[1])
    uvicorn.Server(uvicorn.Config(create_app(state), log_level="error")).run(sockets=[listener])


def wait_for_check(person: Person, draft: str) -> tuple[float, int]:
    """Return the seconds until a draft is checked, and the number of its findings."""
    begun = time.perf_counter()
    number = draft.rsplit("/", 1)[1]
    while True:
        state = json.loads(person.get(f"/api/v1/drafts/{number}", "state"))
        if state["status"] in {"checked", "failed"}:
            assert state["status"] == "checked", state["reason"]
            return time.perf_counter() - begun, state["counts"]["findings"]
        time.sleep(0.5)


def at_once(people: Sequence[Person], act: Callable[[Person], None]) -> float:
    """Let every person act at the same time; return the seconds until the last is done."""
    threads = [threading.Thread(target=act, args=(person,)) for person in people]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begun


def measure(findings: int, people: int, acts: int, size: int) -> dict[str, Any]:
    """Return the figures of one run."""
    content = make_document(findings, size)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as port:
        first = Person(port)
        draft = first.upload(content)
        check_seconds, found = wait_for_check(first, draft)
        opening = [_seconds(first, path) for path in (draft, f"{draft}/findings/1", f"{draft}/document")]
        crowd = [Person(port, seed) for seed in range(people)]
        seconds = at_once(crowd, lambda person: person.review(draft, found, acts))
        # A server closes a connection that has been idle for a while.
        workbook = _seconds(Person(port), f"{draft}/hand-over/workbook", binary=True)
    kinds = sorted({kind for person in crowd for kind in person.seconds})
    spent = {kind: [each for person in crowd for each in person.seconds.get(kind, ())] for kind in kinds}
    statuses = sum((person.statuses for person in crowd), Counter())
    return {
        "document_bytes": len(content),
        "findings": found,
        "check_seconds": round(check_seconds, 2),
        "seconds_to_open": dict(zip(("list", "first finding", "document"), opening, strict=True)),
        "workbook_seconds": workbook,
        "people": people,
        "requests": statuses.total(),
        "errors": sum(count for status, count in statuses.items() if status >= 400),
        "requests_a_second": round(statuses.total() / seconds, 1),
        "milliseconds": {kind: _spread(each) for kind, each in spent.items()},
    }


def _seconds(person: Person, path: str, binary: bool = False) -> float:
    begun = time.perf_counter()
    if binary:
        person.connection.request("GET", path, headers={"Cookie": person.cookie})
        person.connection.getresponse().read()
    else:
        person.get(path, "open")
    return round(time.perf_counter() - begun, 3)


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {
        "median": round(1000 * statistics.median(ordered), 1),
        "p95": round(1000 * ordered[int(0.95 * (len(ordered) - 1))], 1),
        "count": len(ordered),
    }


def main() -> None:
    """Read the command line, measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--findings", type=int, default=330, help="facts stated wrongly once")
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--acts", type=int, default=25, help="findings that each person goes through")
    parser.add_argument("--size", type=int, default=5_000_000, help="bytes of the document")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    options = parser.parse_args()
    figures = measure(options.findings, options.people, options.acts, options.size)
    print(json.dumps(figures, indent=2))
    if options.json:
        write_figures(options.json, figures, NAME)


if __name__ == "__main__":
    main()
