"""The marked copy, the report and the lists in a real browser: steps, notes, ticks, filters, languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cofitcheck.checker import Checker
from cofitcheck.readers import read
from cofitcheck.reports.formats import save
from cofitcheck.reports.html import IndexedDocument, render_index
from cofitcheck.reports.model.coverage import coverage
from tests.checker.checker_fakes import page_of
from tests.golden.statements import DOCUMENTS
from tests.review.browsing import (
    CHROMIUM,
    NARROW,
    PATIENCE,
    VIEWS,
    WIDTHS,
    faults,
    open_page,
    problems_of,
    upload,
)
from tests.review.review_fakes import OPEN, TABLES, load

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    # Playwright leaves its own event loop and pipes to the collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]

SAMPLE = Path(__file__).parents[2] / "examples" / "annual-report.htm"
COVERED = """() => [...document.querySelectorAll("td.cofitcheck-agrees")].filter(cell => {
    if (getComputedStyle(cell).backgroundImage === "none") return false;
    const box = cell.getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(cell);
    const text = range.getBoundingClientRect();
    const across = text.left < box.left + 10 && text.right > box.left;
    return across && text.bottom > box.bottom - 11 && text.top < box.bottom - 4;
}).map(cell => cell.textContent)"""
"""The cells whose text stands where their tick is drawn, 10 px from the left and 4 to 11 from the foot."""


def saved(folder: Path) -> tuple[str, str]:
    """Write a report and its marked copy, and return their addresses."""
    report = load().check(read(page_of(*OPEN, words="CAUTIOUS"), "filing.htm"))
    names = {path.name: path.as_uri() for path in save(report, folder, "filing")}
    return names["filing.report.html"], names["filing.marked.html"]


def shown_step(page: Page) -> str:
    return page.locator(".cofitcheck-steps > div:visible").inner_text()


def test_a_marked_copy_is_stepped_through_and_leads_to_its_report(browser: Browser, tmp_path: Path) -> None:
    _, copy = saved(tmp_path)
    page = open_page(browser, copy, scripts=False)
    page.click("nav#cofitcheck-findings li a >> nth=0")
    assert "Finding 1 of" in shown_step(page)
    page.click(".cofitcheck-steps a:visible >> text=Next")
    assert "Finding 2 of" in shown_step(page)
    page.click(".cofitcheck-steps a:visible >> text=Previous")
    page.click(".cofitcheck-steps a:visible >> text=The number it is compared with")
    assert "Finding 1 of" in shown_step(page)
    page.click(".cofitcheck-steps a:visible >> text=This finding in the report")
    page.wait_for_url("**/filing.report.html#f1")


def test_notes_of_a_marked_copy_are_read_by_keys_and_on_paper(browser: Browser, tmp_path: Path) -> None:
    _, copy = saved(tmp_path)
    page = open_page(browser, copy)
    page.focus("td.cofitcheck-finding >> nth=0")
    said = page.evaluate("getComputedStyle(document.activeElement, '::before').content")
    assert "Finding 1" in said
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.title") != ""
    assert not page.locator(".cofitcheck-notes").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".cofitcheck-notes li >> nth=0").is_visible()
    assert not page.locator(".cofitcheck-steps").is_visible()


@pytest.fixture(scope="module")
def of_sample(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The addresses of what is written of the sample and of a Japanese statement, by file name."""
    folder = tmp_path_factory.mktemp("sample")
    contents = {"annual-report": SAMPLE.read_bytes(), "kaede": DOCUMENTS["kaede.htm"]()}
    checker, documents = Checker(), []
    for name, content in contents.items():
        report = checker.check(read(content, f"{name}.htm"))
        save(report, folder, name)
        documents.append(IndexedDocument(f"{name}.htm", coverage(report), f"{name}.report.html"))
    (folder / "index.html").write_text(render_index(documents, [], "Several documents"), encoding="utf-8")
    return {path.name: path.as_uri() for path in folder.glob("*.html")}


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen_and_no_tick_covers_a_digit(
    browser: Browser, of_sample: dict[str, str], width: int
) -> None:
    page = open_page(browser, of_sample["index.html"], (width, 844))
    for name, address in of_sample.items():
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        if ".marked." in name:
            assert page.locator("td.cofitcheck-agrees").count() > 3
            assert page.evaluate(COVERED) == [], name
            page.click("nav#cofitcheck-findings li a >> nth=0")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_the_first_screen_of_a_phone_shows_a_finding(browser: Browser, of_sample: dict[str, str]) -> None:
    page = open_page(browser, of_sample["annual-report.report.html"], NARROW)
    box = page.locator("#findings tbody tr").first.bounding_box()
    assert box
    assert box["y"] + box["height"] <= NARROW[1]


