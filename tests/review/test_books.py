"""Books on the review page: tied at once, mapped by the reviewer, kept for the next draft and next year."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from httpx2 import Response
from openpyxl import load_workbook

from cofitcheck.evaluation.books.companies import Company, book_rows, charts, company, statements_page
from cofitcheck.reports.tied import TieView
from cofitcheck.review import books as ties
from tests.review.review_fakes import Desk


@cache
def made() -> Company:
    return company(charts()[0], Random(3))


def report() -> bytes:
    return statements_page(made()).encode()


def books(off: int = 0) -> bytes:
    """Return the books of the company, the first account wrong by so much."""
    first, *others = made().accounts
    wrong = replace(first, amounts=(first.amounts[0] + off, first.amounts[1]))
    rows = book_rows(replace(made(), accounts=(wrong, *others)))
    return "\n".join("\t".join(map(str, row)) for row in rows).encode()


class Bench:
    """A desk with the company's report on it."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.draft = desk, 0
        self.next_draft()

    def next_draft(self) -> None:
        path = "/documents/1/drafts" if self.draft else "/documents"
        answer = self.desk.upload(report(), name="report.htm", path=path)
        self.desk.work_off()
        self.draft = int(answer.url.path.rsplit("/", 1)[1])

    @property
    def path(self) -> str:
        return f"/drafts/{self.draft}/books"

    def bring(self, content: bytes, name: str = "tb.tsv", mapping: bytes = b"", **fields: str) -> Response:
        files = {"files": (name, content)} if content else {}
        if mapping:
            files["mapping"] = ("mapping.csv", mapping)
        return self.desk.client.post(self.path, data={"csrf": self.desk.csrf, **fields}, files=files)

    def view(self) -> TieView:
        found = ties.view_of(self.desk.state.files, self.draft)
        assert found
        return found

    def line_of(self, account: str) -> str:
        here = [line.name for line in self.view().lines for each in line.accounts if each.key == account]
        return here[0] if here else ""


