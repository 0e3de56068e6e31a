"""The pages of a long PDF are shared out among processes, and the document is the same."""

import sys
from collections.abc import Callable

import pytest

from cofitcheck.errors import TooLargeError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.readers.pdf.pages import reading
from cofitcheck.readers.pdf.pages.reading import WORTH, pages_apart
from cofitcheck.readers.pdf.pages.source import open_pdf
from cofitcheck.readers.settings import ReadLimits
from tests.readers.pdf_pages import Sheet, pdf


@pytest.fixture(scope="module")
def long() -> bytes:
    """Return a PDF whose pages differ."""

    def page(number: int) -> Callable[[Sheet], None]:
        def draw(sheet: Sheet) -> None:
            rows = [
                ["", "2024", "2023"],
                ["Sales", f"{number:,}", "2,200"],
                ["Costs", "1,100", f"({number})"],
            ]
            sheet.text(60, 80, f"Segment {number}", bold=True)
            sheet.ruled(60, 100, (200, 80, 80), rows)

        return draw

    return pdf(*(page(number) for number in range(1_001, 1_001 + WORTH)))


@pytest.mark.parametrize("processes", [2, 3])
def test_the_document_is_the_same(long: bytes, processes: int) -> None:
    alone = read(long, "annual.pdf")
    assert len(alone.mentions) == 4 * WORTH
    assert read(long, "annual.pdf", settings=ReadSettings(processes=processes)) == alone


def test_others_read_their_share(long: bytes) -> None:
    with pages_apart(long, WORTH, 3) as others, open_pdf(long, "annual.pdf") as source:
        assert others.numbers == {number for number in range(1, WORTH + 1) if number % 3 != 1}
        read_apart = others.result()
        assert read_apart == {number: source.read(number) for number in others.numbers}


def test_a_short_one_is_read_by_one(long: bytes) -> None:
    with pages_apart(long, WORTH - 1, 2) as others:
        assert not others.numbers


@pytest.mark.parametrize("program", ["/bin/false", "/no/such/program", ""])
def test_where_others_end_or_cannot_begin_all_is_read_here(
    long: bytes, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = read(long, "annual.pdf")
    monkeypatch.setattr(sys, "executable", program)
    assert read(long, "annual.pdf", settings=ReadSettings(processes=2)) == alone


def test_the_time_of_others_is_bounded(long: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = ReadLimits(seconds=-9, seconds_a_megabyte=0, seconds_a_page=0)
    monkeypatch.setattr(reading, "limits", lambda: limits)
    with pages_apart(long, WORTH, 2) as others:
        assert others.result() == {}
    with pytest.raises(TooLargeError):
        read(long, "annual.pdf", settings=ReadSettings(limits=limits, processes=2))
