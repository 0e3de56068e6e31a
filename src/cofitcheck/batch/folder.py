"""The output folder: held by one run at a time, and by runs of the same settings only."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from cofitcheck.errors import InputError
from cofitcheck.reports.files import write_whole

_LOCK, _SETTINGS = ".lock", "run.json"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder, made where it is missing, until the end of the block or of the process.

    Raises `InputError` where another run holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            # The system lets go of it when the process ends, however that comes about.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InputError(
                f"{folder}: another run writes to this folder; wait for its end or name another."
            ) from error
        yield
    finally:
        os.close(lock)


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Say in a sentence that a folder cannot be written to, and that nothing is lost by it."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{folder}: cannot be written to ({error.strerror or error}); make room there, then run the same "
            "command again: what is finished is kept."
        ) from error


def keep_settings(folder: Path, settings: Mapping[str, str]) -> None:
    """Note what the run in a folder was begun with.

    Raises `InputError` where it was begun with something else: its results would be of two kinds.
    """
    file = folder / _SETTINGS
    if not file.exists():
        write_whole(file, msgspec.json.format(msgspec.json.encode(settings), indent=2))
        return
    try:
        begun = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except msgspec.DecodeError as error:
        raise InputError(f"{file}: is damaged ({error}); name another folder.") from error
    for name in sorted({*begun, *settings}):
        before, now = begun.get(name, "nothing"), settings.get(name, "nothing")
        if before != now:
            raise InputError(
                f"{folder}: the run in this folder was begun with {name} {before}, not {now}; "
                "name another folder."
            )
