import pytest

from cofitcheck.document import Document
from tests.readers.html_pages import YEARS, read_page, table

SALES = table(YEARS, ("Sales", "1,100", "1,200"), ("Net income", "210", "190"))
INCOME, BALANCE = "CONDENSED STATEMENTS OF INCOME", "CONDENSED BALANCE SHEETS"
UNIT = "<p>(in millions)</p>"


def bold(*lines: str) -> str:
    return "".join(f"<p><b>{line}</b></p>" for line in lines)


def statements(name: str, *titles: str) -> str:
    return "".join(bold(name, title) + UNIT + SALES for title in titles or (INCOME, BALANCE))


BOTH = statements("HARBOR INC.") + statements("HARBOR WEST INC.")
NOTES = bold("NOTES TO FINANCIAL STATEMENTS", "1. LEASES")
PROSE = "<p>Both companies lease offices and vehicles under terms of up to nine years.</p>"


def registrants(document: Document) -> list[str]:
    return [table.registrant for table in document.tables]


def in_notes(*body: str) -> list[str]:
    """Return the registrants of the tables after the statements of both companies."""
    return registrants(read_page(BOTH, NOTES, *body))[4:]


def test_each_statement_is_of_the_company_named_above_it() -> None:
    document = read_page(BOTH)
    assert registrants(document) == ["HARBOR INC.", "HARBOR INC.", "HARBOR WEST INC.", "HARBOR WEST INC."]


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("Elm Realty Trust", "Elm Realty, L.P.", ("Elm Realty Trust", "Elm Realty, L.P.")),
        ("ELM POWER CO AND SUBSIDIARIES", "ELM GAS LLC", ("ELM POWER CO", "ELM GAS LLC")),
        ("Elmwood and its subsidiaries", "Elm Gas Company", ("Elmwood", "Elm Gas Company")),
        ("Elm & Sons Company of Ohio, Inc.", "Elm plc", ("Elm & Sons Company of Ohio, Inc.", "Elm plc")),
    ],
)
def test_names_of_many_forms_are_known(first: str, second: str, names: tuple[str, str]) -> None:
    found = registrants(read_page(statements(first), statements(second)))
    assert found == [names[0], names[0], names[1], names[1]]


def test_a_name_and_a_title_may_share_a_line() -> None:
    lines = [f"{name} {title}" for name in ("Harbor Inc.", "Harbor West Inc.") for title in (INCOME, BALANCE)]
    document = read_page(*(bold(line) + SALES for line in lines))
    assert registrants(document) == ["Harbor Inc."] * 2 + ["Harbor West Inc."] * 2


def test_names_in_plain_letters_are_known() -> None:
    plain = [
        f"<p>{name}</p>" + bold(title) for name in ("Elm Inc.", "Oak Inc.") for title in (INCOME, BALANCE)
    ]
    assert registrants(read_page(*(above + SALES for above in plain))) == ["Elm Inc."] * 2 + ["Oak Inc."] * 2


def test_one_company_goes_unnamed_however_its_name_is_written() -> None:
    one = statements("The Harbor Company"), statements("HARBOR CO"), statements("Harbor Co. and Subsidiaries")
    assert registrants(read_page(*one)) == [""] * 6
    parent = statements("Harbor Co. (Parent Company Only)")
    assert registrants(read_page(statements("HARBOR CO"), parent)) == [""] * 4
    index = statements("Report of Harbor Co")
    assert registrants(read_page(statements("HARBOR CO"), index)) == [""] * 4


def test_a_name_over_a_single_statement_or_over_other_tables_is_no_registrant() -> None:
    assert set(registrants(read_page(statements("HARBOR INC."), statements("QUAY INC.", INCOME)))) == {""}
    plans = statements("QUAY INC.", "Shares by year", "Options by year")
    assert set(registrants(read_page(statements("HARBOR INC."), plans))) == {""}
    signed = statements("HARBOR INC."), statements("Stone &amp; Reed LLP")
    assert set(registrants(read_page(*signed))) == {""}


@pytest.mark.parametrize(
    "heading",
    ["<p>Harbor West</p>", bold("Harbor West:"), bold("HARBOR WEST INC."), bold("Harbor West (Continued)")],
)
def test_a_short_name_in_the_notes_is_enough(heading: str) -> None:
    assert in_notes(heading, PROSE, SALES) == ["HARBOR WEST INC."]


def test_an_article_is_no_part_of_a_name() -> None:
    both = statements("The Quay Company"), statements("Tern Inc."), NOTES
    assert registrants(read_page(*both, bold("Quay Company"), SALES))[4:] == ["The Quay Company"]


def test_a_name_holds_until_a_heading_that_names_none() -> None:
    own = bold("Harbor West") + PROSE
    assert in_notes(own, SALES, PROSE, SALES) == ["HARBOR WEST INC."] * 2
    assert in_notes(own, SALES, bold("Vehicles"), SALES) == ["HARBOR WEST INC.", ""]
    assert in_notes(own, "<p>Vehicles</p>", PROSE, SALES) == [""]
    assert in_notes(own, SALES, "<p>Harbor</p>", SALES) == ["HARBOR WEST INC.", "HARBOR INC."]


