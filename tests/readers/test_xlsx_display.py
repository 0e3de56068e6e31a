"""What a cell of a workbook shows: number formats, and the rounding of what is stored."""

import datetime

import pytest

from cofitcheck.readers.xlsx.display import Stored, plain, show
from tests.readers.office_files import ACCOUNTING

DOLLARS = '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)'
DAY = datetime.datetime(2024, 12, 31)


@pytest.mark.parametrize(
    ("stored", "code", "shown"),
    [
        (1234567.5, "#,##0", "1,234,568"),
        (1234567.5, "#,##0,", "1,235"),
        (1234567890.5, '#,##0.0,,"m"', "1,234.6m"),
        (-1234.5, ACCOUNTING, "(1,235)"),
        (1234.4, ACCOUNTING, "1,234"),
        (0, ACCOUNTING, "-"),
        (-1234, DOLLARS, "$(1,234.00)"),
        (0, "#,##0;(#,##0);—", "—"),
        (0, "#,##0;(#,##0);", ""),
        (7, ";;;", ""),
        (0.125, "0.0%", "12.5%"),
        (-0.125, "0.0%;(0.0%)", "(12.5%)"),
        (1.005, "0.00", "1.01"),
        (0.1 + 0.2, "0.0000000000000000", "0.3000000000000000"),
        (-0.3, "0", "0"),
        (-0.3, "#,##0;(#,##0)", "(0)"),
        (1234, "General", "1234"),
        (1234.5, "General", "1234.5"),
        (1 / 3, "General", "0.3333333333"),
        (1e15, "General", "1000000000000000"),
        (1234, "#,##0.##", "1,234"),
        (1234.56, "#,##0.0#", "1,234.56"),
        (0.5, ".00", ".50"),
        (12.5, ".00", "12.50"),
        (12, "0000", "0012"),
        (5551234, "000-0000", "555-1234"),
        (1234.5, "#,##0.00 [$€-407]", "1,234.50 €"),
        (1234567, "[$RMB] #,##0", "RMB 1,234,567"),
        (-5, "[Red]#,##0", "-5"),
        (1500, '[>=1000]#,##0,"k";0', "2k"),
        (500, '[>=1000]#,##0,"k";0', "500"),
        (2.5, "0.0x", "2.5x"),
        (2024, '"FY"0', "FY2024"),
        (12345678, "0.00E+00", "1.23E+7"),
        (0.25, "# ?/?", "0.25"),
        (True, "General", "TRUE"),
        ("Sales", "#,##0;(#,##0);0;@", "Sales"),
        ("Sales", '#,##0;(#,##0);0;"in "@', "in Sales"),
        (float("inf"), "0", "Infinity"),
        (DAY, "mm-dd-yy", "2024-12-31"),
        (DAY, "d mmm yyyy", "31 Dec 2024"),
        (DAY, "[$-409]mmmm d, yyyy;@", "December 31, 2024"),
        (DAY, "yyyy", "2024"),
        (DAY.replace(hour=14, minute=5), "yyyy-mm-dd hh:mm:ss", "2024-12-31 14:05:00"),
        (DAY.date(), "General", "2024-12-31"),
        (datetime.time(9, 30), "h:mm", "09:30"),
        (datetime.timedelta(hours=30), "[h]:mm", "1 day, 6:00:00"),
    ],
)
def test_shows_what_excel_shows(stored: Stored, code: str, shown: str) -> None:
    assert show(stored, code) == shown


@pytest.mark.parametrize(
    ("stored", "code", "shown"),
    [
        (1234567.5, "#,##0.00", "1.234.567,50"),
        (-1234.5, ACCOUNTING, "(1.235)"),
        (1234.5, "General", "1234,5"),
        (0.125, "0.0%", "12,5%"),
    ],
)
def test_writes_a_decimal_comma_where_the_document_does(stored: Stored, code: str, shown: str) -> None:
    assert show(stored, code, decimal_comma=True) == shown


@pytest.mark.parametrize("code", ["", ";", '"', "\\", "[", "_", "0.0.0", "%%%", ",,,", "#" * 500, "@@", "E+"])
@pytest.mark.parametrize("stored", [0, -1.5, 10**12, "text", True, DAY])
def test_never_raises(stored: Stored, code: str) -> None:
    assert isinstance(show(stored, code), str)


def test_a_stored_number_is_kept_in_full() -> None:
    assert plain(1234567.89) == "1234567.89"
    assert plain(0.1 + 0.2) == "0.3"
    assert plain(1e20) == "100000000000000000000"
