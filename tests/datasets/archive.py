"""An archive on this machine that answers as it is told, and remembers who asked for what."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Answer:
    """One answer; with `missing` the connection ends that many bytes before the content does."""

    content: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    missing: int = 0


class Archive:
    """What is given for a path is answered in turn, the last for ever; an unknown path is a 404."""

    def __init__(self) -> None:
        self.answers: dict[str, list[Answer]] = defaultdict(list)
        self.asked: list[str] = []
        self.agents: list[str] = []
        self.url = ""

    def give(self, path: str, *answers: Answer | bytes) -> str:
        self.answers[path] = [Answer(each) if isinstance(each, bytes) else each for each in answers]
        return self.url + path

    def give_json(self, path: str, value: object) -> str:
        return self.give(path, json.dumps(value).encode())

    def next(self, path: str, agent: str) -> Answer:
        self.asked.append(path)
        self.agents.append(agent)
        answers = self.answers.get(path) or [Answer(b"not here", 404)]
        return answers.pop(0) if len(answers) > 1 else answers[0]


@contextmanager
def running() -> Iterator[Archive]:
    archive = Archive()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            answer = archive.next(self.path, self.headers.get("User-Agent", ""))
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content[: len(answer.content) - answer.missing])
            self.close_connection = bool(answer.missing)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    archive.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield archive
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
