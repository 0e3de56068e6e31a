"""The benchmark of two documents, on made-up tagged filings."""

from pathlib import Path

import pytest

from cofitcheck.config import CheckConfig
from cofitcheck.errors import InputError
from cofitcheck.evaluation.compare import attempt, read_pairs
from cofitcheck.evaluation.compare_summary import summary

ROWS = (
    ("Net sales", "NetSales", (94_210, 88_127, 80_441)),
    ("Cost of sales", "CostOfSales", (61_873, 57_329, 52_117)),
    ("Administrative expenses", "Administrative", (12_448, 11_906, 10_385)),
    ("Net income", "NetIncome", (19_889, 18_892, 17_939)),
)
LAST = 2024


def filing(year: int) -> str:
    years = (year, year - 1)
    contexts = "".join(
        f'<xbrli:context id="y{each}"><xbrli:entity><xbrli:identifier scheme="made-up">7</xbrli:identifier>'
        f"</xbrli:entity><xbrli:period><xbrli:startDate>{each}-01-01</xbrli:startDate>"
        f"<xbrli:endDate>{each}-12-31</xbrli:endDate></xbrli:period></xbrli:context>"
        for each in years
    )
    unit = '<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>'
    rows = "".join(
        f"<tr><td>{label}</td>"
        + "".join(
            f'<td><ix:nonFraction name="made:{concept}" contextRef="y{each}" unitRef="usd" scale="3">'
            f"{values[LAST - each]:,}</ix:nonFraction></td>"
            for each in years
        )
        + "</tr>"
        for label, concept, values in ROWS
    )
    heads = "".join(f"<td>Year ended December 31, {each}</td>" for each in years)
    table = f"<p>(in thousands of dollars)</p><table><tr><td></td>{heads}</tr>{rows}</table>"
    header = f"<ix:header>{contexts}{unit}</ix:header>"
    return f"<html><body>{header}<h1>Statements of income</h1>{table}</body></html>"


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    folder = tmp_path / "pairs"
    folder.mkdir()
    for year in (2024, 2023):
        (folder / f"{year}.htm").write_text(filing(year))
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "split\tcompany\tthis\tother\tforms\tmonths\ndev\tAlder\t2024.htm\t2023.htm\t10-K, 10-K\t12\n"
    )
    return path


def test_tags_across_filings_are_the_gold_and_slips_in_comparatives_are_found(pairs: Path) -> None:
    (pair,) = read_pairs(pairs, pairs.with_suffix(""), ["dev"])
    tried = attempt(pair, 2, 0, CheckConfig(threads=1))
    figures = summary(0, CheckConfig(threads=1), [tried])
    assert tried.scores.clear.gold == tried.scores.clear.hits == len(ROWS)
    assert tried.outcomes["agree"] == len(ROWS)
    assert [trial.outcome for trial in tried.trials] == ["differ", "differ"]
    assert figures["planted"] == {"planted": 2, "found": 2, "share": 1.0, "outcomes": {"differ": 2}}


def test_a_split_without_pairs_is_named(pairs: Path) -> None:
    with pytest.raises(InputError, match="no pair of the split test; name one of dev"):
        read_pairs(pairs, pairs.with_suffix(""), ["test"])


def test_a_missing_folder_is_named(pairs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such folder"):
        read_pairs(pairs, tmp_path / "nowhere")
