import pytest

from cofitcheck.datasets import Entry
from cofitcheck.datasets.edgar import Edgar
from cofitcheck.datasets.web import Client
from cofitcheck.errors import InputError
from tests.datasets.archive import Archive

FOLDER = "/Archives/edgar/data/1234/000000123421000007"
ACCESSION = "0000001234-21-000007"
COMPANY = "/submissions/CIK0000001234.json"


@pytest.fixture
def edgar(archive: Archive, client: Client) -> Edgar:
    return Edgar(client, archive.url, archive.url)


def index(sizes: dict[str, int | str]) -> dict[str, object]:
    items = [{"name": name, "size": str(size), "type": "text.gif"} for name, size in sizes.items()]
    return {"directory": {"name": FOLDER, "item": items}}


def filings(*rows: tuple[str, str, str, str]) -> dict[str, list[str]]:
    names = ("accessionNumber", "form", "reportDate", "primaryDocument")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def company(*rows: tuple[str, str, str, str], pages: tuple[str, ...] = ()) -> dict[str, object]:
    return {"cik": "1234", "filings": {"recent": filings(*rows), "files": [{"name": page} for page in pages]}}


def asked(form: str = "10-K", period: str = "2020-12-31") -> Entry:
    return Entry(file="acme.htm", cik="0000001234", form=form, period=period)


def test_the_page_with_an_instance_is_the_main_document(archive: Archive, edgar: Edgar) -> None:
    listing = index({
        "0000001234-21-000007-index.html": "",
        "exhibit13.htm": 9_000_000,
        "acme-20201231.htm": 2_000_000,
        "acme-20201231_htm.xml": 3_000_000,
        "R2.htm": 70_000_000,
    })  # fmt: skip
    archive.give_json(f"{FOLDER}/index.json", listing)
    entry = Entry(file="a.htm", accession=ACCESSION, cik="1234")
    assert edgar.document_url(entry) == f"{archive.url}{FOLDER}/acme-20201231.htm"


def test_without_an_instance_the_largest_page_is(archive: Archive, edgar: Edgar) -> None:
    listing = index({"ex99.htm": 10, "acme 10k.htm": 900, "R2.htm": 5000, "picture.jpg": 99_999})
    archive.give_json(f"{FOLDER}/index.json", listing)
    # The company's own number begins the accession number of what it files itself.
    assert edgar.document_url(Entry(accession=ACCESSION)) == f"{archive.url}{FOLDER}/acme%2010k.htm"


def test_a_filing_of_an_agent_needs_the_company(archive: Archive, edgar: Edgar) -> None:
    with pytest.raises(InputError, match=r"404.*name the company's CIK"):
        edgar.document_url(Entry(file="a.htm", accession=ACCESSION))


def test_a_filing_without_a_page_is_told(archive: Archive, edgar: Edgar) -> None:
    archive.give_json(f"{FOLDER}/index.json", index({"paper.pdf": 5}))
    with pytest.raises(InputError, match=f"{ACCESSION} holds no HTML document"):
        edgar.document_url(Entry(accession=ACCESSION))


def test_what_is_not_an_index_is_told(archive: Archive, edgar: Edgar) -> None:
    archive.give(f"{FOLDER}/index.json", b"<html>Undeclared automated tool</html>")
    with pytest.raises(InputError, match="is not the JSON that EDGAR is known to give"):
        edgar.document_url(Entry(accession=ACCESSION))


def test_a_form_and_a_period_find_the_filing(archive: Archive, edgar: Edgar) -> None:
    found = company(
        ("0000001234-22-000001", "10-K", "2021-12-31", "acme-20211231.htm"),
        ("0000001234-21-000009", "10-K/A", "2020-12-31", "acme-20201231a.htm"),
        ("0000001234-21-000008", "8-K", "", "acme-8k.htm"),
        ("0000001234-21-000007", "10-K", "2020-12-31", "acme-20201231.htm"),
    )
    archive.give_json(COMPANY, found)
    assert edgar.document_url(asked()) == f"{archive.url}{FOLDER}/acme-20201231.htm"
    assert edgar.document_url(asked("10-K/A")).endswith("/000000123421000009/acme-20201231a.htm")
    assert archive.asked == [COMPANY], "a company's list serves all its filings"


def test_a_fiscal_year_that_ends_near_by_is_the_same(archive: Archive, edgar: Edgar) -> None:
    near = ("0000001234-21-000007", "10-Q", "2020-12-26", "near.htm")
    far = ("0000001234-20-000006", "10-Q", "2020-09-26", "far.htm")
    archive.give_json(COMPANY, company(near, far))
    assert edgar.document_url(asked("10-Q")).endswith("/near.htm")
    with pytest.raises(InputError, match="lists no 10-Q of CIK 0000001234 for the period to 2020-11-15"):
        edgar.document_url(asked("10-Q", "2020-11-15"))


def test_older_filings_are_on_further_pages(archive: Archive, edgar: Edgar) -> None:
    recent = ("0000001234-22-000001", "10-K", "2021-12-31", "acme-20211231.htm")
    archive.give_json(COMPANY, company(recent, pages=("CIK0000001234-submissions-001.json",)))
    old = filings(("0000001234-21-000007", "10-K", "2020-12-31", "acme-20201231.htm"))
    archive.give_json("/submissions/CIK0000001234-submissions-001.json", old)
    assert edgar.document_url(asked()) == f"{archive.url}{FOLDER}/acme-20201231.htm"
    assert edgar.document_url(asked(period="2021-12-31")).endswith("/acme-20211231.htm")


def test_two_filings_of_a_period_are_not_guessed_between(archive: Archive, edgar: Edgar) -> None:
    twice = [(f"0000001234-21-00000{number}", "10-K", "2020-12-31", "a.htm") for number in (7, 8)]
    archive.give_json(COMPANY, company(*twice))
    with pytest.raises(InputError, match=r"more than one 10-K .*0000001234-21-000007, 0000001234-21-000008"):
        edgar.document_url(asked())
