"""Numbers in sentences: their value, precision, currency, what they count and how they are bounded."""

from __future__ import annotations

from decimal import Decimal

import pytest

from cofitcheck.document import PassageKind
from cofitcheck.prose import Bound, Role, read_prose
from tests.prose.prose_documents import document_of, mentions_of, only


@pytest.mark.parametrize(
    ("text", "shown", "value", "precision", "role", "currency"),
    [
        ("It was $1,314 million then.", "$1,314 million", 1_314_000_000, 6, Role.AMOUNT, "USD"),
        ("It was $1.3 billion then.", "$1.3 billion", 1_300_000_000, 8, Role.AMOUNT, "USD"),
        ("It was € 5.2m then.", "€ 5.2m", 5_200_000, 5, Role.AMOUNT, "EUR"),
        ("It was RMB 3.4 billion then.", "RMB 3.4 billion", 3_400_000_000, 8, Role.AMOUNT, "CNY"),
        ("It was US$ 45,000 then.", "US$ 45,000", 45_000, 0, Role.AMOUNT, "USD"),
        ("It was 5 million euros then.", "5 million euros", 5_000_000, 6, Role.AMOUNT, "EUR"),
        ("It was 500 USD then.", "500 USD", 500, 0, Role.AMOUNT, "USD"),
        ("It was £2.5bn then.", "£2.5bn", 2_500_000_000, 8, Role.AMOUNT, "GBP"),
        ("A loss of ($5.2 million) then.", "($5.2 million)", -5_200_000, 5, Role.AMOUNT, "USD"),
        ("A loss of $(5.2) million then.", "$(5.2) million", -5_200_000, 5, Role.AMOUNT, "USD"),
        ("A rate of 5% then.", "5%", 5, 0, Role.PERCENT, ""),
        ("A rate of 5.2 percent then.", "5.2 percent", "5.2", -1, Role.PERCENT, ""),
        ("A rate of (3.2)% then.", "(3.2)%", "-3.2", -1, Role.PERCENT, ""),
        ("A rate of (0.60%) then.", "(0.60%)", "-0.60", -2, Role.PERCENT, ""),
        ("A rate of negative 5% then.", "negative 5%", -5, 0, Role.PERCENT, ""),
        ("Up 0.3 percentage points then.", "0.3 percentage points", "0.3", -1, Role.POINTS, ""),
        ("Up 120 basis points then.", "120 basis points", 120, 0, Role.BASIS_POINTS, ""),
        ("Pays $0.45 per share now.", "$0.45 per share", "0.45", -2, Role.PER_SHARE, "USD"),
        ("Pays $.45 per diluted share now.", "$.45 per diluted share", "0.45", -2, Role.PER_SHARE, "USD"),
        ("Earnings per share were $2.45 now.", "$2.45", "2.45", -2, Role.PER_SHARE, "USD"),
        ("A twofold rise.", "twofold", 2, 0, Role.MULTIPLE, ""),
        ("It is 2.5 times as large.", "2.5 times", "2.5", -1, Role.MULTIPLE, ""),
        ("A ratio of 3.50 to 1.00 is kept.", "3.50 to 1.00", "3.50", -2, Role.MULTIPLE, ""),
        ("It has two million shares.", "two million shares", 2_000_000, 6, Role.SHARES, ""),
        ("It rose by twenty-five percent.", "twenty-five percent", 25, 0, Role.PERCENT, ""),
        ("It has 1,250 stores.", "1,250", 1_250, 0, Role.COUNT, ""),
        ("It has 3.4 million customers.", "3.4 million", 3_400_000, 5, Role.COUNT, ""),
        ("It has 15 countries.", "15", 15, 0, Role.COUNT, ""),
        ("A term of 5.2 years remains.", "5.2 years", "5.2", -1, Role.TERM, ""),
        ("营业收入为人民币1,234.56万元。", "人民币1,234.56万元", 12_345_600, 2, Role.AMOUNT, "CNY"),
        ("资产达1.2万亿元。", "1.2万亿元", 1_200_000_000_000, 11, Role.AMOUNT, "CNY"),
        ("总股本5,000万股。", "5,000万股", 50_000_000, 4, Role.SHARES, ""),
        ("提高2.1个百分点。", "2.1个百分点", "2.1", -1, Role.POINTS, ""),
        ("增长３．５％。", "３．５％", "3.5", -1, Role.PERCENT, ""),
        ("每股收益0.35元。", "0.35元", "0.35", -2, Role.PER_SHARE, "CNY"),
        ("股利0.35元/股。", "0.35元/股", "0.35", -2, Role.PER_SHARE, "CNY"),
        ("员工1,200人。", "1,200人", 1_200, 0, Role.COUNT, ""),
        ("売上高は1,234百万円でした。", "1,234百万円", 1_234_000_000, 6, Role.AMOUNT, "JPY"),
        ("利益は12億3千万円でした。", "12億3千万円", 1_230_000_000, 7, Role.AMOUNT, "JPY"),
        ("資産は1兆2,345億円です。", "1兆2,345億円", 1_234_500_000_000, 8, Role.AMOUNT, "JPY"),
        ("損失は△1,234百万円でした。", "△1,234百万円", -1_234_000_000, 6, Role.AMOUNT, "JPY"),
        ("配当は1株当たり50円です。", "50円", 50, 0, Role.PER_SHARE, "JPY"),
        ("1.5ポイントの改善。", "1.5ポイント", "1.5", -1, Role.POINTS, ""),
    ],
)  # fmt: skip
def test_a_number(text: str, shown: str, value: int | str, precision: int, role: Role, currency: str) -> None:
    mention = only(text)
    assert (mention.text, mention.role, mention.number.currency) == (shown, role, currency)
    assert (mention.number.value, mention.number.precision) == (Decimal(value), precision)
    assert text[mention.start : mention.end] == shown


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("It was approximately $5 million.", Bound.ABOUT),
        ("It has nearly 1,000 employees.", Bound.ABOUT),
        ("It was more than $5 million.", Bound.AT_LEAST),
        ("It has over 30 countries.", Bound.AT_LEAST),
        ("It owns 5% or more of it.", Bound.AT_LEAST),
        ("It borrows up to $5 million.", Bound.AT_MOST),
        ("It is less than 5% of it.", Bound.AT_MOST),
        ("It is not less than 5% of it.", Bound.AT_LEAST),
        ("It was $5 million.", Bound.EXACT),
        ("约5亿元。", Bound.ABOUT),
        ("超过10%。", Bound.AT_LEAST),
        ("15%以上。", Bound.AT_LEAST),
        ("不超过3亿元。", Bound.AT_MOST),
        ("約5％。", Bound.ABOUT),
        ("10社以上。", Bound.AT_LEAST),
        ("5億円未満。", Bound.AT_MOST),
    ],
)
def test_a_bound(text: str, bound: Bound) -> None:
    assert only(text).bound is bound


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("It was $10.2 and $9.8 million, respectively.", ["10200000", "9800000"]),
        ("It is $10 million to $12 million.", ["10000000", "12000000"]),
        ("It is $10-$12 million.", ["10000000", "12000000"]),
        ("It is $10 to 12 million.", ["10000000", "12000000"]),
        ("It is 5 to 6%.", ["5", "6"]),
        ("It is 5-7%.", ["5", "7"]),
        ("It has 10, 12 and 15 stores.", ["10", "12", "15"]),
        ("It paid $10,200 and $9.8 million.", ["10200", "9800000"]),
        ("每10股派3.5元，共1.2万亿元。", ["3.5", "1200000000000"]),
        ("收入分别为1.2和1.1亿元。", ["120000000", "110000000"]),
    ],
)
def test_shared_units(text: str, values: list[str]) -> None:
    assert [mention.number.value for mention in mentions_of(text)] == [*map(Decimal, values)]


@pytest.mark.parametrize("word", ["Dollars", "Amounts"])
def test_a_unit_that_is_stated_for_sentences(word: str) -> None:
    texts = (
        f"({word} in millions, except per share data)",
        "Sales were $1,415 and $1,117. Costs were $905.",
        "The par value is $5.00 per share.",
    )
    document = document_of(*texts, kinds={0: PassageKind.CAPTION})
    values = [mention.number.value for mention in read_prose(document).mentions]
    assert values == [1_415_000_000, 1_117_000_000, 905_000_000, 5]


def test_a_unit_of_a_table_is_not_one_of_sentences() -> None:
    from dataclasses import replace

    document = document_of(
        "(Dollars in millions)", "We paid $415, $117 and $905.", kinds={0: PassageKind.CAPTION}
    )
    caption, text = document.passages
    document = replace(document, passages=(caption, replace(text, after_table=0)))
    assert [mention.number.value for mention in read_prose(document).mentions] == [415, 117, 905]
