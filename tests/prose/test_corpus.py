"""The prose of real documents is read without a crash, and no digit of it is lost."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from cofitcheck.errors import NoTablesError
from cofitcheck.prose import read_prose
from cofitcheck.readers import read

DATA = Path(__file__).parents[2] / ".." / "shared" / "data"
_EVERY = 40


def documents() -> list[Path]:
    """Return some documents of each folder."""
    folders = sorted(path for path in DATA.iterdir() if path.is_dir()) if DATA.exists() else []
    files = [sorted(path for path in folder.rglob("*") if path.is_file()) for folder in folders]
    return [file for each in files for file in each[::_EVERY] if not file.name.endswith((".tsv", ".md"))]


@pytest.mark.corpus
@pytest.mark.skipif(not documents(), reason="the documents are not beside the repository")
@pytest.mark.parametrize("file", documents(), ids=lambda file: file.name)
def test_each_digit_is_in_one_of_the_two(file: Path) -> None:
    try:
        document = read(file)
    except NoTablesError:
        pytest.skip("a document without a table is not read")
    prose = read_prose(document)
    found = defaultdict(list)
    for mention in prose.mentions:
        found[mention.passage].append((mention.start, mention.end))
        assert document.passages[mention.passage].text[mention.start : mention.end] == mention.text
    for other in prose.not_amounts:
        found[other.passage].append((other.start, other.end))
    for passage in document.passages:
        for digits in re.finditer("[0-9]+", passage.text):
            assert any(a <= digits.start() and digits.end() <= b for a, b in found[passage.index])
