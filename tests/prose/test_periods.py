"""When a number is of: the dates of its sentence, dealt out where several are listed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cofitcheck.document import Passage, Place
from cofitcheck.prose import read_prose
from tests.checks.checks_documents import document
from tests.prose.prose_documents import mentions_of, read_texts, when

Y = 2031


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("In 2031, sales were $5 million.", [(2031, 0, 0)]),
        (
            "As of December 31, 2031, debt was EUR 5.2 million (2030: EUR 4.1 million).",
            [(2031, 12, -1), (2030, 0, 0)],
        ),
        (
            "In 2031, sales were EUR 5 million (2030: sales of EUR 4 million and costs of EUR 3 million, "
            "2029: sales of EUR 2 million).",
            [(2031, 0, 0), (2030, 0, 0), (2030, 0, 0), (2029, 0, 0)],
        ),
        ("Sales were $5 million in fiscal 2030.", [(2030, 0, 12)]),
        (
            "From March 11, 2030 (inception) through December 31, 2030 cash used was $5 million.",
            [(2030, 12, 0)],
        ),
        ("Sales were $5 million for the three months ended March 31, 2031.", [(2031, 3, 3)]),
        ("As of December 31, 2031, debt was $5 million.", [(2031, 12, -1)]),
        ("Sales were $5 million in 2031 and $4 million in 2030.", [(2031, 0, 0), (2030, 0, 0)]),
        ("Sales were $1.2 billion and $1.1 billion in 2031 and 2030.", [(2031, 0, 0), (2030, 0, 0)]),
        (
            "As of December 31, 2031 and 2030, the allowance was $10.2 and $9.8 million, respectively.",
            [(2031, 12, -1), (2030, 12, -1)],
        ),
        (
            "At December 31, 2031 and 2030 debt was $57 million and $52 million, of which $5 million is due.",
            [(2031, 12, -1), (2030, 12, -1), (0, 0, 0)],
        ),
        (
            "Interest for the years ended December 31, 2031, 2030 and 2029 was $3, $2 and $1 million.",
            [(2031, 12, 12), (2030, 12, 12), (2029, 12, 12)],
        ),
        (
            "Sales were $5 and $4 million, or 3% and 2% of the total, in 2031 and 2030, respectively.",
            [(2031, 0, 0), (2030, 0, 0), (2031, 0, 0), (2030, 0, 0)],
        ),
        ("Sales increased $1 million to $6 million in 2031 from $5 million in 2030.",
         [(2031, 0, 0), (2031, 0, 0), (2030, 0, 0)]),
        ("In 2031, sales were $6 million, compared to $5 million in 2030.", [(2031, 0, 0), (2030, 0, 0)]),
        ("In 2031, sales were $6 million, compared with $5 million last year.", [(2031, 0, 0), (2030, 0, 0)]),
        ("Sales were $6 million in the current year.", [(2031, 12, 12)]),
        ("Sales were $5 million in the prior year.", [(2030, 12, 12)]),
        ("Sales grew 7% compared to 2030.", [(2031, 0, 0)]),
        (
            "As of December 31, 2030, debt was $5 million and as of December 31, 2031 was $4 million.",
            [(2030, 12, -1), (2031, 12, -1)],
        ),
        (
            "For the six months ended June 30, 2031, rates were 19% and for the six months ended "
            "June 30, 2030, rates were 11%.",
            [(2031, 6, 6), (2030, 6, 6)],
        ),
        ("Debt fell $40 million, due to a repayment of $7 million in February 2031.",
         [(0, 0, 0), (2031, 2, 0)]),
        (
            "Cash used during fiscal 2031 totaled $5 million, compared to cash used in 2030 of $4 million.",
            [(2031, 0, 12), (2030, 0, 0)],
        ),
        (
            "In 2031, cash flow was $105 million, or 15% of sales, compared to cash flow in 2030 of "
            "$54 million, or 7% of sales.",
            [(2031, 0, 0), (2031, 0, 0), (2030, 0, 0), (2030, 0, 0)],
        ),
        (
            "For 2031, we spent $7 million on research; and for 2030, we spent a total of $5 million.",
            [(2031, 0, 0), (2030, 0, 0)],
        ),
        (
            "For 2031 and 2030, costs were $101 million and $133 million, a decrease of $32 million, or 24%.",
            [(2031, 0, 0), (2030, 0, 0), (2031, 0, 0), (2031, 0, 0)],
        ),
        ("At each of December 31, 2031 and 2030, $5 million of the loan was due.", [(0, 0, 0)]),
        ("Income was $386 million, which compares to $345 million in 2030.", [(2031, 0, 0), (2030, 0, 0)]),
        (
            "In the three and six months ended June 30, 2031, we paid $15 and $30 million, respectively.",
            [(2031, 6, 3), (2031, 6, 6)],
        ),
        (
            "Sales were $5 million and $9 million in the second quarter and first six months of 2031.",
            [(2031, 0, 3), (2031, 0, 6)],
        ),
        ("Sales rose 5% in the three and six months ended June 30, 2031.", [(2031, 6, 0)]),
        (
            "Costs for the three and six months ended June 30, 2031 and 2030 were $4, $3, $9 and $7 million.",
            [(2031, 6, 0), (2030, 6, 0), (2031, 6, 0), (2030, 6, 0)],
        ),
        (
            "Cash received during 2031 was $366 million and cash paid during 2030 was $1,465 million.",
            [(2031, 0, 0), (2030, 0, 0)],
        ),
        (
            "Stocks rose $20 million, due to low levels at the end of last year; and taxes were $9 million.",
            [(0, 0, 0), (0, 0, 0)],
        ),
        (
            "At January 31, 2031, debt was $5 million (April 30, 2030 - $4 million).",
            [(2031, 1, -1), (2030, 4, 0)],
        ),
        (
            "Tax fell from that for the 2030 period of $5 million to one for the 2031 period of $4 million.",
            [(2030, 0, 0), (2031, 0, 0)],
        ),
        ("We issued $500 million of notes due 2036.", [(0, 0, 0)]),
        ("We issued $500 million of 2036 Senior Notes.", [(0, 0, 0)]),
        ("We paid $5 million for the 2030 Sample Initiative.", [(0, 0, 0)]),
        ("2031年营业收入5亿元，2030年4亿元。", [(2031, 0, 0), (2030, 0, 0)]),
        ("截至2031年12月31日，余额5亿元。", [(2031, 12, -1)]),
        ("本年营业收入5亿元，上年为4亿元。", [(2031, 12, 12), (2030, 12, 12)]),
        ("营业收入5亿元（上年同期：4亿元）。", [(0, 0, 0), (2030, 12, 12)]),
        ("当連結会計年度の売上高は5億円でした。", [(2031, 12, 12)]),
        ("前連結会計年度の売上高は5億円でした。", [(2030, 12, 12)]),
    ],
)  # fmt: skip
def test_when(text: str, periods: list[tuple[int, int, int]]) -> None:
    assert [when(mention) for mention in mentions_of(text)] == periods


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("Sales increased 5% in 2031 compared to 2030.", 2030),
        ("Sales increased 5% in 2031 over the prior year.", 2030),
        ("Sales increased 5% to $6 million in 2031 from $5 million in 2030.", 2030),
        ("Margin in 2031 increased six percentage points compared to the prior comparative period.", 2030),
        ("Cash for the year 2031 rose $5 million as compared to the corresponding period in 2030.", 2030),
        ("Sales in 2031 increased 5% from the prior quarter.", 2031),
        ("The allowance fell $5 million in 2031 compared to the first quarter, due to sales.", 2031),
        ("2031年营业收入环比增长5%。", 2031),
        ("2031年营业收入同比增长5%。", 2030),
        ("当連結会計年度の売上高は前期比5％増でした。", 2030),
    ],
)
def test_what_a_change_is_measured_from(text: str, year: int) -> None:
    first = mentions_of(text)[0]
    assert (first.period.year, first.against.year) == (2031, year)


def test_the_quarter_before_the_first_is_of_the_year_before() -> None:
    cover = "For the quarterly period ended March 31, 2031"
    (mention,) = mentions_of("Sales increased 5% from the prior quarter.", cover)
    assert (mention.against.year, mention.against.month, mention.against.months) == (2030, 12, 3)


@pytest.mark.parametrize(
    ("cover", "period"),
    [
        ("For the fiscal year ended December 31, 2031", (2031, 12, 12)),
        ("For the quarterly period ended June 30, 2031", (2031, 6, 3)),
        ("No date at all", (0, 0, 0)),
    ],
)
def test_the_period_of_the_document(cover: str, period: tuple[int, int, int]) -> None:
    own = read_texts(cover, "Sales rose.").own
    assert (own.year, own.month, own.months) == period


def test_pairs_of_an_amount_and_its_per_cent_are_dealt_out_together() -> None:
    paired = mentions_of("Taxes were $359 million (12.5%) and $384 million (16.8%) in 2031 and 2030.")
    assert [each.period.year for each in paired] == [2031, 2031, 2030, 2030]
    runs = mentions_of("Taxes were $359 million and $384 million, or 12.5% and 16.8%, in 2031 and 2030.")
    assert [each.period.year for each in runs] == [2031, 2030, 2031, 2030]


def test_an_amount_and_its_part_are_dealt_out_together() -> None:
    text = (
        "Dividends totaled $9 million, including some of $2 million, $8 million, including some of"
        " $3 million, and $7 million, including some of $4 million, for 2031, 2030 and 2029, respectively."
    )
    assert [mention.period.year for mention in mentions_of(text)] == [2031, 2031, 2030, 2030, 2029, 2029]


def test_a_quarter_that_is_named_before_its_year() -> None:
    found = mentions_of("Interest was $202 million and $105 million during Q1 2030 and Q1 2031.")
    assert [when(each) for each in found] == [(2030, 0, 3), (2031, 0, 3)]


def test_a_fiscal_year_is_that_of_the_tables() -> None:
    headers = ("Fiscal 2030", "Fiscal 2029")
    made = document(
        [("Net sales", ("1,314", "1,250")), ("Net income", ("286", "221"))],
        headers=headers,
        titles=("Fiscal 2030 ended on February 2, 2031 and fiscal 2029 ended on February 3, 2030",),
    )
    day = document([("Cash", ("12", "11"))], headers=("February 2, 2031", "February 3, 2030"))
    tables = (*made.tables, replace(day.tables[0], index=1))
    cells = [replace(each, table=1, index=each.index + len(made.mentions)) for each in day.mentions]
    passages = (Passage(0, "In fiscal 2030, net sales were $1,314 million.", Place("made-up", 900)),)
    whole = replace(made, tables=tables, mentions=(*made.mentions, *cells), passages=passages)
    assert [when(each) for each in read_prose(whole).mentions] == [(2031, 2, 12)]


@pytest.mark.parametrize(
    ("cover", "text", "header", "year"),
    [
        (
            "December 31, 2030",
            "in the third quarter of fiscal 2031",
            "Nine Months Ended December 31, 2030",
            2030,
        ),
        ("June 30, 2031", "in the second quarter of fiscal 2031", "Six Months Ended June 30, 2031", 2031),
        ("March 31, 2031", "in the second quarter of fiscal 2031", "Six Months Ended March 31, 2031", 2031),
    ],
)
def test_a_fiscal_quarter_has_the_year_in_which_it_ended(
    cover: str, text: str, header: str, year: int
) -> None:
    made = document([("Sales", ("5",))], headers=(header,))
    texts = (f"For the quarterly period ended {cover}", f"Sales were $5 million {text}.")
    passages = tuple(Passage(n, said, Place("made-up", n)) for n, said in enumerate(texts))
    (mention,) = read_prose(replace(made, passages=passages)).mentions
    assert when(mention) == (year, 0, 3)


def test_a_time_that_opens_a_clause_leads() -> None:
    text = "In 2031, debt increased $92 million, but in the prior year, $205 million was issued."
    assert [when(each) for each in mentions_of(text)] == [(2031, 0, 0), (2030, 0, 0)]


@pytest.mark.parametrize(
    ("text", "years"),
    [
        (
            "当連結会計年度の営業損失は512百万円（前期は733百万円の営業利益）、純損失は821百万円となりました。",
            [0, -1, 0],
        ),
        ("当期の売上高は512百万円（前期は733百万円）であり、純利益は82百万円となりました。", [0, -1, 0]),
        ("当期の売上高（前期は733百万円）は512百万円となりました。", [-1, 0]),
        ("报告期内，营业利润为5.12亿元（上年为7.33亿元），净利润为0.82亿元。", [0, -1, 0]),
    ],
)
def test_a_time_in_a_bracket_dates_what_is_in_it_alone(text: str, years: list[int]) -> None:
    assert [when(each)[0] for each in mentions_of(text)] == [2031 + year for year in years]


def test_a_report_is_not_on_the_year_that_heads_last_years_statement() -> None:
    texts = (
        "前連結会計年度（自 2029年10月１日 至 2030年９月30日）",
        "当連結会計年度（自 2030年10月１日 至 2031年９月30日）",
        "この結果、売上総利益は2,099,915千円（前連結会計年度比311,888千円増）となりました。",
    )
    gross = next(mention for mention in read_texts(*texts).mentions if mention.passage == 2)
    assert when(gross) == (2031, 9, 12)


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("报告期内，信用减值损失553.84亿元，与上年基本持平。", [(2031, 12, 12)]),
        ("报告期各期，占比分别为49.30%、47.25%和44.84%，2030年度、2031年度占比略有下降。", [(0, 0, 0)] * 3),
        ("报告期内，单位成本分别为16.12元和20.91元。", [(0, 0, 0)] * 2),
        ("2030年度、2031年度占比分别为47.25%和44.84%。", [(2030, 0, 12), (2031, 0, 12)]),
    ],
)
def test_chinese_times_head_what_is_of_them(text: str, periods: list[tuple[int, int, int]]) -> None:
    assert [when(mention) for mention in mentions_of(text)] == periods


def test_a_quarter_is_compared_with_the_quarter_that_is_named() -> None:
    _, change, _ = mentions_of(
        "Sales of $30 million in the fourth quarter of 2031 increased 5% compared to $29 million in "
        "the third quarter of 2031."
    )
    assert (change.against.year, change.against.months) == (2031, 3)


ROWS = [("Net sales", ("5", "4"))]


@pytest.mark.parametrize(
    ("cover", "headers", "own"),
    [
        ("For the quarterly period ended June 30, 2031", ("2031", "2030"), (2031, 6, 3)),
        ("For the three months ended June 30, 2031 and 2030", ("2031", "2030"), (2031, 6, 3)),
        (
            "The quarter ending March 31, 2032 may differ.",
            ("Year Ended December 31, 2031", "Year Ended December 31, 2030"),
            (2031, 12, 12),
        ),
        ("", ("Three Months Ended June 30, 2031", "Six Months Ended June 30, 2031"), (2031, 6, 3)),
        ("", ("2031", "2030"), (2031, 0, 12)),
        ("", ("Europe", "Asia"), (0, 0, 0)),
    ],
)
def test_what_a_document_reports_on(cover: str, headers: tuple[str, str], own: tuple[int, int, int]) -> None:
    """The cover says it, unless the tables are of another day, or there is none."""
    made = replace(document(ROWS, headers=headers), passages=(Passage(0, cover, Place("made-up", 900)),))
    told = read_prose(made).own
    assert (told.year, told.month, told.months) == own
