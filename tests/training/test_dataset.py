"""Which filings go into the cache of labelled documents."""

from pathlib import Path

from cofitcheck.evaluation.corpus import Filing
from cofitcheck.training.dataset import first_of_each


def test_only_the_first_documents_of_each_company_are_taken() -> None:
    filings = [Filing(Path(f"{company}{year}.htm"), company) for year in (1, 2, 3) for company in "ab"]
    assert [each.name for each in first_of_each(filings, 2)] == ["a1.htm", "b1.htm", "a2.htm", "b2.htm"]
    assert first_of_each(filings, len(filings)) == filings
