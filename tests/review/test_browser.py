"""The page in a real browser: the way of a document, by mouse and by keys, on wide and narrow screens."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from tests.checker.checker_fakes import page_of
from tests.review.browsing import (
    CHECKED,
    CHROMIUM,
    NARROW,
    PATIENCE,
    VIEWS,
    WIDE,
    WIDTHS,
    faults,
    open_page,
    problems_of,
    running,
    send,
    upload,
)
from tests.review.hostile import ALIVE
from tests.review.review_fakes import OPEN, TABLES, Desk

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    # Playwright leaves its own event loop and pipes to the collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

SAMPLE = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the real model."""
    with running(tmp_path_factory.mktemp("sample"), real=True) as address:
        yield address


def verdicts(page: Page) -> dict[str, str]:
    """Return the verdict of each finding of the list by its label and number."""
    names = page.locator(".findings-list .what a").all_inner_texts()
    numbers = page.locator(".findings-list td.a").all_inner_texts()
    labels = [f"{name}: {number}" for name, number in zip(names, numbers, strict=True)]
    return dict(zip(labels, page.locator(".findings-list .verdict-mark").all_inner_texts(), strict=True))


def in_sight(page: Page, mention: str) -> bool:
    """Tell whether a cell of the document is in sight in its frame."""
    frame = next((frame for frame in page.frames if "/document" in frame.url), None)
    if frame is None:  # the browser has not begun to load it
        return False
    box = frame.locator(f"#m{mention}").bounding_box()
    outer = page.locator("#original").bounding_box()
    assert box
    assert outer
    return outer["y"] <= box["y"] and box["y"] + box["height"] <= outer["y"] + outer["height"]


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Look again and again until something is so that the page's own selectors cannot tell."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def wait_for_finding(page: Page, number: int) -> None:
    """Wait until a finding is shown, and the page's scripts listen to keys."""
    page.wait_for_selector(f"article[data-number='{number}']")
    page.wait_for_load_state("load")


def test_the_tape_opens_with_the_lines_of_a_sum_that_is_held(browser: Browser, sample: str) -> None:
    page = open_page(browser, sample)
    upload(page, (SAMPLE / "annual-report-clean.htm").read_bytes(), "clean.htm", CHECKED)
    page.goto(f"{page.url}/own?table=1")
    page.click("text=Mend the lines >> nth=0")
    page.wait_for_selector("#tape .o-holds")
    lines = page.locator(".tape-lines tbody tr:not(.comes-to)").count()
    assert lines > 1
    page.click(".tape-lines tbody tr:not(.comes-to) a[aria-label^='Take'] >> nth=0")
    page.wait_for_function(
        "n => document.querySelectorAll('.tape-lines tbody tr:not(.comes-to)').length === n", arg=lines - 1
    )
    page.go_back()
    page.wait_for_selector("#tape .o-holds")
    page.keyboard.press("s")
    page.wait_for_selector("#own-1.o-holds")
    assert problems_of(page) == []


def test_the_sample_is_uploaded_watched_decided_and_its_next_draft_remembers(
    browser: Browser, sample: str
) -> None:
    page = open_page(browser, sample)
    upload(page, (SAMPLE / "annual-report.htm").read_bytes(), "annual-report.htm")
    count, word = page.inner_text("h1").split()
    assert (int(count) > 3, word) == (True, "findings")
    page.click(".findings-list .what a >> nth=0")

    page.click("button.v-error")
    wait_for_finding(page, 2)
    page.fill("input[name=reason]", "Restated, see note 2")
    page.click("button.v-expected")
    wait_for_finding(page, 3)
    page.click("button.v-different")
    wait_for_finding(page, 4)
    page.wait_for_selector(f".walk .done >> text=3 of {count} decided")
    page.reload()
    page.wait_for_selector(f".walk .done >> text=3 of {count} decided")

    page.click("[data-key=list]")
    page.wait_for_selector(".findings-list")
    before = verdicts(page)
    decided = ["Confirmed error", "Expected difference", "Not the same item"]
    assert sorted(before.values()) == [*decided, *["Open"] * (int(count) - 3)]
    page.click(".crumbs a")
    # The next draft mends one of the errors and leaves the others as they are.
    mended = (SAMPLE / "annual-report.htm").read_bytes().replace(b">117<", b">1,147<")
    upload(page, mended, "annual-report.htm")
    after = verdicts(page)
    assert set(after) < set(before)
    assert after == {label: before[label] for label in after}
    assert len(before) - len(after) == 1
    page.click("text=Since the last draft")
    page.wait_for_selector("main >> text=the cells now agree >> nth=0")
    page.click("text=Hand over")
    with page.expect_download() as download:
        page.click("text=Excel workbook")
    assert download.value.suggested_filename == "annual-report.review.xlsx"
    assert download.value.path().read_bytes().startswith(b"PK")
    assert problems_of(page) == []