@pytest.fixture
def bench(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Ties in this process, which saves a second each time."""
    monkeypatch.setattr(
        ties, "_run", lambda statements, folder, name, _: ties.tie_in(statements, folder, name)
    )
    return Bench(desk)


def test_right_books_agree_and_a_wrong_balance_is_told(desk: Desk) -> None:
    bench = Bench(desk)
    assert "Bring in a trial balance" in bench.desk.client.get(bench.path).text
    right = bench.bring(books())
    assert right.status_code == 200, right.text
    assert "22 lines of the statements against 60 accounts: 22 agree." in right.text
    wrong = bench.bring(books(540))
    assert "The books are out of balance by as much." in wrong.text
    assert [line.label for line in bench.view().lines if not line.agrees] == ["Cash and cash equivalents"]


def test_lines_are_ticked_in_the_marked_copy_and_handed_over(bench: Bench) -> None:
    bench.bring(books(540))
    page = bench.desk.client.get(f"/drafts/{bench.draft}/document").text
    wrong, right = (
        next(line for line in bench.view().lines if line.label == label)
        for label in ("Cash and cash equivalents", "Goodwill")
    )
    assert f'#m{wrong.mentions[0]}:not(:focus)::before{{content:"✗B "' in page
    assert f'#m{wrong.mentions[1]}:not(:focus)::before{{content:"✓B "' in page
    assert f'#m{right.mentions[0]}:not(:focus)::before{{content:"✓B "' in page
    assert "Cash and cash equivalents: differs" in page
    record = bench.desk.client.get(f"/drafts/{bench.draft}/hand-over/json").json()
    assert record["books"]["summary"]["differs"] == 1
    book = load_workbook(BytesIO(bench.desk.client.get(f"/drafts/{bench.draft}/hand-over/workbook").content))
    rows = list(book["Books"].iter_rows(min_row=2, values_only=True))
    assert len(rows) == len(made().truth) + 1  # the result of the year
    first = made().accounts[0]
    assert rows[0][1:5] == ("Current assets › Cash and cash equivalents", rows[0][2], rows[0][3], "differs")
    assert rows[0][5:8] == (
        f"{first.code} {first.name}",
        *(float(amount) for amount in (first.amounts[0] + 540, first.amounts[1])),
    )


def test_an_account_that_is_moved_stays_there_in_the_next_draft_and_in_the_file(bench: Bench) -> None:
    bench.bring(books())
    before, after = (
        bench.line_of("1000"),
        next(line.name for line in bench.view().lines if line.label == "Other assets"),
    )
    moved = bench.desk.client.post(
        f"{bench.path}/mapping",
        data={"csrf": bench.desk.csrf, "account": ["1000", "1010"], "line": after, "act": "move"},
    )
    assert moved.status_code == 200, moved.text
    assert bench.line_of("1000") == bench.line_of("1010") == after
    assert {line.label for line in bench.view().lines if not line.agrees} == {
        "Cash and cash equivalents", "Other assets",
    }  # fmt: skip
    for line in (before, after):
        bench.desk.post(f"{bench.path}/mapping", act="undo")
        assert bench.line_of("1010") == line
    bench.next_draft()
    assert bench.line_of("1000") == after
    file = bench.desk.client.get(f"{bench.path}/mapping.csv")
    assert f"1000,First Harbor operating,{after},file" in file.text
    assert "1000, 1010: now" in bench.desk.client.get("/drafts/1/trail").text


def test_the_mapping_file_of_the_command_line_holds(bench: Bench, tmp_path: Path) -> None:
    bench.bring(books(), mapping=b"account,name,line,how\n1000,,-,\n")
    assert bench.line_of("1000") == ""
    page = bench.desk.client.get(bench.path).text
    assert "Meant to be in no line" in page


def test_books_of_another_draft_are_taken_with_their_mapping(bench: Bench) -> None:
    bench.bring(books(), mapping=b"account,name,line,how\n1000,,-,\n")
    desk, first = bench.desk, bench.draft
    other = Bench(desk)
    assert f'<option value="{first}">report.htm' in desk.client.get(other.path).text
    other.bring(b"", of=str(first))
    assert other.view().books == "tb.tsv"
    assert other.line_of("1000") == ""
    assert other.line_of("1010") != ""


def test_the_confirmed_mapping_is_that_of_every_account(bench: Bench) -> None:
    bench.bring(books())
    bench.desk.post(f"{bench.path}/mapping", act="confirm")
    said = ties.said_of(bench.desk.state.files, bench.draft)
    assert said.keys() == made().truth.keys()
    assert {str(line.how) for line in bench.view().lines if line.accounts} == {"in the mapping file"}


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (b"Month,Hours\nMay,3\nJune,4\n", "tb.csv", "no row heads columns of accounts"),
        (b"x", "tb.pdf", "save the books as .xlsx, .csv or .tsv"),
        (b"", "tb.csv", "no file was chosen"),
        (b"PK\x03\x04 damaged", "tb.xlsx", "tb.xlsx"),
    ],
)
def test_what_cannot_be_tied_is_a_sentence_and_changes_nothing(
    desk: Desk, content: bytes, name: str, told: str
) -> None:
    bench = Bench(desk)
    bench.bring(books())
    before = bench.view()
    answer = bench.bring(content, name)
    assert answer.status_code == 422
    assert told in answer.text
    assert bench.view() == before


def test_a_signed_draft_keeps_its_mapping(bench: Bench) -> None:
    bench.bring(books())
    for part in ("prepared", "reviewed"):
        for row in bench.desk.findings(bench.draft):
            bench.desk.decide(bench.draft, row.number, "expected", reason="made up")
        bench.desk.post(f"/drafts/{bench.draft}/sign", part=part)
    assert bench.bring(books()).status_code == 409
    assert bench.desk.post(f"{bench.path}/mapping", act="confirm").status_code == 409
    assert "Tie to the statements" not in bench.desk.client.get(bench.path).text
