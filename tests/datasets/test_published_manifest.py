"""The list in `benchmarks/manifest` with which anybody rebuilds our splits."""

from collections import Counter
from pathlib import Path

from cofitcheck.datasets import SplitMember, require_sound
from cofitcheck.datasets.fetch import read_requests
from cofitcheck.evaluation.corpus import read_industries, read_list

MANIFEST = Path(__file__).parents[2] / "benchmarks/manifest/filings.tsv"


def test_it_can_be_fetched() -> None:
    entries = read_requests(MANIFEST)
    assert len(entries) == 290
    assert all(len(entry.cik) == 10 for entry in entries)
    assert not any(entry.url for entry in entries)
    numbers = Counter(entry.accession for entry in entries if entry.accession)
    assert set(numbers.values()) == {1}
    assert sum(numbers.values()) == 121


def test_its_splits_share_nothing() -> None:
    entries = read_requests(MANIFEST)
    require_sound([SplitMember(one.file, one.split, one.company, one.cik, one.sha256) for one in entries])


def test_every_company_has_an_industry() -> None:
    industries = read_industries(MANIFEST.with_name("industries.tsv"))
    assert set(industries) == {entry.company for entry in read_requests(MANIFEST)}
    assert all(industries.values())


def test_evaluation_takes_it_for_a_list() -> None:
    assert Counter(filing.split for filing in read_list(MANIFEST)) == Counter(
        entry.split for entry in read_requests(MANIFEST)
    )