def test_statements_beside_a_calculation_have_the_whole_width(
    browser: Browser, of_sample: dict[str, str]
) -> None:
    page = open_page(browser, of_sample["annual-report.report.html"], (1280, 844))
    beside = page.locator(".why:has(.tape):has(.set)")
    assert beside.count()
    for why in beside.all():
        whole, box = why.bounding_box(), why.locator(".scroll:has(.set)").bounding_box()
        assert whole
        assert box
        assert box["width"] == whole["width"]
        assert why.locator(".scroll:has(.set)").evaluate("each => each.scrollWidth <= each.clientWidth")


def test_a_report_is_walked_by_links_and_by_keys(browser: Browser, of_sample: dict[str, str]) -> None:
    address = of_sample["annual-report.report.html"]
    page = open_page(browser, address, scripts=False)
    page.click("#f1 .walk >> text=Next")
    page.wait_for_url("**#f2")
    page.click("#f2 .walk >> text=List of findings")
    page.wait_for_url("**#findings")
    page = open_page(browser, address)
    for key, place in zip("jjjkl", ("f1", "f2", "f3", "f2", "findings"), strict=True):
        page.keyboard.press(key)
        page.wait_for_url(f"**#{place}")
    assert problems_of(page) == []


def test_a_report_and_its_marked_copy_have_no_fault_of_accessibility(
    browser: Browser, tmp_path: Path
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    for address in saved(tmp_path):
        page = open_page(browser, address)
        assert faults(axe, page) == [], address


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "ja"])
def test_no_page_has_a_fault_of_accessibility_in_any_language(
    browser: Browser, server: str, language: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    page = open_page(browser, server)
    upload(page, page_of(*OPEN, words="CAUTIOUS"))
    base = page.url.split("/drafts")[0]
    page.goto(f"{base}/documents/1")
    upload(page, page_of(*TABLES))
    page.goto(f"{base}/language/{language}")
    for view in VIEWS:
        page.goto(base + view)
        assert page.get_attribute("html", "lang") == language
        assert faults(axe, page) == [], view


def test_filters_apply_at_once_and_their_counts_follow(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, page_of(*TABLES))
    page.goto(f"{page.url}/findings/1")
    page.click("button.v-error")
    page.wait_for_selector(".walk .done >> text=1 of 2 decided")
    page.click("[data-key=list]")
    page.wait_for_selector(".findings-list")
    page.wait_for_load_state("load")
    page.select_option("select[name=status]", "error")
    page.wait_for_url("**status=error**")
    assert page.locator(".findings-list tbody tr").count() == 1
    counts = page.locator("select[name=severity] option").all_inner_texts()
    assert sum(int(each.rpartition("(")[2].rstrip(")")) for each in counts if "(" in each) == 1


def test_a_reason_that_is_missing_is_asked_for_in_sight(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, page_of(*TABLES))
    page.goto(f"{page.url}/findings/1")
    page.wait_for_load_state("load")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight / 3)")
    page.click("button.v-expected")
    problem = page.locator(".decide .problem")
    problem.wait_for()
    box = problem.bounding_box()
    assert box
    assert 0 <= box["y"] < 900
    page.fill("input[name=reason]", "another basis")
    page.click("button.v-expected")
    page.wait_for_selector("article[data-number='2']")
    page.click("button.v-error")
    page.click(".all-done a")
    page.wait_for_url("**/hand-over")


def test_heads_that_stay_in_sight_are_opaque(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, page_of(*TABLES))
    page.goto(f"{page.url}/findings/1")
    for part in (".walk", ".decide", ".sheet thead th >> nth=0"):
        colour = page.locator(part).evaluate("each => getComputedStyle(each).backgroundColor")
        assert colour.startswith("rgb("), part


def test_a_deep_link_survives_signing_in(browser: Browser, server: str) -> None:
    page = open_page(browser, server)
    upload(page, page_of(*TABLES))
    deep = f"{page.url}/findings/2?severity=high"
    stranger = browser.new_context().new_page()
    stranger.set_default_timeout(PATIENCE * 1000)
    stranger.goto(deep)
    assert "/sign-in" in stranger.url
    to = stranger.url.partition("to=")[2]
    stranger.goto(f"{server}&to={to}")
    assert stranger.url == deep
