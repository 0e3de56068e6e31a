"""Hostile uploads: nothing in them runs, loads or leaves its frame, and none costs the server."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from lxml import html

from tests.checker.checker_fakes import page_of
from tests.review.hostile import ALIVE, EVIL, REFUSED
from tests.review.review_fakes import TABLES, Desk

SECONDS = 20
LOADING = (
    "src",
    "srcset",
    "data",
    "poster",
    "background",
    "action",
    "formaction",
    "ping",
    "code",
    "longdesc",
)
NEVER = {
    "script", "iframe", "frame", "object", "embed", "applet", "form", "input", "button", "select", "textarea",
    "link", "base", "svg", "math", "video", "audio", "portal", "template", "noscript", "foreignobject",
}  # fmt: skip


def test_there_are_enough_of_them() -> None:
    assert len(ALIVE) + len(REFUSED) >= 40


@pytest.mark.parametrize("name", ALIVE)
def test_nothing_of_a_document_runs_or_reaches_out(desk: Desk, tmp_path: Path, name: str) -> None:
    file_name, content = ALIVE[name]
    desk.upload(content, name=file_name)
    desk.work_off()
    draft = desk.draft(1)
    assert draft.status == "checked", draft.reason
    assert draft.counts["findings"] >= 1
    answer = desk.client.get("/drafts/1/document")
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert_harmless(answer.text)
    for path in ("/", "/drafts/1", "/drafts/1/findings/1", "/drafts/1/facts", "/drafts/1/hand-over/print"):
        assert_ours(desk.client.get(path).text)
    assert_nothing_outside(tmp_path)


OUR_PAGE = re.compile(r"/drafts/\d+/findings/\d+")


def take_out_our_choice(root: html.HtmlElement) -> None:
    """Remove the choice of ticks above the document: buttons of ours, which belong to no form."""
    choice = root.xpath("/html/body/header[@class='cofitcheck-note'][1]/fieldset")[0]
    assert {str(each.tag) for each in choice} == {"input", "label"}
    assert {each.get("type") for each in choice.iter("input")} == {"radio"}
    choice.getparent().remove(choice)


def assert_harmless(text: str) -> None:
    """The marked copy has no element, attribute or style that could run or load anything."""
    root = html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
    take_out_our_choice(root)
    for element in root.iter("*"):
        assert str(element.tag).lower() not in NEVER
        for attribute, value in attributes_of(element):
            assert not attribute.startswith("on")
            assert attribute not in LOADING or value.startswith("data:image/png")
            if attribute == "href":
                # Beside what leads into the copy, our own list leads to the page of each finding.
                assert value.startswith("#") or OUR_PAGE.fullmatch(value)
            if attribute == "style":
                assert "url" not in value.lower()
                assert "\\" not in value
        if element.tag == "style":
            assert not re.search(r"url\s*\(|@import|expression|\\", element.text or "", re.IGNORECASE)
        if element.tag == "meta":
            assert element.get("http-equiv", "Content-Security-Policy") == "Content-Security-Policy"
    (policy,) = (element.get("content") for element in root.iter("meta") if element.get("http-equiv"))
    assert str(policy).startswith("default-src 'none'")


def attributes_of(element: html.HtmlElement) -> list[tuple[str, str]]:
    return [(str(name).lower(), str(value)) for name, value in element.attrib.items()]


def assert_ours(text: str) -> None:
    """A page of ours holds the document's words as words."""
    root = html.document_fromstring(text)
    assert {script.get("src") for script in root.iter("script")} == {"/static/review.js"}
    for element in root.iter("*"):
        assert not any(str(attribute).startswith("on") for attribute in element.attrib)
        for attribute in ("src", "href", "action", "formaction"):
            assert not element.get(attribute, "/").startswith(("http", "javascript", "data", "//"))
    assert "49" not in re.findall(r"Net income\S*", text)


def assert_nothing_outside(tmp_path: Path) -> None:
    names = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    kept = {"source", "marked.html", "report.json", "numbers.json", "statements.json"}
    assert names <= kept | {"review.db", "review.db-wal", "review.db-shm"}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_made_to_harm_costs_only_itself(desk: Desk, tmp_path: Path, name: str) -> None:
    file_name, content = REFUSED[name]
    begun = time.process_time()
    desk.upload(content, name=file_name)
    desk.work_off()
    assert time.process_time() - begun < SECONDS
    draft = desk.draft(1)
    assert draft.status in {"failed", "checked"}
    if draft.status == "checked":
        copy = desk.client.get("/drafts/1/document")
        if copy.status_code == 200:
            assert EVIL not in copy.text
            assert_harmless(copy.text)
        for path in ("/drafts/1", "/drafts/1/facts", "/drafts/1/coverage", "/drafts/1/hand-over/workbook"):
            assert desk.client.get(path).status_code == 200
    else:
        assert draft.reason
        assert len(draft.reason) < 500
    assert_nothing_outside(tmp_path)
    desk.upload(page_of(*TABLES), name="good.htm")
    desk.work_off()
    assert desk.draft(2).status == "checked"
