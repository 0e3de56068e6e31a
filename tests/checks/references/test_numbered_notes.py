"""Notes by the ways in which British, Chinese, Taiwanese and Japanese reports number them."""

from __future__ import annotations

import pytest

from cofitcheck.checks.references.found import references
from cofitcheck.checks.references.notes import Notes
from cofitcheck.checks.references.subjects import misreferences
from cofitcheck.document import Document
from tests.readers.html_pages import read_page, table

BRITISH = (
    "General information",
    "Accounting policies",
    "Turnover",
    "Stocks",
    "Debtors",
    "Creditors",
    "Reserves",
)


def wrong(document: Document) -> list[tuple[str, str]]:
    notes = Notes(document)
    found = misreferences(notes, list(references(document, notes.chapter)))
    return [(each.stated.name, each.meant.name) for each in found]


def balance(**noted: str) -> str:
    numbers = {"Turnover": "3", "Stocks": "4", "Debtors": "5", "Creditors": "6"} | noted
    rows = [(name, note, f"{at},204", f"{at},113") for at, (name, note) in enumerate(numbers.items(), 1)]
    return table(("", "Note", "2031", "2030"), *rows, ("Profit", "", "9,597", "9,453"))


def british(ties: str = "") -> str:
    pages = (
        f"<p>{at}.</p><p>{title}</p><p>It is what we say of it.</p>{ties if title == 'Reserves' else ''}"
        for at, title in enumerate(BRITISH, 1)
    )
    return "".join(pages)


@pytest.mark.parametrize(
    ("noted", "found"), [({}, []), ({"Stocks": "5"}, [("Note 5", "Note 4")]), ({"Debtors": "9"}, [])]
)
def test_a_number_may_stand_before_the_title_of_a_note(
    noted: dict[str, str], found: list[tuple[str, str]]
) -> None:
    assert wrong(read_page(balance(**noted), british())) == found


@pytest.mark.parametrize(("note", "found"), [("7", []), ("6", [("Note 6", "Note 7")])])
def test_the_note_with_the_numbers_of_a_line_is_its_note(note: str, found: list[tuple[str, str]]) -> None:
    ties = table(("", "2031", "2030"), ("Opening", "1,100", "1,113"), ("Closing", "5,204", "5,113"))
    lines = {"Income kept": note}
    assert wrong(read_page(balance(**lines), british(ties))) == found


def test_policies_are_about_every_line_whatever_note_has_its_numbers() -> None:
    ties = table(("", "2031", "2030"), ("Opening", "1,100", "1,113"), ("Closing", "5,204", "5,113"))
    page = british(ties).replace("Creditors", "Summary of significant accounting policies")
    assert wrong(read_page(balance(**{"Creditors": "", "Income kept": "6"}), page)) == []


TITLES = ("貨幣資金", "應收帳款", "存貨", "固定資產", "無形資產", "應付帳款")


def statement(*noted: str, head: str = "附註") -> str:
    rows = [
        (name, note, f"{at},204", f"{at},113")
        for at, (name, note) in enumerate(zip(TITLES, noted, strict=False), 1)
    ]
    return table(("項目", head, "113年", "112年"), *rows)


def chaptered() -> str:
    items = "".join(
        f"<p>({sign}){title}</p><p>說明如下。</p>" for sign, title in zip("一二三四五六", TITLES, strict=True)
    )
    return (
        f"<p>五、重大判斷</p><p>無。</p><p>六、重要會計項目之說明</p>{items}<p>七、關係人交易</p><p>無。</p>"
    )


@pytest.mark.parametrize(
    ("noted", "found"),
    [
        (("六(一)", "六(二)", "六(三)", "六(四)"), []),
        (("六(一)", "六(二)", "六(四)", "六(四)"), [("六(4)", "六(3)")]),
        (("六(一)", "六(二)", "六(四)及七", "六(四)"), []),
    ],
)
def test_items_of_a_chapter_are_notes(noted: tuple[str, ...], found: list[tuple[str, str]]) -> None:
    assert wrong(read_page(statement(*noted), chaptered())) == found


@pytest.mark.parametrize(
    ("words", "found"), [("存貨請詳附註六(三)。", []), ("存貨請詳附註六(二)。", [("六(2)", "六(3)")])]
)
def test_a_clause_leads_to_a_note(words: str, found: list[tuple[str, str]]) -> None:
    assert wrong(read_page(f"<p>{words}</p>", chaptered(), statement("六(一)"))) == found


def test_chapters_themselves_are_notes() -> None:
    titles = ("公司沿革", "重大會計政策", *TITLES)
    notes = "".join(
        f"<p>{sign}、{title}</p><p>說明如下。</p>"
        for sign, title in zip("一二三四五六七八", titles, strict=True)
    )
    assert wrong(read_page(statement("三", "四", "五"), notes)) == []
    assert wrong(read_page(statement("三", "四", "六"), notes)) == [("Note 6", "Note 5")]


def test_japanese_notes_have_digits() -> None:
    titles = ("企業情報", "会計方針", "営業債権", "棚卸資産", "借入金")
    notes = "".join(f"<h3>{at}．{title}</h3><p>次のとおりです。</p>" for at, title in enumerate(titles, 1))
    rows = (("営業債権", "{}", "1,204", "1,113"), ("借入金", "5", "3,310", "2,984"))
    for number, found in (("3", []), ("4", [("Note 4", "Note 3")])):
        sheet = table(
            ("", "注記", "当期", "前期"), *(tuple(cell.format(number) for cell in row) for row in rows)
        )
        assert wrong(read_page(sheet, notes)) == found