def test_a_name_holds_under_its_own_headings() -> None:
    assert in_notes(bold("Harbor West", "Vehicles"), PROSE, SALES) == ["HARBOR WEST INC."]
    assert in_notes(bold("Harbor West", "2. TAXES"), PROSE, SALES) == [""]


def test_a_statement_goes_on_over_the_page() -> None:
    page = "<p>7</p><p>Table of Contents</p>"
    going_on = statements("HARBOR INC."), statements("HARBOR WEST INC."), page
    for heading in (bold(BALANCE + " (Continued)"), "<p>(In millions)</p>", "<p>December 31, 2023</p>"):
        assert registrants(read_page(*going_on, heading, SALES))[4:] == ["HARBOR WEST INC."]
    assert registrants(read_page(*going_on, bold("Dividends"), SALES))[4:] == [""]


def test_a_heading_for_several_companies_names_none() -> None:
    assert in_notes(bold("Harbor and Harbor West"), SALES) == [""]
    assert in_notes(bold("Harbor", "Harbor West"), SALES) == [""]
    assert in_notes(bold("HARBOR INC. AND HARBOR WEST INC."), SALES) == [""]


def test_statements_of_several_companies_together_make_no_registrant() -> None:
    joint = statements("HARBOR INC. AND QUAY LLC")
    assert set(registrants(read_page(joint, statements("TERN INC.")))) == {""}
    under_both = bold("HARBOR INC.", "QUAY LLC", INCOME) + SALES
    assert set(registrants(read_page(under_both, under_both, NOTES, bold("Quay"), SALES))) == {""}


def test_a_short_form_that_fits_two_names_is_no_name() -> None:
    both = statements("Elm Realty Trust"), statements("Elm Realty, L.P."), NOTES
    assert registrants(read_page(*both, bold("Elm Realty"), SALES))[4:] == [""]
    assert registrants(read_page(*both, bold("Elm Realty, L.P."), SALES))[4:] == ["Elm Realty, L.P."]


def test_a_table_that_names_another_company_inside_may_be_of_both() -> None:
    columns = table(("", "Harbor", "Harbor West"), ("Rent", "31", "12"))
    rows = table(YEARS, ("Harbor West", "12", "14"), ("Others", "31", "35"))
    assert in_notes(bold("Harbor"), columns, bold("Harbor"), rows) == ["", ""]
    own = table(YEARS, ("Harbor", "12", "14"), ("Others", "31", "35"))
    assert in_notes(bold("Harbor"), own) == ["HARBOR INC."]


def test_a_name_over_the_row_labels_is_enough() -> None:
    corner = table(("", "2023", "2022"), ("Harbor West", "", ""), ("Rent", "12", "14"))
    assert in_notes(table(("Harbor West", "2023", "2022"), ("Rent", "12", "14"))) == ["HARBOR WEST INC."]
    assert in_notes(bold("Harbor"), corner) == [""]


@pytest.mark.parametrize(
    ("lines", "title", "name"),
    [
        (bold(BALANCE, "HARBOR INC.") + UNIT, "HARBOR INC.", BALANCE),
        (bold(BALANCE, "March 31, 2024", "(in millions)", "Harbor Inc."), "Harbor Inc.", BALANCE),
        (bold("Note 8. Guarantor", f"{BALANCE} (in millions)", "Harbor Inc."),
         "Note 8. Guarantor — Harbor Inc.", f"Note 8. Guarantor — {BALANCE}"),
        (bold("合并资产负债表", "港湾股份有限公司"), "港湾股份有限公司", "合并资产负债表"),
        (bold("合并资产负债表", "全资子公司"), "全资子公司", ""),
        (bold("合并资产负债表", "重要的联营企业及合营公司"), "重要的联营企业及合营公司", ""),
        (bold("合并资产负债表", "长江控股集团公司"), "长江控股集团公司", "合并资产负债表"),
        (bold("HARBOR INC.", BALANCE), BALANCE, ""),
        (bold("2023 ACQUISITIONS", "Elm Inc."), "Elm Inc.", ""),
        (bold(BALANCE) + PROSE + bold("Elm Inc."), "Elm Inc.", ""),
    ],
)  # fmt: skip
def test_a_statement_is_called_by_its_title_and_not_by_its_company(lines: str, title: str, name: str) -> None:
    (read,) = read_page(lines, SALES).tables
    assert (read.title, read.name) == (title, name)


def test_the_rest_of_a_statement_is_called_like_it() -> None:
    first, second = read_page(bold(BALANCE, "HARBOR INC."), SALES, "<p>(continued)</p>", SALES).tables
    assert first.name == second.name == BALANCE
    (*_, note) = read_page(bold(BALANCE, "HARBOR INC."), SALES, bold("Leases"), SALES).tables
    assert (note.title, note.name) == ("Leases", "")