def test_the_stages_of_a_check_are_watched(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"
    monkeypatch.setenv("FAKE_MARK", str(gate))
    with running(tmp_path / "data") as server:
        page = open_page(browser, server)
        send(page, page_of(*TABLES, words="SLOW"))
        page.wait_for_selector(".steps .now >> text=Read each number in its table")
        gate.touch()
        page.wait_for_selector(".findings-list")


def test_the_document_beside_the_finding_shows_the_cell_and_is_loaded_once(
    browser: Browser, sample: str
) -> None:
    page = open_page(browser, sample)
    loads: list[str] = []
    upload(page, (SAMPLE / "annual-report.htm").read_bytes(), "beside.htm")
    page.click(".findings-list .what a >> nth=0")
    page.frame_locator("#original").locator("table").first.wait_for()
    page.on("request", lambda request: loads.append(request.url) if "/document" in request.url else None)
    wait_for_finding(page, 1)
    for number in (2, 3):
        page.keyboard.press("j")
        wait_for_finding(page, number)
        mention = page.get_attribute("article", "data-mention")
        assert mention
        wait_until(page, partial(in_sight, page, mention))
    assert loads == []


def test_no_page_of_the_sample_is_wider_than_the_screen(browser: Browser, sample: str) -> None:
    page = open_page(browser, sample)
    upload(page, (SAMPLE / "annual-report.htm").read_bytes(), "wide.htm")
    draft = page.url
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        for view in ("", "/findings/1", "/findings/3", "/left-open", "/facts", "/coverage", "/hand-over"):
            page.goto(draft + view)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, view)
            if "findings" in view:
                page.locator("#original").scroll_into_view_if_needed()
                wait_until(page, partial(in_sight, page, page.get_attribute("article", "data-mention") or ""))
                document = page.frame(name="original")
                assert document
                sideways = document.evaluate("scrollX || document.querySelector('main').scrollLeft")
                # On a phone a table is wider than the screen, and its cell comes into sight.
                assert sideways == 0 or width == NARROW[0], width


def test_everything_can_be_done_with_keys_alone(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, page_of(*TABLES))
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.closest('.findings-list .what') === null"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for_finding(page, 1)
    page.keyboard.press("j")
    wait_for_finding(page, 2)
    page.keyboard.press("k")
    wait_for_finding(page, 1)
    page.keyboard.press("m")
    page.keyboard.type("Ask the client.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".note p >> text=Ask the client.")
    page.keyboard.press("c")
    wait_for_finding(page, 2)
    page.keyboard.press("d")
    page.keyboard.type("another basis")
    page.keyboard.press("Enter")
    page.wait_for_selector(".walk .done >> text=2 of 2 decided")
    page.keyboard.press("u")
    page.wait_for_selector(".walk .done >> text=1 of 2 decided")
    page.keyboard.press("x")
    page.wait_for_selector(".walk .done >> text=2 of 2 decided")
    page.keyboard.press("l")
    page.wait_for_selector(".findings-list")
    assert page.locator(".findings-list .verdict-mark").all_inner_texts() == [
        "Confirmed error", "Not the same item",
    ]  # fmt: skip
    assert problems_of(page) == []


def test_the_keys_are_shown_by_a_question_mark(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, page_of(*TABLES))
    keys = page.locator("#keys dl")
    assert not keys.is_visible()
    page.keyboard.press("?")
    keys.wait_for()
    assert keys.locator("kbd").all_inner_texts() == list("jklcdxtmuasv/")
    page.keyboard.press("Escape")
    keys.wait_for(state="hidden")


def test_facts_are_ticked_with_keys(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, page_of(*TABLES))
    page.click("text=All items")
    page.wait_for_url("**/facts", wait_until="load")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-fact][aria-pressed=true]")
    assert page.evaluate("document.activeElement.dataset.fact") == "1"
    page.keyboard.press("j")
    page.keyboard.press("Space")
    page.locator("[aria-pressed=true]").nth(1).wait_for()


