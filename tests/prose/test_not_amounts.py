"""Digits that state no amount are named as what they are, and none is lost."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.prose import NoAmount
from tests.prose.prose_documents import read_texts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("On December 31, 2031 it was sold.", [("December 31, 2031", NoAmount.DATE)]),
        ("On 31 December 2031 it was sold.", [("31 December 2031", NoAmount.DATE)]),
        ("Agreement No. 33 of May 10, 2031.", [("33", NoAmount.REFERENCE), ("May 10, 2031", NoAmount.DATE)]),
        ("On 12/31/2031 it was sold.", [("12/31/2031", NoAmount.DATE)]),
        ("In 2031 it was sold.", [("2031", NoAmount.YEAR)]),
        ("In FY31 and Q3 it was sold.", [("FY31", NoAmount.YEAR), ("Q3", NoAmount.YEAR)]),
        ("See Notes 3 and 12.", [("3", NoAmount.REFERENCE), ("12", NoAmount.REFERENCE)]),
        ("See Item 7A of it.", [("7A", NoAmount.REFERENCE)]),
        ("See pages 5-7.", [("5-7", NoAmount.PAGE)]),
        ("Under Section 404 of the Sample Reform Act of it.", [("404", NoAmount.LAW)]),
        ("Under ASU 2016-13 and IFRS 9.", [("2016-13", NoAmount.LAW), ("9", NoAmount.LAW)]),
        ("Under Rule 10b-5 of it.", [("10b-5", NoAmount.LAW)]),
        ("A 401(k) plan.", [("401(k)", NoAmount.LAW)]),
        ("Assets of Level 2 and Level 3.", [("2", NoAmount.LEVEL), ("3", NoAmount.LEVEL)]),
        ("The Form 10-K of it.", [("10-K", NoAmount.FORM)]),
        ("The 12-month rate.", [("12-month", NoAmount.TERM)]),
        ("Within 90 days of it.", [("90 days", NoAmount.TERM)]),
        ("Leases of 3 to 20 years.", [("3 to 20 years", NoAmount.TERM)]),
        ("He is 62 years old.", [("62 years old", NoAmount.AGE)]),
        ("She, age 54, leads it.", [("54", NoAmount.AGE)]),
        ("At 5:00 p.m. it closed.", [("5:00 p.m.", NoAmount.TIME)]),
        ("Call (212) 555-0123 now.", [("(212) 555-0123", NoAmount.TELEPHONE)]),
        ("At 12 Sample Street.", [("12 Sample Street", NoAmount.ADDRESS)]),
        ("In Sampletown, CA 95014.", [("95014", NoAmount.ADDRESS)]),
        ("CUSIP 037833100 of it.", [("037833100", NoAmount.FILE_NUMBER)]),
        ("Commission file number 001-32224.", [("001-32224", NoAmount.FILE_NUMBER)]),
        ("The COVID-19 pandemic.", [("COVID-19", NoAmount.CODE)]),
        ("The Phase 3 study.", [("3", NoAmount.NAME)]),
        ("The Sample 5000 Series.", [("5000", NoAmount.NAME)]),
        ("The Sample HD 10 tablet.", [("10", NoAmount.NAME)]),
        ("The 737-10 model.", [("737-10", NoAmount.NAME)]),
        ("Rated Baa1 by them.", [("Baa1", NoAmount.RATING)]),
        ("The 3rd of them.", [("3rd", NoAmount.ORDINAL)]),
        ("(1) Includes all of it.", [("(1)", NoAmount.NUMBERING)]),
        ("2. All of it.", [("2.", NoAmount.NUMBERING)]),
        ("It has 12 of them.", [("12", NoAmount.UNCLEAR)]),
        ("根据第十二条及第12条。", [("第十二条", NoAmount.LAW), ("第12条", NoAmount.LAW)]),
        ("截至2031年12月31日。", [("2031年12月31日", NoAmount.DATE)]),
        ("参见附注五、12。", [("注五、12", NoAmount.REFERENCE)]),
        ("期限为3年。", [("3年", NoAmount.TERM)]),
        ("1株当たりの利益。", [("1株", NoAmount.EACH)]),
        ("令和13年3月31日現在。", [("13年3月31日", NoAmount.DATE)]),
    ],
)  # fmt: skip
def test_no_amount(text: str, found: list[tuple[str, NoAmount]]) -> None:
    prose = read_texts(text)
    assert not prose.mentions
    assert [(each.text, each.reason) for each in prose.not_amounts] == found
    assert all(text[each.start : each.end] == each.text for each in prose.not_amounts)


def test_feet_of_pages() -> None:
    texts = [part for page in range(3, 9) for part in (f"Acme Corp. | Report | {page}", "Sales fell.")]
    assert {each.reason for each in read_texts(*texts).not_amounts} == {NoAmount.PAGE}


_PARTS = st.sampled_from(
    "1 12 2031 1,234 5.2 .5 , . - ( ) $ € % million percent and to Note Section 年 月 亿元 第 条 股 per "
    "share x times Level May 31 A- :  December five thousand".split(" ")
)


@given(st.lists(_PARTS, max_size=14).map(" ".join) | st.lists(_PARTS, max_size=14).map("".join))
def test_every_digit_is_in_one_of_the_two(text: str) -> None:
    prose = read_texts(text)
    stated = [(each.start, each.end) for each in prose.mentions]
    found = sorted([*stated, *((each.start, each.end) for each in prose.not_amounts)])
    for digits in re.finditer("[0-9]+", text):
        assert any(start <= digits.start() and digits.end() <= end for start, end in found)
    assert all(before[1] <= after[0] for before, after in pairwise(found))
