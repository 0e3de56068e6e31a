"""What somebody tries first: a document of a few rows with one error, and the same without the error."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from tests.checker.small_documents import Printed, digits, found, found_in, printed

ENDINGS = ("html", "txt", "docx", "xlsx")
"""The formats that the documents take turns in, besides Markdown."""


@dataclass(frozen=True)
class Small:
    """A small document, and the number in it that is made wrong, as it stands there."""

    name: str
    tables: tuple[Printed, ...]
    right: str
    wrong: str

    def with_error(self) -> tuple[Printed, ...]:
        """Return the tables with the wrong number in the place of the right one: the last that they have."""
        cells = [
            (at, row, column)
            for at, each in enumerate(self.tables)
            for row, line in enumerate(each.rows)
            for column, text in enumerate(line)
            if text == self.right
        ]
        at, row, column = cells[-1]
        rows = self.tables[at].rows
        line = (*rows[row][:column], self.wrong, *rows[row][column + 1 :])
        changed = replace(self.tables[at], rows=(*rows[:row], line, *rows[row + 1 :]))
        return (*self.tables[:at], changed, *self.tables[at + 1 :])


def table(title: str, unit: str, *lines: str) -> tuple[Printed, ...]:
    return (printed(title, unit, *lines),)


SHEET = table(
    "Balance sheet", "(in thousands of euros)", "; 31 December 2025",
    "Cash; 1,412", "Trade receivables; 3,807", "Inventories; 2,268", "Total current assets; 7,487",
    "Property and equipment; 9,136", "Goodwill; 1,950", "Total non-current assets; 11,086",
    "Total assets; 18,573",
    "Trade payables; 2,944", "Borrowings; 6,105", "Total liabilities; 9,049",
    "Share capital; 2,500", "Retained earnings; 7,024", "Total equity; 9,524",
    "Total liabilities and equity; 18,573",
)  # fmt: skip
SHEETS = table(
    "Balance sheets", "(in thousands of dollars)", "; December 31, 2025; December 31, 2024",
    "Cash; 1,412; 1,188", "Trade receivables; 3,807; 3,655", "Total current assets; 5,219; 4,843",
    "Equipment; 9,136; 8,874", "Total assets; 14,355; 13,717",
    "Trade payables; 2,944; 2,816", "Borrowings; 4,105; 4,377", "Total liabilities; 7,049; 7,193",
    "Common stock; 2,500; 2,500", "Retained earnings; 4,806; 4,024", "Total equity; 7,306; 6,524",
    "Total liabilities and equity; 14,355; 13,717",
)  # fmt: skip
INCOME = table(
    "Statement of income", "(in thousands)", "; 2025",
    "Revenue; 28,410", "Cost of sales; 17,265", "Gross profit; 11,145",
    "Selling expenses; 3,318", "Administrative expenses; 2,907", "Total operating expenses; 6,225",
    "Operating income; 4,920", "Total other income; 214", "Income before income taxes; 5,134",
    "Income tax expense; 1,246", "Net income; 3,888",
)  # fmt: skip
INCOMES = table(
    "Statements of income", "(in thousands)", "; 2025; 2024",
    "Revenue; 28,410; 26,133", "Cost of sales; (17,265); (16,048)", "Gross profit; 11,145; 10,085",
    "Operating expenses; (6,225); (5,871)", "Operating income; 4,920; 4,214",
    "Interest expense; (386); (402)", "Income before income taxes; 4,534; 3,812",
    "Income tax expense; (1,088); (915)", "Net income; 3,446; 2,897",
)  # fmt: skip
FLOWS = table(
    "Statement of cash flows", "(in thousands)", "; 2025",
    "Net income; 3,888", "Depreciation; 1,472", "Change in receivables; (655)",
    "Net cash provided by operating activities; 4,705", "Purchases of equipment; (2,313)",
    "Net cash used in investing activities; (2,313)", "Dividends paid; (1,250)",
    "Repayment of borrowings; (918)", "Net cash used in financing activities; (2,168)",
    "Net increase in cash; 224", "Cash at beginning of year; 1,188", "Cash at end of year; 1,412",
)  # fmt: skip
TRANSLATED = table(
    "Statements of cash flows", "(in millions)", "; 2025; 2024",
    "Net cash provided by operating activities; 684; 636",
    "Net cash used in investing activities; (211); (190)",
    "Net cash used in financing activities; (398); (402)", "Effect of exchange rates on cash; (14); 7",
    "Net increase in cash and cash equivalents; 61; 51",
    "Cash and cash equivalents at beginning of year; 396; 345",
    "Cash and cash equivalents at end of year; 457; 396",
)  # fmt: skip
NOTE = table(
    "Note 4 Trade receivables", "(in thousands of dollars)", "; December 31, 2025; December 31, 2024",
    "Domestic; 2,361; 2,208", "Foreign; 1,446; 1,447", "Trade receivables; 3,807; 3,655",
)  # fmt: skip
COMPREHENSIVE = table(
    "Statement of comprehensive income", "(in thousands)", "; 2025",
    "Net income; 3,888", "Translation differences; (212)", "Gains on hedges; 95",
    "Other comprehensive income; (117)", "Comprehensive income; 3,771",
)  # fmt: skip
EARNED = table(
    "Retained earnings", "(in thousands)", "; 2025; 2024",
    "Balance at beginning of year; 4,024; 3,377", "Net income; 2,032; 1,897", "Dividends; (1,250); (1,250)",
    "Balance at end of year; 4,806; 4,024",
)  # fmt: skip
SEGMENTS = table(
    "Revenue by segment", "(in millions)", "; 2025; 2024; 2023",
    "Pumps; 1,204; 1,177; 1,093", "Valves; 866; 812; 790", "Service; 431; 398; 377",
    "Total; 2,501; 2,387; 2,260",
)  # fmt: skip
COUNTRIES = table(
    "Sales by country", "(in millions)", "; North; South; Total",
    "2025; 1,204; 866; 2,070", "2024; 1,177; 812; 1,989", "2023; 1,093; 790; 1,883",
)  # fmt: skip
CHINESE = table(
    "资产负债表", "单位：万元", "; 2025年12月31日",
    "货币资金; 1,412", "应收账款; 3,807", "流动资产合计; 5,219", "固定资产; 9,136", "非流动资产合计; 9,136",
    "资产总计; 14,355", "负债合计; 7,049", "所有者权益合计; 7,306", "负债和所有者权益总计; 14,355",
)  # fmt: skip
TAIWANESE = table(
    "合併損益表", "單位：新台幣千元", "; 2025年度; 2024年度",
    "營業收入; 28,410; 26,133", "營業成本; 17,265; 16,048", "營業毛利; 11,145; 10,085",
    "營業費用合計; 6,225; 5,871", "營業利益; 4,920; 4,214", "稅前淨利; 4,920; 4,214",
    "所得稅費用; 1,088; 915", "本期淨利; 3,832; 3,299",
)  # fmt: skip
JAPANESE = table(
    "連結キャッシュ・フロー計算書", "（単位：百万円）", "; 2025年3月期",
    "営業活動によるキャッシュ・フロー; 4,705", "投資活動によるキャッシュ・フロー; △2,313",
    "財務活動によるキャッシュ・フロー; △2,168", "現金及び現金同等物の増減額; 224",
    "現金及び現金同等物の期首残高; 1,188", "現金及び現金同等物の期末残高; 1,412",
)  # fmt: skip
GERMAN = table(
    "Gewinn- und Verlustrechnung", "(in TEUR)", "; 2025",
    "Umsatzerlöse; 28.410", "Umsatzkosten; 17.265", "Bruttoergebnis vom Umsatz; 11.145",
    "Vertriebskosten; 3.318", "Verwaltungskosten; 2.907", "Betriebsergebnis; 4.920",
    "Ergebnis vor Steuern; 4.920", "Steuern vom Einkommen und vom Ertrag; 1.246", "Jahresüberschuss; 3.674",
)  # fmt: skip
FRENCH = table(
    "Bilan", "(en milliers d'euros)", "; 31/12/2025",
    "Total actifs courants; 5 219", "Total actifs non courants; 9 136", "Total actif; 14 355",
    "Total des dettes; 7 049", "Total capitaux propres; 7 306", "Total passif et capitaux propres; 14 355",
)  # fmt: skip

CLOSED = table(
    "Balance sheet", "£000", "; 31 March 2025",
    "Fixed assets; 41,200", "Debtors; 18,450", "Cash at bank and in hand; 7,330", "Current assets; 25,780",
    "Creditors: amounts falling due within one year; (14,610)", "Net current assets; 11,170",
    "Total assets less current liabilities; 52,370",
    "Creditors: amounts falling due after more than one year; (9,400)", "Net assets; 42,970",
    "Called up share capital; 1,000", "Profit and loss account; 41,970", "Shareholders' funds; 42,970",
)  # fmt: skip
UNDATED = table(
    "", "", "Line; Amount",
    "Net sales; 84,310", "Direct costs; 51,205", "Gross margin; 33,105", "Operating expenses; 21,440",
    "EBIT; 11,665", "Interest; 1,230", "EBT; 10,435", "Taxes; 2,191", "Net profit; 8,244",
)  # fmt: skip
CASH_FIRST = table(
    "Cash flow statement", "", "; 2025",
    "Cash at 1 January 2025; 18,420", "Cash flow from operations; 26,315",
    "Cash flow from investments; (14,230)", "Cash flow from financing; (9,870)", "Change in cash; 2,215",
    "Cash at 31 December 2025; 20,635",
)  # fmt: skip
GIVEN = table(
    "Statement of financial position", "", "; 2025",
    "Cash; 812,340", "Contributions receivable; 145,000", "Total assets; 957,340",
    "Total liabilities; 183,110", "Total net assets; 774,230", "Total liabilities and net assets; 957,340",
)  # fmt: skip
POINTS = table(
    "Gewinn- und Verlustrechnung", "in TEUR", "; 2025",
    "Umsatzerlöse; 48.310", "Herstellungskosten; -29.140", "Bruttoergebnis vom Umsatz; 19.170",
    "Vertriebskosten; -6.210", "Verwaltungskosten; -4.105", "Betriebsergebnis; 8.855", "Finanzergebnis; -415",
    "Ergebnis vor Steuern; 8.440", "Ertragsteuern; -2.532", "Jahresüberschuss; 5.908",
)  # fmt: skip
DEPOSITS = table(
    "貸借対照表", "（単位：百万円）", "; 2025年3月期",
    "流動資産; 52,310", "固定資産; 41,285", "資産合計; 93,595", "流動負債; 24,120", "固定負債; 18,455",
    "負債合計; 42,575", "純資産合計; 51,020", "負債純資産合計; 93,595",
)  # fmt: skip

EVERY = (
    Small("net current assets", CLOSED, "11,170", "11,710"),
    Small("all assets less current debts", CLOSED, "52,370", "53,270"),
    Small("equity of net assets", CLOSED, "42,970", "42,790"),
    Small("operating income without a date", UNDATED, "11,665", "11,565"),
    Small("net profit without a date", UNDATED, "8,244", "8,424"),
    Small("cash of operations below the cash before", CASH_FIRST, "26,315", "26,351"),
    Small("cash at the last day", CASH_FIRST, "20,635", "20,365"),
    Small("net assets of what was given", GIVEN, "774,230", "747,230"),
    Small("points before three digits", POINTS, "8.855", "8.585"),
    Small("Japanese equity, totals without their word", DEPOSITS, "51,020", "50,120"),
    Small("total assets", SHEET, "18,573", "18,753"),
    Small("current assets, one column", SHEET, "7,487", "7,847"),
    Small("other assets, one column", SHEET, "11,086", "11,806"),
    Small("liabilities, one column", SHEET, "9,049", "9,094"),
    Small("equity, one column", SHEET, "9,524", "9,254"),
    Small("a part, two columns", SHEETS, "3,655", "3,665"),
    Small("total assets, two columns", SHEETS, "13,717", "13,171"),
    Small("equity of one year", SHEETS, "7,306", "7,360"),
    Small("gross profit, one column", INCOME, "11,145", "11,415"),
    Small("operating income, one column", INCOME, "4,920", "4,290"),
    Small("income before tax, one column", INCOME, "5,134", "5,431"),
    Small("net income, one column", INCOME, "3,888", "3,988"),
    Small("expenses, one column", INCOME, "6,225", "6,522"),
    Small("gross profit of one year", INCOMES, "10,085", "10,805"),
    Small("net income of one year", INCOMES, "2,897", "2,987"),
    Small("cash of operations, one column", FLOWS, "4,705", "4,750"),
    Small("change in cash, one column", FLOWS, "224", "242"),
    Small("cash at the end, one column", FLOWS, "1,412", "1,421"),
    Small("change in cash with an effect of currencies", TRANSLATED, "61", "16"),
    Small("cash at the end of the year before", TRANSLATED, "396", "369"),
    Small("net income of two statements", INCOME + FLOWS, "3,888", "3,788"),
    Small("cash of two statements", FLOWS + SHEETS, "1,412", "1,214"),
    Small("a line and its note", SHEETS + NOTE, "3,807", "3,870"),
    Small("comprehensive income", INCOME + COMPREHENSIVE, "3,771", "3,717"),
    Small("retained earnings", EARNED, "4,806", "4,860"),
    Small("total of segments", SEGMENTS, "2,387", "2,378"),
    Small("total across", COUNTRIES, "1,989", "1,899"),
    Small("Chinese balance sheet", CHINESE, "14,355", "14,535"),
    Small("Taiwanese operating profit", TAIWANESE, "4,920", "4,290"),
    Small("Japanese cash flows", JAPANESE, "1,412", "1,421"),
    Small("German net income", GERMAN, "3.674", "3.764"),
    Small("French balance sheet", FRENCH, "14 355", "14 535"),
)


ENDED = [(small, ending) for at, small in enumerate(EVERY) for ending in ("md", ENDINGS[at % len(ENDINGS)])]
NAMES = [f"{small.name}, {ending}" for small, ending in ENDED]


@pytest.mark.parametrize(("small", "ending"), ENDED, ids=NAMES)
def test_a_small_document_without_an_error_is_silent(small: Small, ending: str) -> None:
    assert found(small.tables, ending) == []


@pytest.mark.parametrize(("small", "ending"), ENDED, ids=NAMES)
def test_the_error_of_a_small_document_is_found(small: Small, ending: str) -> None:
    findings = found(small.with_error(), ending)
    assert any(digits(small.wrong) in numbers.split() for numbers in findings)


PAIRS = """# Income statement

- **Revenue**: 383,285
- **Cost of revenue**: 214,137
- **Gross profit**: 169,148
- **Operating expenses**: 54,847
- **Operating income**: 114,301
"""


def test_a_list_of_labels_and_amounts_is_a_table() -> None:
    assert found_in(PAIRS.encode(), "md") == []
    wrong = found_in(PAIRS.replace("169,148", "168,148").encode(), "md")
    assert any("168148" in numbers.split() for numbers in wrong)
