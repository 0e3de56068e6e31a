"""The thread that keeps a checking process at work, ends it on demand, and replaces it when it dies."""

from __future__ import annotations

import logging
import multiprocessing
import os
import secrets
import signal
import socket
import threading
import time
from multiprocessing.connection import Connection

from cofitcheck.engines.budget import OUT_OF_TIME
from cofitcheck.engines.worker import CheckerRefused, Loader, Stage
from cofitcheck.review.database import Database
from cofitcheck.review.database.models import DraftRow
from cofitcheck.review.work.process import Message, NotStored, Store, Stored, Task, serve, task_of
from cofitcheck.review.work.queue import Queue

_IDLE_SECONDS = 0.5
_AWAY_SECONDS = 2.0
_LOOK_SECONDS = 0.25
_RENEW_SECONDS = 3.0
_GRACE_SECONDS = 3.0
_DYING_SECONDS = 10.0

logger = logging.getLogger(__name__)


class Supervisor(threading.Thread):
    """Checks what waits in the queue, one draft after another, until it is stopped."""

    def __init__(self, database: Database, load: Loader, store: Store, seconds: float) -> None:
        """Take what the process needs; the check of a draft is ended after `seconds`."""
        super().__init__(name="review-worker", daemon=True)
        self.queue, self.load, self.store, self.seconds = Queue(database), load, store, seconds
        self.owner = f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}"
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._child: _Child | None = None

    def wake(self) -> None:
        """Tell the thread that there is something to check."""
        self._woken.set()

    def stop(self) -> None:
        """End the process, and put the draft that it was checking back."""
        self._stopping.set()
        self._woken.set()
        self.join()

    def run(self) -> None:
        """Work until stopped."""
        said = ""
        try:
            while not self._stopping.is_set():
                try:
                    self._one_round()
                    said = ""
                except Exception as error:
                    # Mostly the database is away for a moment. Whatever the error is, this thread must go on,
                    # as nothing is checked without it. The draft's lease runs out, and it is claimed again.
                    if said != (said := repr(error)):
                        logger.exception("the worker was interrupted, and tries again")
                    self._stopping.wait(_AWAY_SECONDS)
        finally:
            self._end_child()

    def _one_round(self) -> None:
        child = self._child = self._child or _Child(self.load, self.store)
        draft_id = self.queue.claim(self.owner)
        if draft_id is not None:
            try:
                self._watch(child, draft_id)
            except Exception:
                self._end_child()
                raise
            return
        self._woken.wait(_IDLE_SECONDS)
        self._woken.clear()

    def _watch(self, child: _Child, draft_id: int) -> None:
        begun = renewed = time.monotonic()
        task = self._task(draft_id)
        if task is None:
            return
        child.give(task)
        while True:
            if self._stopping.is_set():
                self.queue.release(draft_id, self.owner)
                return
            if time.monotonic() - begun > self.seconds:
                self.queue.fail(draft_id, self.owner, f"it took longer than {self.seconds:,.0f} seconds.")
                self._end_child()
                return
            message = child.receive(_LOOK_SECONDS)
            match message:
                case Stage(name):
                    held = self.queue.renew(draft_id, self.owner, name)
                case Stored() | NotStored() | CheckerRefused() | _Dead():
                    self._settle(draft_id, message)
                    return
                case _:
                    # A cancelled draft is noticed at once. Renewing is rarer, to spare the database.
                    held = self._held(draft_id)
                    if held and time.monotonic() - renewed > _RENEW_SECONDS:
                        renewed = time.monotonic()
                        held = self.queue.renew(draft_id, self.owner)
            if not held:
                self._end_child()
                return

    def _settle(self, draft_id: int, message: Message | _Dead) -> None:
        match message:
            case NotStored(reason):
                self.queue.fail(draft_id, self.owner, reason)
            case CheckerRefused(reason):
                self.queue.fail(draft_id, self.owner, reason)
                self._end_child()
            case _Dead(exit_code):
                self._child = None
                if exit_code is not None and -exit_code == OUT_OF_TIME:
                    # A second try would take as long.
                    self.queue.fail(draft_id, self.owner, self.store.budget.exceeded)
                    return
                self.queue.lost(draft_id, self.owner, _last_words(exit_code))

    def _held(self, draft_id: int) -> bool:
        with self.queue.database.reading() as session:
            draft = session.get(DraftRow, draft_id)
            return draft is not None and draft.status == "working" and draft.owner == self.owner

    def _task(self, draft_id: int) -> Task | None:
        """Return the task for a draft, None where the draft was deleted."""
        with self.queue.database.reading() as session:
            draft = session.get(DraftRow, draft_id)
            return task_of(draft, self.owner, self.store.read, self.store.choice) if draft else None

    def _end_child(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None


class _Dead:
    """The process has ended. A negative `exit_code` is the signal that ended it; None is our own ending."""

    __match_args__ = ("exit_code",)

    def __init__(self, exit_code: int | None) -> None:
        self.exit_code = exit_code


class _Child:
    """A checking process and the pipe to it."""

    def __init__(self, load: Loader, store: Store) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection: Connection
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, load, store), daemon=True)
        self.process.start()
        theirs.close()

    def give(self, task: Task) -> None:
        try:
            self.connection.send(task)
        except (BrokenPipeError, ConnectionResetError):
            return  # The next `receive` reports it.

    def receive(self, seconds: float) -> Message | _Dead | None:
        """Return the message that comes within `seconds`, None where none does."""
        try:
            if not self.connection.poll(seconds):
                return None
            message: Message = self.connection.recv()
        except (EOFError, ConnectionResetError, BrokenPipeError):
            # It is ending by itself, which takes a while with much memory. Killing it now would hide why.
            self.process.join(_DYING_SECONDS)
            exit_code = self.process.exitcode
            self.end()
            return _Dead(exit_code)
        return message

    def end(self) -> None:
        """End the process."""
        self.process.terminate()
        self.connection.close()
        self.process.join(_GRACE_SECONDS)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()


def _last_words(exit_code: int | None) -> str:
    if exit_code == -signal.SIGKILL:
        return (
            "its process was killed twice (SIGKILL), perhaps for lack of memory; try it on a larger machine."
        )
    how = f" ({_signal(-exit_code)})" if exit_code is not None and exit_code < 0 else ""
    return f"a defect of cofitcheck stopped it{how}; please report it with what the server printed."


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
