"""Files of older office formats, converted by a stand-in for LibreOffice, and by it where it is at hand."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cofitcheck.cli import main
from cofitcheck.document import UncheckedCode
from cofitcheck.errors import MissingDependencyError, UnreadableDocumentError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.readers.formats import CONVERTIBLE_SUFFIXES, OLE, PROGRAMS
from cofitcheck.readers.settings import ReadLimits
from tests.readers.office_files import changed, zip_of
from tests.readers.test_formats import BOOK, WORD

OLD_WORD = OLE + bytes(64) + "WordDocument\0".encode("utf-16-le")
OLD_EXCEL = OLE + bytes(64) + "Workbook\0".encode("utf-16-le")
CONVERT = ReadSettings(convert=True)

STAND_IN = """#!{python}
import pathlib, sys, time
given = dict(zip(sys.argv, sys.argv[1:]))
source, made = pathlib.Path(sys.argv[-1]), pathlib.Path(given["--outdir"])
(profile,) = [each for each in sys.argv if each.startswith("-env:UserInstallation=file://")]
settings = pathlib.Path(profile.partition("file://")[2], "user", "registrymodifications.xcu")
assert "DisableMacrosExecution" in settings.read_text()
pathlib.Path({log!r}).write_text(str(source.parent))
{body}
"""
MAKES = """made.mkdir()
target = given["--convert-to"]
(made / f"document.{{target}}").write_bytes(pathlib.Path({folder!r}, f"made.{{target}}").read_bytes())
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH of a machine without LibreOffice."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    (tmp_path / "made.docx").write_bytes(WORD)
    (tmp_path / "made.xlsx").write_bytes(BOOK)
    return folder


def install(machine: Path, body: str = "") -> Path:
    """Put a stand-in for LibreOffice on the PATH; the file that is returned says where it worked."""
    log = machine.parent / "worked-in"
    body = body or MAKES.format(folder=str(machine.parent))
    program = machine / "soffice"
    program.write_text(STAND_IN.format(python=sys.executable, log=str(log), body=body))
    program.chmod(0o755)
    return log


@pytest.mark.parametrize(
    ("data", "suffix", "target"),
    [
        (OLD_WORD, ".doc", ".docx"),
        (OLD_EXCEL, ".xls", ".xlsx"),
        (b"{\\rtf1 a table}", ".rtf", ".docx"),
        (zip_of({"xl/workbook.bin": b""}), ".xlsb", ".xlsx"),
        (zip_of({"mimetype": b"application/vnd.oasis.opendocument.text"}), ".odt", ".docx"),
        (zip_of({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}), ".ods", ".xlsx"),
    ],
)
def test_an_old_file_is_converted_in_a_private_folder_and_says_so(
    machine: Path, data: bytes, suffix: str, target: str
) -> None:
    log = install(machine)
    document = read(data, f"statement{suffix}", settings=CONVERT)
    assert [each.text for each in document.mentions] == ["1,100", "1,200"]
    said = document.warnings[0]
    assert said.cause is UncheckedCode.CONVERTED
    assert dict(said.values) == {"suffix": suffix, "target": target}
    assert not Path(log.read_text()).exists()
    assert suffix in CONVERTIBLE_SUFFIXES


def test_without_the_option_the_way_out_is_named(machine: Path) -> None:
    install(machine)
    said = r"an old Word file; save it as \.docx .* \(--convert\)\.$"
    with pytest.raises(UnreadableDocumentError, match=said):
        read(OLD_WORD, "draft.doc")


def test_without_libreoffice_it_is_named(machine: Path) -> None:
    with pytest.raises(MissingDependencyError, match=r"^draft\.doc: .*no soffice on the PATH; install Libre"):
        read(OLD_WORD, "draft.doc", settings=CONVERT)


def test_what_libreoffice_makes_nothing_of_is_refused(machine: Path) -> None:
    install(machine, "sys.exit(1)")
    with pytest.raises(UnreadableDocumentError, match="LibreOffice could not convert it; it may be damaged"):
        read(OLD_EXCEL, "draft.xls", settings=CONVERT)


def test_what_takes_too_long_ends_with_all_that_it_started(machine: Path) -> None:
    child = machine.parent / "child"
    waits = "import time; time.sleep(60)"
    log = install(
        machine,
        "import subprocess\n"
        f"started = subprocess.Popen([sys.executable, '-c', {waits!r}])\n"
        f"pathlib.Path({str(child)!r}).write_text(str(started.pid))\n"
        "time.sleep(60)",
    )
    settings = ReadSettings(convert=True, limits=ReadLimits(seconds_of_conversion=1.5))
    with pytest.raises(UnreadableDocumentError, match="took more than 2 seconds to convert it"):
        read(OLD_WORD, "draft.doc", settings=settings)
    assert not Path(log.read_text()).exists()
    stat = Path("/proc", child.read_text(), "stat")
    assert not stat.exists() or " Z " in stat.read_text()


def test_a_file_of_todays_formats_is_not_converted(machine: Path) -> None:
    assert not read(WORD, "today.docx", settings=CONVERT).warnings


def test_a_converted_file_with_macros_is_refused_as_any(machine: Path) -> None:
    install(machine)
    (machine.parent / "made.docx").write_bytes(changed(WORD, {"word/vbaProject.bin": b"macros"}))
    with pytest.raises(UnreadableDocumentError, match="has macros"):
        read(OLD_WORD, "draft.doc", settings=CONVERT)


@pytest.mark.parametrize("settled", [("--convert",), ()])
def test_a_folder_with_old_files_is_checked(machine: Path, tmp_path: Path, settled: tuple[str, ...]) -> None:
    install(machine)
    folder = tmp_path / "drafts"
    folder.mkdir()
    (folder / "statement.doc").write_bytes(OLD_WORD)
    if not settled:
        (folder / "cofitcheck.toml").write_text("convert = true\n")
    result = CliRunner().invoke(main, ["inspect", str(folder / "statement.doc"), *settled])
    assert result.exit_code == (0 if settled else 2), result.output
    # A process of its own: workers that another test left waiting know another PATH.
    command = [sys.executable, "-m", "cofitcheck", "check", str(folder), *settled]
    done = subprocess.run([*command, "--output", str(tmp_path / "out")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "LibreOffice converted it from .doc to .docx" in " ".join((done.stdout + done.stderr).split())


@pytest.mark.slow
@pytest.mark.skipif(not any(map(shutil.which, PROGRAMS)), reason="LibreOffice is not on this machine")
def test_libreoffice_itself_converts_a_workbook(tmp_path: Path) -> None:
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    (tmp_path / "given.xlsx").write_bytes(BOOK)
    command = [program, "--headless", "--convert-to", "xls", "--outdir", str(tmp_path), "given.xlsx"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120, env={**os.environ, "HOME": str(tmp_path)})
    document = read(tmp_path / "given.xls", settings=CONVERT)
    assert [each.number.value for each in document.mentions] == [1100, 1200]
    assert document.warnings[0].cause is UncheckedCode.CONVERTED
