"""A small HTTP server of our own that answers as it is told: well, badly, slowly, or not at all."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What is sent back: a status with a JSON body or plain text, after so many seconds."""

    body: Body | str
    status: int = 200
    seconds: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)


def said(text: str, finish: str = "stop", **more: Any) -> Reply:
    """Return a reply whose model wrote `text`; 100 tokens in and 3 out."""
    message = {"role": "assistant", "content": text, **more.pop("message", {})}
    choice = {"index": 0, "finish_reason": finish, "message": message, **more}
    usage = {"prompt_tokens": 100, "completion_tokens": 3, "total_tokens": 103}
    head = {"id": "1", "object": "chat.completion", "created": 0, "model": "tiny"}
    return Reply({**head, "choices": [choice], "usage": usage})


def refused(status: int, message: str, **headers: str) -> Reply:
    return Reply({"error": {"message": message}}, status, headers=headers)


@dataclass
class Fake:
    """A running server: its address, and the questions it was asked."""

    url: str
    asked: list[Body]


@contextmanager
def serving(answer: Callable[[int, Body], Reply]) -> Iterator[Fake]:
    """Serve on this machine; `answer` gets the number of the question (from 0) and its body."""
    asked: list[Body] = []
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                number = len(asked)
                asked.append({**body, "path": self.path, "key": self.headers["Authorization"]})
            reply = answer(number, body)
            time.sleep(reply.seconds)
            text = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
            self.send_response(reply.status)
            kind = "text/html" if isinstance(reply.body, str) else "application/json"
            sent = {"Content-Type": kind, "Content-Length": str(len(text.encode())), **reply.headers}
            for name, value in sent.items():
                self.send_header(name, value)
            # Whoever has waited long enough has gone.
            with suppress(ConnectionError):
                self.end_headers()
                self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield Fake(f"http://127.0.0.1:{server.server_address[1]}/v1", asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
