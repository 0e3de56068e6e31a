"""How a review server holds out when more is uploaded than it can check: what is accepted, refused, and lost.

Run: `python -m benchmarks.upload_load --json upload-load.json` (some minutes on two cores). Senders upload
small made-up documents through the API, whatever is answered, each with its own key, far more than the queue
takes. Half way the server is killed and started again, as by a power cut; then every document that was
accepted is waited for, and its findings are asked for.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from benchmarks.review_load import make_document
from cofitcheck.evaluation.figures import write_figures
from cofitcheck.review import security
from cofitcheck.review.security import AccountRole
from cofitcheck.review.server import open_state
from cofitcheck.review.settings import ReviewSettings
from cofitcheck.weights import NAME

API = "/api/v1"
COFITCHECK = [sys.executable, "-m", "cofitcheck"]


@dataclass
class Sender:
    """Somebody who uploads one document after another; `accepted` has the address of each by its SHA-256."""

    number: int
    key: str
    accepted: dict[str, str] = field(default_factory=dict)
    refused: list[tuple[int, int, str]] = field(default_factory=list)
    """Status, seconds to wait and sentence of each refusal."""
    unanswered: list[str] = field(default_factory=list)
    """SHA-256 of what was sent when the server was away."""
    seconds: dict[int, list[float]] = field(default_factory=dict)

    def send(self, port: int, until: float, size: int, pause: float) -> None:
        """Upload until a time (`time.monotonic`), whatever is answered, with pauses of so many seconds."""
        at = 0
        while time.monotonic() < until:
            at += 1
            content = make_document(4, size, seed=1000 * self.number + at)
            name = hashlib.sha256(content).hexdigest()
            try:
                self._send(port, content, name)
            except (OSError, HTTPException):
                self.unanswered.append(name)
            time.sleep(pause)

    def _send(self, port: int, content: bytes, name: str) -> None:
        head = b'--b\r\nContent-Disposition: form-data; name="files"; filename="made-up.htm"\r\n\r\n'
        begun = time.perf_counter()
        status, headers, said = ask(
            port,
            self.key,
            f"{API}/documents",
            head + content + b"\r\n--b--\r\n",
            "multipart/form-data; boundary=b",
        )
        self.seconds.setdefault(status, []).append(time.perf_counter() - begun)
        if status == 202:
            assert said["drafts"][0]["sha256"] == name
            self.accepted[name] = headers["Location"]
        else:
            self.refused.append((status, int(headers["Retry-After"]), said["detail"]))


def ask(port: int, key: str, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, Any, Any]:
    """Return status, headers and JSON of an answer. Raises `OSError` or `HTTPException` without one."""
    headers = {"Authorization": f"Bearer {key}", **({"Content-Type": kind} if kind else {})}
    with closing(HTTPConnection("127.0.0.1", port, timeout=120)) as connection:
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, json.loads(answer.read())


class Server:
    """`cofitcheck review` in a process of its own, on one folder and one port."""

    def __init__(self, folder: Path, queue: int, workers: int) -> None:
        self.folder, self.port = folder, 0
        self.command = [
            *COFITCHECK, "review", "--folder", str(folder), "--sign-in", "accounts", "--no-browser",
            "--queue", str(queue), "--workers", str(workers), "--threshold", "0",
        ]  # fmt: skip
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].strip(" /\n"))

    def kill(self) -> None:
        """End it without a warning, as a power cut would."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Ask it to end."""
        assert self.process
        self.process.terminate()
        self.process.wait()

    @property
    def processor_seconds(self) -> float:
        """What it and the processes that check have spent since it was started."""
        assert self.process
        return _processor_seconds(self.process.pid)

    @property
    def peak_megabytes(self) -> float:
        """The most memory that the server's own process has held."""
        assert self.process
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM"))


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_processor_seconds(int(child)) for child in children)


@contextmanager
def serving(folder: Path, queue: int, workers: int) -> Iterator[Server]:
    """Run a server for as long as the block lasts."""
    server = Server(folder, queue, workers)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def keys(folder: Path, count: int) -> list[str]:
    """Return an API key for each of `count` accounts of their own."""
    state = open_state(ReviewSettings(folder, sign_in="accounts"))
    with state.database.writing() as session:
        people = [security.save(session, f"sender-{number}", AccountRole.REVIEWER) for number in range(count)]
        made = [security.new_key(session, person, "load") for person in people]
    state.database.close()
    return made


