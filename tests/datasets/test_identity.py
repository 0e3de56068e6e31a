import pytest

from cofitcheck.datasets.records import FilingIdentity, alterations, identify
from cofitcheck.readers.html.parse import parse_tree
from tests.datasets.made_up import filing
from tests.evaluation.tagged_documents import BALANCE, page


def test_a_filing_says_who_and_what_it_is() -> None:
    assert identify(parse_tree(filing(1234))) == FilingIdentity("0000001234", "10-K", "2023-12-31")


def test_the_company_that_most_contexts_name_counts() -> None:
    mixed = filing(7).replace(b">0000000007<", b">0000000008<", 1)
    assert identify(parse_tree(mixed)).entity == "0000000007"


def test_what_is_not_said_is_empty() -> None:
    assert identify(parse_tree(page(BALANCE))) == FilingIdentity("42", "", "")
    assert identify(parse_tree(b"<html><body><p>Words</p></body></html>")) == FilingIdentity("", "", "")


@pytest.mark.parametrize(
    ("data", "signs"),
    [
        (b"<?xml version='1.0'?>\n<html></html>\n", ""),
        (b"\xef\xbb\xbf<html></html>\n", ""),
        (b"<!DOCTYPE html><html></html>\n", ""),
        (b"<html></html>", "last line"),
        (b"\n<html></html>\n", "wrapped"),
        (b"<XBRL>\n<html></html>\n</XBRL>\n", "wrapped"),
        (b"<html><SCRIPT>x</SCRIPT></html>\n", "script"),
        (b"<html>\r\n</html>\r\n", "line ends"),
        (b"<html><ix:nonfraction>1</ix:nonfraction></html>", "lower case,last line"),
    ],
)
def test_signs_of_a_change_are_seen(data: bytes, signs: str) -> None:
    assert alterations(data) == signs
