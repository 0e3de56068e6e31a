"""Files of older and other office formats, which LibreOffice turns into .docx or .xlsx where the user asks.

It runs in a private folder with a profile of its own, for a bounded time, with macros off and without a look
at links.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cofitcheck.errors import InputError, MissingDependencyError, UnreadableDocumentError
from cofitcheck.readers.contract import Archive, is_zip
from cofitcheck.readers.settings import limits

PROGRAMS = ("soffice", "libreoffice")
"""What LibreOffice is called, as it is looked for on the PATH."""


@dataclass(frozen=True, slots=True)
class Convertible:
    """A format without a reader that LibreOffice reads: what a person calls it, what its names end in, and
    the format that it is turned into."""

    called: str
    suffix: str
    target: str


_WORD = Convertible("an old Word file", ".doc", "docx")
_EXCEL = Convertible("an old Excel file", ".xls", "xlsx")
_RTF = Convertible("an RTF file", ".rtf", "docx")
_BINARY_WORKBOOK = Convertible("a binary Excel workbook", ".xlsb", "xlsx")
_TEXT = Convertible("an OpenDocument text", ".odt", "docx")
_SPREADSHEET = Convertible("an OpenDocument spreadsheet", ".ods", "xlsx")

CONVERTIBLE_SUFFIXES = tuple(
    each.suffix for each in (_WORD, _EXCEL, _RTF, _BINARY_WORKBOOK, _TEXT, _SPREADSHEET)
)

OLE = b"\xd0\xcf\x11\xe0"
_STREAMS = (("WordDocument", _WORD), ("Workbook", _EXCEL), ("Book", _EXCEL))
"""How the main stream of an old file is called; names end with a nought."""
_MEDIA = {
    b"application/vnd.oasis.opendocument.text": _TEXT,
    b"application/vnd.oasis.opendocument.spreadsheet": _SPREADSHEET,
}

_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
</oor:items>
"""
"""Macros never run, and what a file links to is never fetched."""


def convertible(data: bytes, name: str) -> Convertible | None:
    """Return the format that LibreOffice can turn into one with a reader; None where bytes are in none."""
    if data.startswith(OLE):
        found = (each for stream, each in _STREAMS if f"{stream}\0".encode("utf-16-le") in data)
        return next(found, None)
    if data.startswith(b"{\\rtf"):
        return _RTF
    if not is_zip(data):
        return None
    archive = Archive(data, name)
    if "xl/workbook.bin" in archive.names:
        return _BINARY_WORKBOOK
    return _MEDIA.get(archive.read("mimetype").strip()) if "mimetype" in archive.names else None


def converted(data: bytes, name: str, form: Convertible) -> bytes:
    """Return a file as .docx or .xlsx.

    Raises `MissingDependencyError` where LibreOffice is not on the machine, `UnreadableDocumentError` where
    it makes nothing of the file or takes too long.
    """
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise MissingDependencyError(
            f"{name}: this is {form.called}, which LibreOffice is to convert, and there is no "
            f"{PROGRAMS[0]} on the PATH; install LibreOffice, or save the file as .{form.target}."
        )
    try:
        with tempfile.TemporaryDirectory(prefix="cofitcheck-") as folder:
            return _run(program, Path(folder), data, name, form)
    except OSError as error:
        raise InputError(
            f"{name}: LibreOffice cannot convert it here ({error.strerror}); save it as .{form.target}."
        ) from error


def _run(program: str, folder: Path, data: bytes, name: str, form: Convertible) -> bytes:
    profile, given, made = folder / "profile", folder / f"document{form.suffix}", folder / "made"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
    given.write_bytes(data)
    command = [
        program,
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--norestore",
        "--convert-to",
        form.target,
        "--outdir",
        str(made),
        str(given),
    ]
    seconds, none = limits().seconds_of_conversion, subprocess.DEVNULL
    with subprocess.Popen(
        command, cwd=folder, stdin=none, stdout=none, stderr=none, start_new_session=True
    ) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise UnreadableDocumentError(
                f"{name}: LibreOffice took more than {seconds:,.0f} seconds to convert it; "
                f"save it as .{form.target}, or split it into parts and check those."
            ) from error
        finally:
            _end(process)
    result = made / f"document.{form.target}"
    if not result.is_file():
        raise UnreadableDocumentError(
            f"{name}: LibreOffice could not convert it; it may be damaged or need a password. Save it as "
            f".{form.target} and check that."
        )
    return result.read_bytes()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what was started, with all that it has started itself."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
