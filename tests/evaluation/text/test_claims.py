"""Sentences about a filing that are made of its tagged facts."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from cofitcheck.evaluation.text.claims import Claim, Fact, claims_of

FACTS = [
    Fact(concept, f"{year}-01-01" if flow else "", f"{year}-12-31", Decimal(value) * 1_000_000)
    for concept, flow, values in (
        ("Revenues", True, (1314, 1250)),
        ("GrossProfit", True, (512, 459)),
        ("Assets", False, (3000, 2400)),
    )
    for year, value in zip((2031, 2030), values, strict=True)
]


def test_sentences_are_made_true_and_false() -> None:
    made = {claim for seed in range(100) for claim in claims_of(FACTS, Random(seed))}
    kinds = "level,other year,percent,direction,amount,from to,way,multiple,average,ratio"
    assert {claim.kind for claim in made} == set(kinds.split(","))
    assert Claim("level", "Gross profit was $512.0 million in 2031.", holds=True) in made
    assert Claim("other year", "Gross profit was $459.0 million in 2031.", holds=False) in made
    assert Claim("percent", "Total assets increased by 25% as of December 31, 2031.", holds=True) in made
    margins = {claim.holds for claim in made if claim.text.startswith("The gross margin was 39.0%")}
    assert margins == {True}
