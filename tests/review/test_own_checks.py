"""Own sums and ties of reviewers: checked at once, carried to the next draft, remembered for next year."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from openpyxl import load_workbook

from cofitcheck.checks.sums.features import SumModel
from cofitcheck.review.security import AccountRole
from cofitcheck.weights import bundled
from tests.checker.checker_fakes import CASH, INCOME, STAGES, page_of
from tests.review import review_fakes
from tests.review.review_fakes import SEGMENTS, TABLES, Desk
from tests.review.test_api import API, Program

Rows = tuple[tuple[str, str, str], ...]

ASSETS = (
    ("Cash", "1,200", "1,100"),
    ("Receivables", "2,345", "2,200"),
    ("Allowance", "(45)", "(40)"),
    ("Current assets", "3,500", "3,260"),
    ("Deposits", "–", "10"),
)
COSTS = (("Wages", "700", "650"), ("Rent", "310", "300"), ("Costs", "1,000", "950"))


@pytest.fixture
def program(desk: Desk) -> Program:
    return Program(desk)


class Book:
    """The numbers of a draft by table, label and column, and what a reviewer does with them."""

    def __init__(
        self, program: Program, *tables: Rows, name: str = "filing.htm", document: int | None = None
    ) -> None:
        self.client, self.desk = program.client, program.desk
        self.draft = program.desk.checked(*tables, name=name, document=document)
        self.path = f"{API}/drafts/{self.draft}"
        self.numbers: dict[tuple[int, str, str], Mapping[str, Any]] = {}
        for table in range(1, len(tables) + 1):
            for each in self.client.get(f"{self.path}/numbers", params={"table": table}).json():
                self.numbers[table, each["row"], each["column"]] = each

    def at(self, table: int, label: str, column: str = "2024") -> int:
        return int(self.numbers[table, label, column]["mention"])

    def sum(self, total: int, *lines: int, **more: Any) -> Response:
        said = [{"mention": abs(line), "sign": 1 if line >= 0 else -1} for line in lines]
        return self.client.post(f"{self.path}/own-sums", json={"total": total, "lines": said, **more})

    def tie(self, one: int, other: int, *, same: bool = True, note: str = "") -> Response:
        said = {"mention": one, "other": other, "same": same, "note": note}
        return self.client.post(f"{self.path}/own-ties", json=said)

    def checks(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client.get(f"{self.path}/own-checks").json()
        return found

    def assets(self) -> Response:
        cells = (self.at(1, label) for label in ("Cash", "Receivables", "Allowance"))
        return self.sum(self.at(1, "Current assets"), *cells)


def reworded(table: Rows, label: str, text: str) -> Rows:
    return tuple((row[0], text, row[2]) if row[0] == label else row for row in table)


def test_a_sum_is_added_up_and_kept(program: Program) -> None:
    book = Book(program, ASSETS, COSTS)
    made = book.assets()
    assert made.status_code == 201, made.text
    said = made.json()
    assert (said["number"], said["kind"], said["outcome"]) == (1, "sum", "holds")
    assert said["words"] == "The lines come to 3,500."
    assert [each["text"] for each in said["statements"]] == ["3,500", "1,200", "2,345", "(45)"]
    assert said["who"] == "program-reviewer"
    numbers = book.client.get(f"{book.path}/numbers", params={"table": 1}).json()
    assert {each["row"]: each["own_checks"] for each in numbers if each["column"] == "2024"}["Cash"] == [1]


@pytest.mark.parametrize(
    ("total", "lines", "outcome", "words"),
    [
        (
            "Costs",
            ("Wages", "Rent"),
            "broken",
            "The lines come to 1,010, which is 10 more than the 1,000 stated.",
        ),
        (
            "Wages",
            ("Costs", "-Rent"),
            "broken",
            "The lines come to 690, which is 10 less than the 700 stated.",
        ),
    ],
)
def test_a_sum_that_does_not_come_out_says_by_how_much(
    program: Program, total: str, lines: Sequence[str], outcome: str, words: str
) -> None:
    book = Book(program, ASSETS, COSTS)
    cells = [(-1 if line[0] == "-" else 1) * book.at(2, line.lstrip("-")) for line in lines]
    said = book.sum(book.at(2, total), *cells).json()
    assert (said["outcome"], said["words"], said["verdict"]) == (outcome, words, "open")


def test_a_sum_that_the_program_added_up_opens_on_the_tape(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    adding = replace(STAGES, sums=SumModel.load(bundled().folder))
    monkeypatch.setattr(review_fakes, "STAGES", adding)
    lines = (
        ("Cash", "11,203", "10,118"), ("Receivables", "23,456", "22,047"), ("Inventory", "10,911", "9,523"),
        ("Less: allowance", "1,911", "1,523"), ("Total current assets", "43,659", "40,165"),
    )  # fmt: skip
    book = Book(program, lines)
    page = book.desk.client.get(f"/drafts/{book.draft}/own?table=1").text
    # Of the total and of a line the same tape opens.
    for label in ("Total current assets", "Inventory", "Less: allowance"):
        found = re.search(rf'href="([^"]*held={book.at(1, label)}&amp;nth=\d+&amp;table=1)"', page)
        assert found
        tape = book.desk.client.get(found[1].replace("&amp;", "&")).text
        assert f'data-total="{book.at(1, "Total current assets")}"' in tape
        cells = [book.at(1, each) for each in ("Cash", "Receivables", "Inventory", "Less: allowance")]
        assert f'data-lines="{cells[0]} {cells[1]} {cells[2]} -{cells[3]}"' in tape
        assert "The lines come to 43,659." in tape
    nothing = book.desk.client.get(f"/drafts/{book.draft}/own?held=999&nth=0&table=1")
    assert 'data-total=""' in nothing.text


def test_what_rounding_allows_holds(program: Program) -> None:
    rows = (("Wages", "1,200", "1"), ("Rent", "2,300", "1"), ("Costs", "3,501", "3"))
    book = Book(program, rows)
    said = book.sum(*(book.at(1, label) for label in ("Costs", "Wages", "Rent"))).json()
    assert said["outcome"] == "holds"
    assert said["words"] == "The lines come to 3,500; 3,501 is stated, which rounding allows."


def mixed(*rows: tuple[str, str, str]) -> bytes:
    """Return a page of small tables, each with a unit caption and one number."""
    parts = (
        f"<p><b>{label} schedule</b></p><p>({unit})</p><table><tr><td></td><td>2024</td><td>2023</td></tr>"
        f"<tr><td>{label}</td><td>{text}</td><td>{text}</td></tr></table>"
        for label, unit, text in rows
    )
    return f"<html><body>{''.join(parts)}</body></html>".encode()


UNITS = (
    ("Sales", "$ in millions", "12"),
    ("Services", "$ in thousands", "3,400"),
    ("Goods", "$ in thousands", "8,600"),
    ("Margin", "in percent", "34.5%"),
    ("Exports", "€ in millions", "3"),
)


def test_other_scales_are_converted_and_other_units_refused_in_a_sentence(program: Program) -> None:
    desk = program.desk
    assert desk.upload(mixed(*UNITS)).status_code == 200
    desk.work_off()
    path, cells = f"{API}/drafts/1", dict[str, int]()
    for table in range(1, len(UNITS) + 1):
        for each in program.client.get(f"{path}/numbers", params={"table": table}).json():
            cells.setdefault(each["row"], each["mention"])

    def tape(*labels: str) -> Response:
        lines = [{"mention": cells[label]} for label in labels[1:]]
        return program.client.post(f"{path}/tape", json={"total": cells[labels[0]], "lines": lines})

    said = tape("Sales", "Services", "Goods").json()
    assert (said["outcome"], said["computed"]) == ("holds", "12")
    assert said["remarks"] == ["“3,400” is in thousands, “12” in millions: they are converted."]
    for label, words in {
        "Margin": "“12” is an amount of money, “34.5%” is a percentage; numbers of one unit belong together",
        "Exports": "“12” is in USD, “3” in EUR; numbers of one currency belong together",
    }.items():
        answer = tape("Sales", "Services", label)
        assert (answer.status_code, answer.json()["detail"]) == (422, words)
    answer = program.client.post(
        f"{path}/own-ties", json={"mention": cells["Sales"], "other": cells["Margin"]}
    )
    assert answer.status_code == 422
    assert "numbers of one unit belong together" in answer.json()["detail"]
    assert program.client.get(f"{path}/own-checks").json() == []


def test_what_cannot_be_a_sum_is_refused_in_one_sentence(program: Program) -> None:
    book = Book(program, ASSETS, COSTS)
    cash, assets = book.at(1, "Cash"), book.at(1, "Current assets")
    for answer, words in (
        (book.sum(assets, cash, 4711), "this document has no number 4,711; choose one that it shows"),
        (book.sum(4711, cash, 2), "this document has no number 4,711; choose one that it shows"),
        (book.sum(assets, cash, assets), "“3,500” is the total; it cannot be a line of its own sum"),
        (book.sum(assets, cash, cash), "“1,200” is a line of the sum already"),
        (
            book.sum(assets, cash),
            "a sum has two lines or more; to hold one number against another, tie the two",
        ),
        (book.tie(cash, cash), "“1,200” cannot be tied to itself; choose another number"),
    ):
        assert (answer.status_code, answer.json()["detail"]) == (422, words)
    assert book.checks() == []


def test_the_same_is_not_said_twice_nor_its_opposite(program: Program) -> None:
    book = Book(program, ASSETS, COSTS)
    assert book.assets().status_code == 201
    again = book.assets()
    assert (again.status_code, again.json()["detail"]) == (422, "own check 1 says that already")
    one, other = book.at(2, "Wages"), book.at(2, "Rent")
    assert book.tie(one, other, same=False).status_code == 201
    answer = book.tie(other, one)
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "own check 2 says the opposite; withdraw it first",
    )


def test_a_sum_is_carried_over_and_broken_where_a_number_changes(program: Program) -> None:
    first = Book(program, ASSETS, COSTS)
    first.assets()
    same = Book(program, ASSETS, reworded(COSTS, "Rent", "311"), document=1)
    (kept,) = same.checks()
    assert (kept["outcome"], kept["since_last_draft"], kept["who"]) == (
        "holds",
        "unchanged",
        "program-reviewer",
    )
    changed = Book(program, reworded(ASSETS, "Receivables", "2,354"), COSTS, document=1)
    (broken,) = changed.checks()
    assert (broken["outcome"], broken["since_last_draft"]) == ("broken", "reopened")
    assert broken["words"] == "The lines come to 3,509, which is 9 more than the 3,500 stated."
    assert broken["since_last_draft_note"] == "“holds” in draft 2. 2,345 in Statement 1 is now 2,354"
    mended = Book(program, reworded(ASSETS, "Receivables", "2,345"), COSTS, document=1)
    assert [each["outcome"] for each in mended.checks()] == ["holds"]


def test_a_number_that_is_gone_or_there_twice_is_not_found_again(program: Program) -> None:
    first = Book(program, ASSETS, COSTS)
    first.assets()
    gone = Book(program, tuple(row for row in ASSETS if row[0] != "Allowance"), COSTS, document=1)
    (lost,) = gone.checks()
    assert lost["outcome"] == "lost"
    assert lost["words"] == "Not found again: (45) (Statement 1, Allowance). Choose the numbers anew."
    assert [each["mention"] for each in lost["statements"]][-1] == -1
    cells = [{"mention": gone.at(1, label)} for label in ("Cash", "Receivables")]
    wanted = {"total": gone.at(1, "Current assets"), "lines": cells}
    mended = gone.client.put(f"{gone.path}/own-checks/1", json=wanted).json()
    assert (mended["outcome"], mended["words"]) == (
        "broken",
        "The lines come to 3,545, which is 45 more than the 3,500 stated.",
    )
    doubled = Book(program, (*ASSETS[:1], *ASSETS[:1], *ASSETS[1:]), COSTS, document=1)
    assert [each["outcome"] for each in doubled.checks()] == ["lost"]


def test_what_does_not_hold_blocks_signing_until_it_is_decided(program: Program) -> None:
    book = Book(program, ASSETS, COSTS)
    book.sum(*(book.at(2, label) for label in ("Costs", "Wages", "Rent")))
    state = book.client.get(f"{book.path}/sign-off").json()
    assert (state["undecided"], state["unsettled"]) == ([], [1])
    refused = book.client.post(f"{book.path}/sign-off", json={"part": "prepared"})
    assert refused.status_code == 422
    assert refused.json()["detail"] == "before you sign, decide the own checks that do not hold (1)"
    path = f"{book.path}/own-checks/1/decision"
    assert book.client.post(path, json={"verdict": "expected"}).status_code == 422
    decided = book.client.post(path, json={"verdict": "expected", "reason": "Rounded by hand"}).json()
    assert (decided["verdict"], decided["reason"], decided["decided_by"]) == (
        "expected",
        "Rounded by hand",
        "program-reviewer",
    )
    for part in ("prepared", "reviewed"):
        assert book.client.post(f"{book.path}/sign-off", json={"part": part}).status_code == 200
    locked = book.assets()
    assert (locked.status_code, "locked until an administrator" in locked.json()["detail"]) == (409, True)


def test_a_tie_holds_breaks_and_is_taken_back(program: Program) -> None:
    book = Book(program, *TABLES)
    one, other = book.at(1, "Net income"), book.at(2, "Net income")
    said = book.tie(one, other).json()
    assert (said["kind"], said["outcome"]) == ("same", "broken")
    assert said["words"] == "4,871 and 4,817 state one item, but do not agree: different amounts."
    agreed = book.tie(one, book.at(3, "Net income")).json()
    assert (agreed["outcome"], agreed["words"]) == ("holds", "4,871 and 4,871 agree.")
    book.client.post(f"{book.path}/undo")
    assert [each["number"] for each in book.checks()] == [1]
    book.client.delete(f"{book.path}/own-checks/1")
    assert book.checks() == []
    book.client.post(f"{book.path}/undo")
    assert [each["number"] for each in book.checks()] == [1]


def test_two_items_settle_the_finding_between_them_here_and_in_the_next_draft(program: Program) -> None:
    book = Book(program, *TABLES)
    one, other = book.at(1, "Net income"), book.at(2, "Net income")
    book.tie(one, other, same=False, note="Another scope")
    finding = book.client.get(f"{book.path}/findings/1").json()
    assert (finding["verdict"], finding["reason"]) == ("different", "Another scope")
    book.client.post(f"{book.path}/undo")
    assert (book.checks(), book.client.get(f"{book.path}/findings/1").json()["verdict"]) == ([], "open")
    book.tie(one, other, same=False, note="Another scope")
    after = Book(program, INCOME, reworded(CASH, "Net income", "4,718"), SEGMENTS, document=1)
    (row,) = (each for each in after.desk.findings(after.draft) if each.label == "Net income")
    assert (row.verdict, row.reason, row.decided_by) == ("different", "Another scope", "program-reviewer")


def test_the_lines_of_a_finding_are_put_right_and_settle_it(program: Program) -> None:
    # The subtotal is taken for a part: the tool adds up too much.
    book = Book(program, *TABLES)
    assets = Book(program, ASSETS, COSTS)
    assert (
        assets.sum(
            assets.at(1, "Current assets"),
            assets.at(1, "Cash"),
            assets.at(1, "Receivables"),
            assets.at(1, "Allowance"),
            mends=7,
        ).status_code
        == 404
    )
    number = book.desk.findings(book.draft)[0].number
    made = book.sum(
        book.at(1, "Revenue"), book.at(1, "Cost of revenue"), book.at(1, "Interest expense"), mends=number
    ).json()
    assert made["outcome"] == "broken"
    assert book.desk.findings(book.draft)[0].verdict == "open"


def test_own_checks_of_others_are_seen_and_survive_a_restart(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "data").enter()
    book = Book(Program(desk), ASSETS, COSTS)
    book.assets()
    desk.state.database.close()
    again = Desk(tmp_path / "data").enter("bob")
    page = again.client.get(f"/drafts/{book.draft}/own").text
    assert "The lines come to 3,500." in page
    assert "program-reviewer" in page


def test_memory_finds_its_places_in_next_years_report(program: Program) -> None:
    book = Book(program, ASSETS, COSTS, name="acme-2024.htm")
    book.assets()
    book.tie(book.at(1, "Cash"), book.at(1, "Cash", "2023"), same=False, note="Two year ends")
    memory = book.client.get(f"{book.path}/export/memory")
    assert memory.status_code == 200
    told = json.loads(memory.content)
    assert told["entries"][0]["places"][0] == {
        "table": "Statement 1", "row": "Current assets", "column": "{year}", "sign": 1, "nth": 0, "alike": 1,
    }  # fmt: skip
    assert told["entries"][1]["places"][1]["column"] == "{year-1}"
    assert "3,500" not in memory.text

    later = page_of(
        (("Cash", "1,300", "1,200"), ("Receivables", "2,400", "2,345"), ("Allowance", "(50)", "(45)"),
         ("Current assets", "3,660", "3,500"))
    ).replace(b"2024", b"2025").replace(b"2023", b"2024")  # fmt: skip
    desk = program.desk
    desk.upload(later, name="acme-2025.htm")
    desk.work_off()
    files = [("files", ("acme.memory.json", memory.content, "application/json"))]
    brought = program.client.post(f"{API}/drafts/2/memory", files=files).json()
    assert brought == {"words": "2 own checks made from memory.", "missing": []}
    first, second = program.client.get(f"{API}/drafts/2/own-checks").json()
    assert (first["outcome"], first["words"]) == (
        "broken",
        "The lines come to 3,650, which is 10 less than the 3,660 stated.",
    )
    assert [each["text"] for each in second["statements"]] == ["1,300", "1,200"]
    assert second["note"].startswith("Two year ends (program-reviewer, ")
    again = program.client.post(f"{API}/drafts/2/memory", files=files).json()
    assert again["words"] == "0 own checks made from memory. 2 were there already."


def test_a_file_that_is_no_memory_is_refused_and_what_is_missing_is_told(program: Program) -> None:
    book = Book(program, ASSETS, COSTS)
    book.assets()
    memory = book.client.get(f"{book.path}/export/memory").content
    other = Book(program, COSTS, name="other.htm")

    def bring(content: bytes) -> Response:
        return other.client.post(
            f"{other.path}/memory", files=[("files", ("m.json", content, "application/json"))]
        )

    assert bring(memory).json() == {
        "words": "0 own checks made from memory.",
        "missing": ["Statement 1: Current assets, 2024"],
    }
    for content, words in (
        (b"{", "the file is no memory of a company"),
        (memory.replace(b'"memory": 1', b'"memory": 2'), "the memory is of another version (2)"),
        (memory.replace(b'"sign": 1', b'"sign": 3'), "entry 1 of the memory is no sum of lines"),
        (b" " * 2_000_001, "larger than 2 MB"),
    ):
        answer = bring(content)
        assert answer.status_code == 422
        assert words in answer.json()["detail"]
    assert other.client.post(f"{other.path}/memory").status_code == 422
    assert other.checks() == []


def test_findings_that_are_two_items_are_remembered(program: Program) -> None:
    book = Book(program, *TABLES)
    book.client.post(
        f"{book.path}/findings/1/decision", json={"verdict": "different", "reason": "two scopes"}
    )
    memory = book.client.get(f"{book.path}/export/memory")
    (entry,) = json.loads(memory.content)["entries"]
    assert (entry["kind"], entry["why"], len(entry["places"])) == ("apart", "two scopes", 2)
    fresh = Book(program, *TABLES, name="other.htm")
    files = [("files", ("acme.memory.json", memory.content, "application/json"))]
    program.client.post(f"{fresh.path}/memory", files=files)
    finding = program.client.get(f"{fresh.path}/findings/1").json()
    assert (finding["verdict"], "two scopes" in finding["reason"]) == ("different", True)


def test_a_baseline_is_brought_in_and_what_changed_is_told(program: Program) -> None:
    book = Book(program, *TABLES)
    for number in (1, 2):
        said = {"verdict": "expected", "reason": "another basis"}
        book.client.post(f"{book.path}/findings/{number}/decision", json=said)
    baseline = book.client.get(f"{book.path}/export/baseline").content
    other = Book(program, INCOME, reworded(CASH, "Net income", "4,718"), SEGMENTS, name="other.htm")
    files = [("files", ("baseline.json", baseline, "application/json"))]
    brought = program.client.post(f"{other.path}/memory", files=files).json()
    assert brought["words"] == "1 finding decided as in the baseline."
    assert brought["missing"] == ["Net income: 4,817 in Statement 2 is now 4,718"]
    verdicts = {row.label: row.verdict for row in other.desk.findings(other.draft)}
    assert verdicts == {"Net income": "open", "Revenue": "expected"}


def test_the_marked_copy_the_workbook_and_the_record_have_own_checks(program: Program) -> None:
    book = Book(program, ASSETS, COSTS)
    book.assets()
    copy = book.client.get(f"{book.path}/export/marked").text
    assert f'#m{book.at(1, "Cash")}:not(:focus)::before{{content:"✓1 "' in copy
    assert "Current assets: The lines come to 3,500. (program-reviewer)" in copy
    record = book.client.get(f"{book.path}/export/json").json()
    assert [each["words"] for each in record["own_checks"]] == ["The lines come to 3,500."]
    sheet = load_workbook(BytesIO(book.client.get(f"{book.path}/export/workbook").content))["Own checks"]
    (row,) = list(sheet.iter_rows(min_row=2, values_only=True))
    assert row[:5] == (1, "Sum", "holds", "Current assets", "The lines come to 3,500.")
    assert str(row[5]).splitlines()[3] == "+ (45) · Statement 1 (1), Allowance, 2024"


def test_who_may_only_look_makes_no_own_check(desk: Desk) -> None:
    draft = desk.checked(ASSETS, COSTS)
    viewer = Program(desk, AccountRole.VIEWER)
    said = {"total": 0, "lines": [{"mention": 2}, {"mention": 4}]}
    assert viewer.client.post(f"{API}/drafts/{draft}/own-sums", json=said).status_code == 403
    assert viewer.client.get(f"{API}/drafts/{draft}/own-checks").status_code == 200
