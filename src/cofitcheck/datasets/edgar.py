"""Finds the address of a filing's main document, by accession number or by company, form and period."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol, TypeVar
from urllib.parse import quote

import msgspec

from cofitcheck import patterns as re
from cofitcheck.datasets import Entry
from cofitcheck.errors import InputError

NEAR = 7
"""Days by which the period of a filing may differ from the one asked for. 52-week years end on a weekday."""

_NO_DOCUMENT = re.compile(r"R\d+\.htm|.*-index.*", re.IGNORECASE)

Answer = TypeVar("Answer")


class Getter(Protocol):
    """Gets what an address holds."""

    def get(self, url: str) -> bytes:
        """Return the content. Raises `InputError` where there is none."""
        ...


class _Item(msgspec.Struct):
    name: str
    size: str = ""


class _Directory(msgspec.Struct):
    item: list[_Item]


class _Index(msgspec.Struct):
    directory: _Directory


class _Filings(msgspec.Struct, rename="camel"):
    """The filings of a company, newest first, one list for each column.

    `report_date` is "" where there is none."""

    accession_number: list[str]
    form: list[str]
    report_date: list[str]
    primary_document: list[str]


class _Page(msgspec.Struct):
    name: str


class _Submitted(msgspec.Struct):
    recent: _Filings
    files: list[_Page]


class _Company(msgspec.Struct):
    filings: _Submitted


@dataclass(frozen=True, slots=True)
class _Filing:
    accession: str
    document: str
    days_off: int


class Edgar:
    """Finds filings in the SEC's archive. Addresses other than the SEC's are for tests and mirrors."""

    def __init__(
        self, client: Getter, archive: str = "https://www.sec.gov", data: str = "https://data.sec.gov"
    ) -> None:
        self._client, self._archive, self._data = client, archive, data
        self._answers: dict[str, bytes] = {}

    def document_url(self, entry: Entry) -> str:
        """Return the address of the main document of the filing that `entry` names.

        It is found by `accession` (with `cik`, unless the company filed it itself), else by `cik`, `form` and
        `period`. Raises `InputError` where there is no such filing, more than one, or an answer that cannot
        be read.
        """
        try:
            return self._document_url(entry)
        except ValueError as error:
            raise InputError(f"{entry.file}: EDGAR's answer is not of the known form ({error}).") from error

    def _document_url(self, entry: Entry) -> str:
        if entry.accession:
            cik = entry.cik or entry.accession[:10]
            return f"{self._folder(cik, entry.accession)}/{quote(self._main_document(cik, entry))}"
        filing = self._find(entry)
        return f"{self._folder(entry.cik, filing.accession)}/{quote(filing.document)}"

    def _folder(self, cik: str, accession: str) -> str:
        return f"{self._archive}/Archives/edgar/data/{int(cik)}/{accession.replace('-', '')}"

    def _main_document(self, cik: str, entry: Entry) -> str:
        url = f"{self._folder(cik, entry.accession)}/index.json"
        try:
            index = self._json(url, _Index)
        except InputError as error:
            hint = (
                ""
                if entry.cik
                else " A filing service may have filed it: name the company's CIK in the list."
            )
            raise InputError(f"{entry.file}: {error}{hint}") from error
        name = _main(index.directory.item)
        if name is None:
            raise InputError(
                f"{entry.file}: the filing {entry.accession} holds no HTML document; leave it out."
            )
        return name

    def _find(self, entry: Entry) -> _Filing:
        what = f"{entry.form} of CIK {entry.cik} for the period to {entry.period}"
        for filings in self._filings(entry.cik):
            near = list(_near(filings, entry))
            least = min((filing.days_off for filing in near), default=0)
            nearest = [filing for filing in near if filing.days_off == least]
            if len(nearest) > 1:
                numbers = ", ".join(filing.accession for filing in nearest)
                raise InputError(
                    f"{entry.file}: more than one {what} ({numbers}); name one by its accession number."
                )
            if nearest:
                return nearest[0]
        raise InputError(f"{entry.file}: the SEC lists no {what}; correct the list.")

    def _filings(self, cik: str) -> Iterator[_Filings]:
        """Yield the filings of a company by page, newest first; a page is asked for when it is wanted."""
        folder = f"{self._data}/submissions"
        company = self._json(f"{folder}/CIK{int(cik):010}.json", _Company)
        yield company.filings.recent
        for page in company.filings.files:
            yield self._json(f"{folder}/{quote(page.name)}", _Filings)

    def _json(self, url: str, kind: type[Answer]) -> Answer:
        """Return the JSON at an address, which is asked for once: a company's list serves all its filings."""
        if url not in self._answers:
            self._answers[url] = self._client.get(url)
        try:
            return msgspec.json.decode(self._answers[url], type=kind)
        except msgspec.MsgspecError as error:
            raise InputError(f"{url}: is not the JSON that EDGAR is known to give ({error}).") from error


def _main(items: Sequence[_Item]) -> str | None:
    """Return the largest page that the SEC drew an XBRL instance from, or else the largest page."""
    names = {item.name for item in items}
    pages = [item for item in items if item.name.lower().endswith((".htm", ".html"))]
    pages = [item for item in pages if not _NO_DOCUMENT.fullmatch(item.name)]
    tagged = [item for item in pages if f"{item.name.rpartition('.')[0]}_htm.xml" in names]
    largest = max(tagged or pages, key=lambda item: int(item.size or 0), default=None)
    return largest.name if largest else None


def _near(filings: _Filings, entry: Entry) -> Iterator[_Filing]:
    wanted = date.fromisoformat(entry.period)
    rows = zip(
        filings.accession_number, filings.form, filings.report_date, filings.primary_document, strict=True
    )
    for accession, form, reported, document in rows:
        if form == entry.form and reported:
            days_off = abs((date.fromisoformat(reported) - wanted).days)
            if days_off <= NEAR:
                yield _Filing(accession, document, days_off)