def wait_for_all(port: int, key: str, addresses: Sequence[str]) -> Counter[str]:
    """Return how the accepted documents ended, once none of them waits or is worked on."""
    ended: Counter[str] = Counter()
    for address in addresses:
        while True:
            status, headers, draft = ask(port, key, address)
            if status == 429:
                time.sleep(int(headers["Retry-After"]))
            elif status != 200:
                ended["lost"] += 1
                break
            elif draft["status"] not in {"waiting", "working"}:
                ended[draft["status"]] += 1
                break
            else:
                time.sleep(0.5)
    return ended


def findings_of(port: int, key: str, addresses: Sequence[str]) -> int:
    """Return how many of the documents have the findings that were planted in them."""
    found = 0
    for address in addresses:
        while True:
            status, headers, said = ask(port, key, f"{address}/findings")
            if status != 429:
                break
            time.sleep(int(headers["Retry-After"]))
        found += status == 200 and len(said) > 0
    return found


def measure(
    senders: int, seconds: float, pause: float, queue: int, workers: int, size: int
) -> dict[str, Any]:
    """Return the figures of one run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        crowd = [Sender(number, key) for number, key in enumerate(keys(folder, senders))]
        with serving(folder, queue, workers) as server:
            begun = time.monotonic()
            until = begun + seconds
            threads = [
                threading.Thread(target=each.send, args=(server.port, until, size, pause)) for each in crowd
            ]
            for thread in threads:
                thread.start()
            time.sleep(seconds / 2)
            before = sum(len(each.accepted) for each in crowd)
            spent, peak = server.processor_seconds, server.peak_megabytes
            server.kill()
            server.start()
            for thread in threads:
                thread.join()
            addresses = [address for each in crowd for address in each.accepted.values()]
            ended = wait_for_all(server.port, crowd[0].key, addresses)
            lasted, spent = time.monotonic() - begun, spent + server.processor_seconds
            found = findings_of(server.port, crowd[0].key, addresses)
            _, _, listed = ask(server.port, crowd[0].key, f"{API}/documents")
            peak = max(peak, server.peak_megabytes)
    kept = {draft["sha256"] for document in listed for draft in document["drafts"]}
    refused = [each for one in crowd for each in one.refused]
    unanswered = {each for one in crowd for each in one.unanswered}
    accepted = {each for one in crowd for each in one.accepted}
    times = {status: [each for one in crowd for each in one.seconds.get(status, ())] for status in (202, 503)}
    return {
        "cores": os.cpu_count(),
        "senders": senders,
        "seconds": seconds,
        "pause": pause,
        "queue": queue,
        "workers": workers,
        "document_bytes": size,
        "sent": len(accepted) + len(refused) + len(unanswered),
        "accepted": len(accepted),
        "accepted_before_the_kill": before,
        "refused": dict(Counter(str(status) for status, _, _ in refused)),
        "refused_without_a_sentence_or_a_time": sum(not words or after < 1 for _, after, words in refused),
        "sentences": sorted({words for _, _, words in refused}),
        "unanswered_while_the_server_was_away": len(unanswered),
        "accepted_that_ended": dict(ended),
        "accepted_with_findings": found,
        "accepted_and_lost": len(accepted - kept),
        "kept_and_never_sent": len(kept - accepted - unanswered),
        "seconds_until_all_had_ended": round(lasted, 1),
        "processor_seconds_of_the_server": round(spent, 1),
        "checked_a_minute": round(60 * ended["checked"] / lasted, 1),
        "requests_a_second_while_sending": round(sum(len(each) for each in times.values()) / seconds, 1),
        "milliseconds": {
            {202: "accepted", 503: "refused"}[status]: _spread(each) for status, each in times.items() if each
        },
        "peak_megabytes_of_the_server": round(peak),
    }


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {
        "median": round(1000 * statistics.median(ordered)),
        "p95": round(1000 * ordered[int(0.95 * (len(ordered) - 1))]),
    }


def main() -> None:
    """Read the command line, measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--senders", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=120, help="how long they send")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between two uploads of a sender")
    parser.add_argument("--queue", type=int, default=10, help="documents that may wait")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--size", type=int, default=20_000, help="bytes of a document")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    options = parser.parse_args()
    what = vars(options)
    path = what.pop("json")
    figures = measure(**what)
    print(json.dumps(figures, indent=2))
    if path:
        write_figures(path, figures, NAME)


if __name__ == "__main__":
    main()
