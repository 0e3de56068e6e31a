"""One server for a folder: who comes second is told where the first is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from cofitcheck.errors import InputError

_ADDRESS = "server.address"


@contextmanager
def only_server(folder: Path) -> Iterator[Callable[[str], None]]:
    """Hold a folder until the server ends; the value takes the address to tell whoever comes second.

    The address is kept readable by its owner only, as it may hold a token. Raises `InputError` where another
    server holds the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / _ADDRESS
    lock = FileLock(folder / "server.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise InputError(_running(folder, kept)) from error

    def announce(address: str) -> None:
        kept.touch(mode=0o600)
        kept.write_text(address)

    try:
        yield announce
    finally:
        kept.unlink(missing_ok=True)
        lock.release()


def _running(folder: Path, kept: Path) -> str:
    address = kept.read_text() if kept.is_file() else ""
    opened = f"open {address} and upload there" if address else "it is just starting; open the page it prints"
    return f"{folder}: a review server is running on this folder already; {opened}, or name another --folder"
