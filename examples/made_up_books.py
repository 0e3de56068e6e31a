"""Write the books and the statements of made-up companies, one pair of files each.

    python examples/made_up_books.py [--seed N] [--output DIR]

The first company, with one wrong balance, is kept in `examples/books/`.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from random import Random

from cofitcheck.evaluation.books.companies import Company, charts, company, write_books, write_statements

KEPT = Path(__file__).resolve().parent / "books"
SEED = 2025
WRONG, BY = "1200", 900
"""The account whose balance is wrong in the company that is kept, and by how much."""


def write(folder: Path, seed: int) -> None:
    """Write all companies to a folder, each in one of its own; nothing is wrong in them."""
    for number, chart in enumerate(charts(), start=1):
        own = folder / f"company-{number}"
        own.mkdir(parents=True, exist_ok=True)
        made = company(chart, Random(f"{seed} {number}"))
        write_statements(made, own, "annual-report")
        write_books(made, own, "trial-balance")


def keep(folder: Path = KEPT, seed: int = SEED) -> None:
    """Write the company that is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    made = company(charts()[0], Random(f"{seed} 1"))
    write_statements(made, folder, "annual-report")
    write_books(_with_slip(made), folder, "trial-balance")


def _with_slip(made: Company) -> Company:
    accounts = [
        replace(each, amounts=(each.amounts[0] + BY, *each.amounts[1:])) if each.code == WRONG else each
        for each in made.accounts
    ]
    return replace(made, accounts=tuple(accounts))


def main() -> None:
    """Write the files to the folder asked for, or the kept ones."""
    parser = argparse.ArgumentParser(description="Write made-up books and statements.")
    parser.add_argument("--seed", type=int, default=SEED, help=f"what balances are drawn from ({SEED})")
    parser.add_argument("--output", type=Path, help="the folder for all companies; without it, the kept one")
    arguments = parser.parse_args()
    if arguments.output is None:
        keep(seed=arguments.seed)
    else:
        write(arguments.output, arguments.seed)


if __name__ == "__main__":
    main()
