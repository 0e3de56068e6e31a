"""`cofitcheck accounts` and the options of `cofitcheck review`."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cofitcheck.cli import main
from cofitcheck.readers import ReadSettings
from cofitcheck.review.serve import only_server
from cofitcheck.review.settings import ReviewSettings
from tests.review.review_fakes import Desk

PASSWORD = "correct horse battery"


def run(*arguments: str | Path, password: str = "", entered: str = "") -> Result:
    environment = {"COFITCHECK_REVIEW_PASSWORD": password or None}
    return CliRunner().invoke(main, [str(each) for each in arguments], input=entered, env=environment)


def test_an_account_is_made_listed_used_and_closed(tmp_path: Path) -> None:
    assert (
        run("accounts", "add", "ada", "--folder", tmp_path, password=PASSWORD).output
        == "ada is a reviewer.\n"
    )
    assert (
        run("accounts", "add", "bob", "--role", "viewer", "--no-password", "--folder", tmp_path).exit_code
        == 0
    )
    assert run("accounts", "list", "--folder", tmp_path).output == "ada: reviewer\nbob: viewer\n"
    desk = Desk(tmp_path, "accounts")
    answer = desk.client.post("/sign-in", data={"name": "ada", "password": PASSWORD})
    assert answer.url.path == "/"
    assert run("accounts", "close", "ada", "--folder", tmp_path).exit_code == 0
    assert run("accounts", "list", "--folder", tmp_path).output == "ada: closed\nbob: viewer\n"
    assert desk.client.get("/").url.path == "/sign-in"
    assert desk.client.post("/sign-in", data={"name": "bob", "password": ""}).status_code == 403


def test_a_password_is_asked_for_twice_and_not_shown(tmp_path: Path) -> None:
    result = run("accounts", "add", "ada", "--folder", tmp_path, entered=f"{PASSWORD}\n{PASSWORD}\n")
    assert result.exit_code == 0
    assert PASSWORD not in result.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("add", "ada"), "at least 10 characters"),
        (("add", " "), "an account needs a name"),
        (("close", "nobody"), "there is no account nobody"),
        (("key", "nobody"), "there is no account nobody"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    result = run("accounts", *arguments, "--folder", tmp_path, password="short")
    assert result.exit_code == 2
    assert words in result.output
    assert result.output.startswith("Error: ")


def test_a_key_opens_the_api(tmp_path: Path) -> None:
    run("accounts", "add", "robot", "--no-password", "--folder", tmp_path)
    key = run("accounts", "key", "robot", "--label", "nightly", "--folder", tmp_path).output.strip()
    desk = Desk(tmp_path, "accounts")
    answer = desk.client.get("/api/v1/documents", headers={"Authorization": f"Bearer {key}"})
    assert answer.json() == []


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("review", "--folder", tmp_path, "--port", str(port), "--no-browser")
    assert result.exit_code == 2
    assert "cannot be listened on" in result.output
    assert "--port" in result.output


def test_a_server_reads_documents_as_check_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[ReviewSettings] = []
    monkeypatch.setattr("cofitcheck.review.serve.serve", lambda settings, *_, **__: told.append(settings))
    run("review", "--ocr", "--tracked-changes", "original", "--folder", tmp_path)
    run("review", "--folder", tmp_path)
    assert [settings.read for settings in told] == [ReadSettings("original", ocr=True), ReadSettings()]


def test_a_second_server_on_a_folder_says_where_the_first_is(tmp_path: Path) -> None:
    review = ("review", "--folder", str(tmp_path), "--port", "0", "--no-browser")
    command = [sys.executable, "-m", "cofitcheck", *review]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout
        said = first.stdout.readline()
        second = run(*review)
        first.terminate()
    address = said.split()[-1]
    assert address.startswith("http://127.0.0.1:")
    assert second.exit_code == 2
    assert f"running on this folder already; open {address} and upload there" in second.output
    with only_server(tmp_path):
        pass


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no-such-file.htm",), "no-such-file.htm: cannot be opened"),
        (("--database", "nonsense"), "named by a URL"),
        (("--threshold", "2"), "not in the range"),
    ],
)
def test_what_a_server_cannot_start_with_is_said(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    result = run("review", *arguments, "--folder", tmp_path, "--no-browser")
    assert result.exit_code == 2
    assert words in result.output


def test_without_the_extra_the_install_line_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def find_spec(name: str) -> object:
        return None if name == "sqlalchemy" else object()

    monkeypatch.setattr("importlib.util.find_spec", find_spec)
    result = run("review", "--folder", tmp_path)
    assert result.exit_code == 2
    assert "pip install 'cofitcheck[review]'" in result.output
