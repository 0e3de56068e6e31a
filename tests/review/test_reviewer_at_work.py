"""A whole review in a real browser: own sum, own tie, several at once, baseline, next draft, signing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.checker.checker_fakes import page_of
from tests.review.browsing import CHECKED, CHROMIUM, faults, open_page, problems_of, upload
from tests.review.test_books import books, report
from tests.review.test_decisions import MANY, WRONG
from tests.review.test_formats import in_pdf
from tests.review.test_own_checks import ASSETS, reworded

pytest.importorskip("playwright.sync_api", reason="needs playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    # Playwright leaves its own event loop and pipes to the collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

FILING = page_of(MANY, WRONG, ASSETS)


def document(page: Page) -> FrameLocator:
    return page.frame_locator("#original")


def cell(page: Page, text: str) -> str:
    """Return the selector of the one number of the document that is printed so."""
    found = document(page).locator(f"[id^=m]:text-is('{text}')")
    found.first.wait_for()
    return f"#{found.first.get_attribute('id')}"


def click(page: Page, text: str, lines: int) -> None:
    """Click a number of the document, and wait until the tape has so many lines."""
    document(page).locator(cell(page, text)).click()
    page.wait_for_function(
        "n => document.querySelectorAll('.tape-lines tbody tr:not(.comes-to)').length === n", arg=lines
    )


def drag(page: Page, texts: Sequence[str]) -> None:
    """Drag the pointer over numbers of the document."""
    for at, text in enumerate(texts):
        box = document(page).locator(cell(page, text)).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        if at == 0:
            page.mouse.down()
    page.mouse.up()


def press(page: Page, key: str) -> None:
    """Press a key once the page's scripts listen to it."""
    page.wait_for_load_state("load")
    page.keyboard.press(key)


def test_a_reviewer_does_it_all(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, FILING)
    draft = page.url

    # A sum by clicks in the document: the total first, then the lines by dragging over them.
    page.goto(f"{draft}/own")
    click(page, "3,500", 0)
    drag(page, ["1,200", "2,345", "(45)"])
    page.wait_for_selector("[data-result] >> text=The lines come to 3,500.")
    assert document(page).locator(".cofitcheck-total").count() == 1
    assert document(page).locator(".cofitcheck-added").count() == 3
    press(page, "s")
    page.wait_for_selector("#own-1 >> text=The lines come to 3,500.")

    # A tie with the keys alone, from the list of the table's numbers.
    page.goto(f"{draft}/own?table=2")
    page.locator("#numbers a[aria-label='1,842 is the total']").or_(
        page.locator("#numbers a[aria-label='1,824 is the total']")
    ).first.focus()
    press(page, "Enter")
    page.wait_for_selector(".tape-lines .comes-to")
    page.locator("#numbers a[aria-label='Add 1,765']").focus()
    press(page, "Enter")
    page.wait_for_selector("[data-result]")
    page.click("text=Two items")
    page.wait_for_selector("#own-2 >> text=state two items.")
    press(page, "u")
    page.wait_for_selector("#own-2", state="detached")

    # Several at once: with the filter in the address, taken back, and done again.
    page.goto(f"{draft}?sort=amount")
    page.click("input[data-choose-all]")
    page.select_option(".together select[name=verdict]", "expected")
    page.fill(".together input[name=reason]", "Restated")
    page.click("text=Do it for all chosen")
    page.wait_for_selector(".said >> text=Done for 3 findings.")
    assert "sort=amount" in page.url
    press(page, "u")
    page.wait_for_selector(".said >> text=Undone.")
    press(page, "j")
    for _ in range(3):
        press(page, "v")
        press(page, "j")
    assert page.locator("[data-together] output").inner_text() == "3"
    page.select_option(".together select[name=verdict]", "expected")
    page.fill(".together input[name=reason]", "Restated")
    page.click("text=Do it for all chosen")
    page.wait_for_selector(".page-head .done >> text=3 of 3 decided")

    # What was decided goes out as a file,
    page.goto(f"{draft}/hand-over")
    with page.expect_download() as download:
        page.click(".files >> text=Baseline")
    baseline = Path(download.value.path()).read_bytes()
    assert len(json.loads(baseline)["findings"]) == 3

    # and into the same filing at another desk.
    page.goto(draft.rpartition("/drafts")[0])
    upload(page, FILING, "copy.htm")
    page.goto(f"{page.url}/own")
    page.set_input_files(
        ".bring-in input[type=file]", {"name": "b.json", "mimeType": "application/json", "buffer": baseline}
    )
    page.click("text=Bring in")
    page.wait_for_selector(".said-box >> text=3 findings decided as in the baseline.")

    # The next draft changes a line of the sum: it is broken, blocks signing, and its lines are mended.
    page.goto(f"{draft.rpartition('/drafts')[0]}/documents/1")
    upload(page, page_of(MANY, WRONG, reworded(ASSETS, "Receivables", "2,354")))
    later = page.url
    page.goto(f"{later}/hand-over")
    assert page.locator("button:text-is('Sign')").first.is_disabled()
    page.click("text=Own check 1")
    page.wait_for_selector("#own-1 >> text=2,345 in Statement 3 is now 2,354")
    page.fill("#own-1 input[name=reason]", "Receivables were corrected after the total")
    page.click("#own-1 button.v-error")
    page.wait_for_selector("#own-1 .v-error.verdict-mark")
    page.goto(f"{later}/hand-over")
    page.click("button:text-is('Sign') >> nth=0")
    page.wait_for_load_state("load")
    page.click("button:text-is('Sign') >> nth=0")
    page.wait_for_selector("text=Both have signed")
    with page.expect_download() as download:
        page.click("text=Excel workbook")
    assert Path(download.value.path()).read_bytes().startswith(b"PK")
    assert problems_of(page) == []


