from pathlib import Path

import pytest

from cofitcheck.batch.results import Journal

ENTRIES = [{"documents": b"one"}, {"documents": b"two", "facts": bytes(100)}, {}]


def test_entries_outlive_the_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    for entry in ENTRIES:
        journal.append(entry)
    journal.close()
    again = Journal(tmp_path / "journal")
    assert list(again.entries()) == ENTRIES
    again.clear()
    assert list(again.entries()) == []
    again.append(ENTRIES[0])
    assert list(again.entries()) == ENTRIES[:1]
    again.close()


@pytest.mark.parametrize("cut", [1, 20, 110, 118])
def test_an_entry_that_was_cut_short_is_not_there(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "journal"
    journal = Journal(path)
    for entry in ENTRIES[:2]:
        journal.append(entry)
    journal.close()
    path.write_bytes(path.read_bytes()[:-cut])
    again = Journal(path)
    assert list(again.entries()) == ENTRIES[:1]
    again.append(ENTRIES[2])
    assert list(again.entries()) == [ENTRIES[0], ENTRIES[2]]
    again.close()
