"""What reading may cost: counted while it reads, and said in a sentence; hostile files end at once."""

from __future__ import annotations

import gzip
import time
import tracemalloc
from pathlib import Path

import pytest

from cofitcheck.document import Document
from cofitcheck.errors import InputError, TooLargeError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.readers.settings import Cost, ReadLimits, budget, look, spend, step
from tests.readers.hostile import HOSTILE, REPORT, SALES
from tests.readers.html_pages import YEARS, page, table, texts
from tests.readers.office_files import word_bytes, word_of, zip_of

GENEROUS = 15.0
"""Seconds of the processor: on an idle one all take less than five."""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_as_a_document_or_a_sentence(name: str) -> None:
    data = HOSTILE[name]()
    begun = time.process_time()
    try:
        assert isinstance(read(data, "report.htm"), Document)
    except InputError as error:
        sentence = str(error)
        assert sentence.startswith("report.htm: ")
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert "; " in sentence
    assert time.process_time() - begun < GENEROUS


def test_what_is_refused_is_counted_before_it_is_made() -> None:
    data = HOSTILE["elements without end"]()
    tracemalloc.start()
    with pytest.raises(TooLargeError, match="more than 2,000,000 elements and attributes; split it"):
        read(data, "report.htm")
    assert tracemalloc.get_traced_memory()[1] < 5 * len(data)
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (ReadLimits(file_bytes=100), "larger than 0.0001 MB"),
        (ReadLimits(markup=10), "there are more than 10 elements and attributes"),
        (ReadLimits(places=3), "there are more than 3 rows times columns in its tables"),
    ],
)
def test_a_limit_is_named_with_the_way_out(limits: ReadLimits, said: str) -> None:
    with pytest.raises(TooLargeError) as caught:
        read(REPORT, "report.htm", settings=ReadSettings(limits=limits))
    assert str(caught.value) == f"report.htm: {said}; split it into parts and check those."


def test_attributes_of_one_element_are_counted_before_it_is_made() -> None:
    many = " ".join(f"a{number}=1" for number in range(1_100))
    with pytest.raises(TooLargeError, match="more than 1,000 attributes in one element; save it anew"):
        read(page(table(YEARS, SALES), f"<p {many} title='{'x' * 9_000}'>x</p>"), "report.htm")
    long = f"<p style='{'x' * 20_000}'>Text</p>"
    assert read(page(table(YEARS, SALES), long), "report.htm").mentions


def test_paragraphs_of_a_word_document_are_counted_before_they_are_made() -> None:
    settings = ReadSettings(limits=ReadLimits(paragraphs=5))
    with pytest.raises(TooLargeError, match=r"word/document\.xml: there are more than 5 paragraphs"):
        read(word_bytes(word_of(YEARS, SALES)), "report.docx", settings=settings)


def test_what_a_library_says_of_its_own_code_is_not_shown() -> None:
    with pytest.raises(InputError) as caught:
        read(HOSTILE["a Word document of another kind"](), "report.docx")
    assert (
        str(caught.value) == "report.docx: this Word document is damaged; open it in Word and save it anew."
    )


def test_the_size_that_is_named_is_the_one_that_applies(tmp_path: Path) -> None:
    settings = ReadSettings(limits=ReadLimits(file_bytes=20_000, submission_bytes=5_000_000))
    submission = b"<SEC-DOCUMENT>\n<DOCUMENT>\n<TYPE>10-K\n<TEXT>" + REPORT + b"</TEXT></DOCUMENT>"
    cases = {
        "a.htm": (REPORT + b" " * 20_000, "a.htm: larger than 0.02 MB"),
        "b.txt": (submission + b" " * 5_000_000, "b.txt: larger than 5 MB"),
        "c.zip": (zip_of({"c.htm": REPORT + b" " * 20_000}), "c.htm in the zip archive: larger than 0.02 MB"),
        "d.txt": (
            submission.replace(b"</TEXT>", b" " * 20_000 + b"</TEXT>"),
            "10-K (1): larger than 0.02 MB",
        ),
    }
    for name, (data, said) in cases.items():
        for path, content in ((tmp_path / name, data), (tmp_path / f"{name}.gz", gzip.compress(data))):
            path.write_bytes(content)
            for source in (path, content):
                with pytest.raises(TooLargeError) as caught:
                    read(source, name, settings=settings)
                assert said in str(caught.value)


def test_a_file_of_just_the_size_is_read() -> None:
    assert texts(read(REPORT, settings=ReadSettings(limits=ReadLimits(file_bytes=len(REPORT))))) == [
        "1,100",
        "1,200",
    ]


def test_time_is_looked_at_while_a_document_is_read() -> None:
    limits = ReadLimits(seconds=0.05, seconds_a_megabyte=0)
    data = page(*[table(YEARS, SALES)] * 2_000)
    begun = time.process_time()
    with pytest.raises(
        TooLargeError, match=r"report\.htm: reading took more than 0 seconds of the processor"
    ):
        read(data, "report.htm", settings=ReadSettings(limits=limits))
    assert time.process_time() - begun < 2


def test_one_part_that_costs_too_much_ends_the_report() -> None:
    parts = {"1-ixbrl.htm": REPORT, "2-ixbrl.htm": page(table(YEARS, SALES), "<b></b>" * 500)}
    with pytest.raises(TooLargeError, match=r"report\.zip: "):
        read(zip_of(parts), "report.zip", settings=ReadSettings(limits=ReadLimits(markup=400)))


def test_nothing_is_counted_outside_a_document() -> None:
    spend(Cost.MARKUP, 10**9)
    step()
    look()
    with (
        budget("a", ReadLimits(markup=1)),
        pytest.raises(TooLargeError, match=r"^a: b: there are more than 1 "),
    ):
        spend(Cost.MARKUP, 2, "b")