def test_documents_can_be_dropped(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'dropped.htm', {type: 'text/html'}));
            for (const name of ['dragover', 'drop'])
                document.body.dispatchEvent(new DragEvent(name, {bubbles: true, dataTransfer: data}));
        }""",
        page_of(*TABLES).decode(),
    )
    page.wait_for_selector(".findings-list")
    assert "dropped.htm" in page.inner_text(".crumbs")


def test_pages_work_without_scripts(browser: Browser, server: str) -> None:
    page = open_page(browser, server, scripts=False)
    send(page, page_of(*TABLES))
    # A page cannot be loaded anew while the form's answer is still being loaded.
    page.wait_for_url("**/drafts/*", wait_until="load")

    def checked() -> bool:
        page.reload()
        return page.locator(".findings-list").count() > 0

    wait_until(page, checked)
    page.click(".findings-list .what a >> nth=0")
    page.click("button.v-error")
    page.wait_for_selector(".walk .done >> text=1 of 2 decided")
    page.click("text=All items")
    page.click("[data-fact] >> nth=0")
    page.locator("[aria-pressed=true]").wait_for()


def test_what_is_left_open_leads_from_the_findings_into_the_document(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, page_of(*OPEN, words="CAUTIOUS"))
    assert page.locator(".key .sev-high").is_visible()
    page.click(".facts-line a >> text=left open")
    page.wait_for_url("**/left-open", wait_until="load")
    assert page.locator(".findings-list tbody tr").count() == 1
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_selector(".original iframe")
    mention = page.get_attribute("article", "data-mention")
    assert mention
    wait_until(page, partial(in_sight, page, mention))
    assert page.locator(".key .finding-tag").is_visible()
    page.click("button.v-discuss")
    page.click("[data-key=list]")
    page.wait_for_selector(".findings-list")
    assert page.locator(".findings-list .v-discuss").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_no_page_has_a_fault_of_accessibility_or_scrolls_sideways(
    browser: Browser, tmp_path: Path, size: tuple[int, int], scheme: Literal["light", "dark"]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    with running(tmp_path / "data") as server:
        page = open_page(browser, server, size, scheme)
        upload(page, page_of(*OPEN, words="CAUTIOUS"))
        page.goto(f"{page.url}/findings/1")
        page.click("button.v-error")
        page.wait_for_selector(".walk .done >> text=1 of")
        page.click(".crumbs a")
        upload(page, page_of(*TABLES))
        base = page.url.split("/drafts")[0]
        for view in VIEWS:
            page.goto(base + view)
            assert faults(axe, page) == [], view
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], view
        assert problems_of(page) == []


def test_nothing_of_a_hostile_document_runs_or_is_asked_for(browser: Browser, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "data").enter()
    for name, content in ALIVE.values():
        desk.upload(content, name=name)
    desk.work_off()
    with running(tmp_path / "data") as server:
        page = open_page(browser, server)
        alone = page.context.new_page()
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url))
        page.context.route(re.compile("evil"), lambda route: route.abort())
        base = page.url.rstrip("/")
        page.goto(f"{base}/drafts/1/findings/1")
        frame = page.frame(name="original")
        assert frame
        for draft_id in range(1, len(ALIVE) + 1):
            address = f"{base}/drafts/{draft_id}/document"
            frame.goto(address)
            frame.locator("#m1").wait_for(state="attached")
            alone.goto(address)
            alone.wait_for_timeout(60)
            for where in (page, alone):
                assert where.evaluate("window.hacked === undefined"), draft_id
            assert (frame.url, alone.url) == (address, address)
            # Where its numbers can be clicked our own script runs, and still nothing of the document.
            alone.goto(f"{address}?beside=cells")
            alone.wait_for_timeout(60)
            assert alone.evaluate("[window.hacked === undefined, self.origin]") == [True, "null"], draft_id
        assert [url for url in asked if not url.startswith((base, "data:"))] == []


def test_of_a_pdf_the_page_with_the_cell_is_shown(browser: Browser, tmp_path: Path) -> None:
    printer = browser.new_page()
    apart = "</table><div style='break-after:page'></div>"
    look = "<style>td{border:1px solid;padding:4px 24px}td+td{text-align:right}</style>"
    printer.set_content(look + page_of(*TABLES).decode().replace("</table>", apart))
    desk = Desk(tmp_path / "data").enter()
    desk.upload(printer.pdf(), name="filing.pdf")
    desk.work_off()
    assert desk.draft(1).status == "checked", desk.draft(1).reason
    with running(tmp_path / "data") as server:
        page = open_page(browser, server)
        page.goto(f"{page.url}drafts/1/findings/1")
        picture = page.locator("#original-page")
        first = picture.get_attribute("src")

        def drawn() -> bool:
            return bool(picture.evaluate("picture => picture.complete && picture.naturalWidth > 500"))

        wait_until(page, drawn)
        page.click(".set a >> nth=1")
        wait_until(page, lambda: picture.get_attribute("src") != first)
        last = page.get_attribute("input[name=number]", "max")
        page.fill("input[name=number]", f"{last}")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#original-page[src$='/pages/{last}']")
        wait_until(page, drawn)
        page.click("[data-turn='-1']")
        page.wait_for_selector(f"#original-page[src$='/pages/{int(last or 0) - 1}']")
        assert problems_of(page) == []