def bring_in_books(page: Page, draft: str, off: int = 0) -> None:
    """Tie the company's books, the first account wrong by so much, to its report."""
    page.goto(f"{draft}/books")
    page.set_input_files(
        "input[name=files]", {"name": "tb.tsv", "mimeType": "text/plain", "buffer": books(off)}
    )
    page.click("text=Tie to the statements")


def test_a_trial_balance_is_tied_mapped_by_keys_and_kept_for_the_next_draft(
    browser: Browser, server: str
) -> None:
    page = open_page(browser, server)
    upload(page, report(), "report.htm", CHECKED)
    draft = page.url
    bring_in_books(page, draft, 540)
    page.wait_for_selector("#line-0.differs >> text=The books are out of balance by as much.")
    page.wait_for_selector(".remarks .wrong >> text=differ by 540")
    # The number of a line is shown in the document beside it.
    page.click("#line-0 a >> nth=0")
    page.frame_locator("#original").locator("[id^=m]:target").wait_for()

    # By keys: to the second line, its first account into "Other assets", then the mapping confirmed.
    press(page, "j")
    press(page, "j")
    assert page.evaluate("document.activeElement.closest('tbody').id") == "line-1"
    press(page, "Enter")
    press(page, "Tab")
    press(page, "Space")
    assert page.locator("[data-together] output").inner_text() == "1"
    page.select_option(".together select[name=line]", label="Assets › Other assets")
    page.click("text=Move to this line")
    page.wait_for_selector("tbody.differs >> text=Other assets")
    press(page, "c")
    page.wait_for_selector("#line-3 summary >> text=in the mapping file")
    moved = page.locator("tbody:has(th:text('Other assets')) li").first.inner_text()
    with page.expect_download() as download:
        page.click("text=Mapping as a file")
    assert b"Other assets,file" in Path(download.value.path()).read_bytes()

    page.goto(f"{draft.rpartition('/drafts')[0]}/documents/1")
    upload(page, report(), "report.htm", CHECKED)
    page.goto(f"{page.url}/books")
    assert page.locator("tbody:has(th:text('Other assets')) li").first.inner_text() == moved
    bring_in_books(page, page.url.removesuffix("/books"))
    page.wait_for_selector(".remarks >> text=equal credits")
    page.goto(page.url.replace("/books", "/document"))
    assert page.locator(".cofitcheck-findings, header").first.is_visible()
    assert problems_of(page) == []


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_the_books_fit_a_screen_without_faults(browser: Browser, server: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    page = open_page(browser, server, (width, 900))
    upload(page, report(), "report.htm", CHECKED)
    draft = page.url
    page.goto(f"{draft}/books")
    assert faults(axe, page) == []
    bring_in_books(page, draft, 540)
    page.wait_for_selector("#line-0")
    assert faults(axe, page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert problems_of(page) == []


def test_numbers_of_a_page_of_a_pdf_are_clicked_onto_the_tape(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    page.set_input_files(
        "input[type=file]", {"name": "report.pdf", "mimeType": "application/pdf", "buffer": in_pdf()}
    )
    page.click(".drop button")
    page.wait_for_selector(".findings-list")
    draft = page.url
    page.goto(f"{draft}/own")
    page.wait_for_selector(".spot")
    numbers = {each[0]: each for each in page.request.get(f"{draft}/own/pages/1").json()}
    total, line, *_ = sorted(numbers)
    for at, cell in enumerate((total, line)):
        page.locator(f".spot[data-cell='{cell}']").click()
        rows = ".tape-lines tbody tr:not(.comes-to)"
        page.wait_for_function("([rows, n]) => document.querySelectorAll(rows).length === n", arg=[rows, at])
    page.wait_for_selector("[data-result]")
    assert page.locator(".spot.total").count() == page.locator(".spot.added").count() == 1
    # Turned to the last page, the spots are those of that page.
    page.click("[data-turn='1']")
    page.click("[data-turn='1']")
    page.wait_for_function("n => !document.querySelector(`.spot[data-cell='${n}']`)", arg=total)
    page.wait_for_selector(".spot")
    press(page, "s")
    page.wait_for_selector("#own-1")
    page.goto(f"{draft}/hand-over")
    with page.expect_download() as download:
        page.click(".files a:text-is('Marked copy')")
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")


def test_lines_that_the_program_took_wrongly_are_put_right(browser: Browser, server: str) -> None:
    """The tape begins with the finding's own numbers, and what cannot be added up is said where it stands."""
    page = open_page(browser, server)
    upload(page, FILING)
    draft = page.url
    page.click(".findings-list .what a >> nth=0")
    page.wait_for_load_state("load")
    press(page, "a")
    page.wait_for_selector("#tape >> text=Put the lines of finding 1 right")
    assert page.locator(".tape-lines tbody tr").count() == 2
    page.goto(f"{draft}/own?total=0&line=0&line=2")
    page.wait_for_selector("#own-problems >> text=is the total; it cannot be a line of its own sum")


@pytest.mark.parametrize("width", [768, 1280])
def test_the_tape_and_the_lists_fit_a_screen_without_faults(
    browser: Browser, server: str, width: int
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    page = open_page(browser, server, (width, 900))
    upload(page, FILING)
    draft = page.url
    for view in ("", "/own", "/own?table=3&total=18&line=12&line=-14", "/left-open", "/set-aside"):
        page.goto(draft + view)
        assert faults(axe, page) == [], view
        assert page.evaluate("document.documentElement.scrollWidth") <= width, view
    assert problems_of(page) == []


def test_the_tape_works_without_javascript(browser: Browser, server: str) -> None:
    page = open_page(browser, server, scripts=False)
    page.set_input_files("input[type=file]", {"name": "f.htm", "mimeType": "text/html", "buffer": FILING})
    page.click(".drop button")
    for _ in range(100):
        page.reload()
        if page.locator(".findings-list").count():
            break
        page.wait_for_timeout(100)
    page.goto(f"{page.url}/own?table=3")
    page.click("#numbers a[aria-label='3,500 is the total']")
    for text in ("1,200", "2,345", "(45)"):
        page.click(f"#numbers a[aria-label='Add {text}']")
    page.click("text=Keep the sum")
    page.wait_for_selector("#own-1 >> text=The lines come to 3,500.")
