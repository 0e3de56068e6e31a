from decimal import Decimal

import pytest

from cofitcheck.evaluation.gold.tags import format_name, tagged_value


@pytest.mark.parametrize(
    ("text", "form", "value"),
    [
        ("1,234,567.80", "ixt:num-dot-decimal", "1234567.80"),
        ("1 234 567", "ixt:numdotdecimal", "1234567"),
        ("1'234.5", "ixt:num-dot-decimal-apos", "1234.5"),
        ("12,34,567.89", "ixt:numdotdecimalin", "1234567.89"),
        ("1,234", "ixt:numcommadot", "1234"),
        ("1 234.5", "ixt:numspacedot", "1234.5"),
        ("1.234.567,8", "ixt:num-comma-decimal", "1234567.8"),
        ("1\u00a0234,5", "ixt:numcommadecimal", "1234.5"),
        ("1’234,5", "ixt:num-comma-decimal-apos", "1234.5"),
        ("1.234,5", "ixt:numdotcomma", "1234.5"),
        ("1 234,5", "ixt:numspacecomma", "1234.5"),
        ("1234,5", "ixt:numcomma", "1234.5"),
        ("1,234円56銭", "ixt:num-unit-decimal", "1234.56"),
        ("12円5銭", "ixt:numunitdecimal", "12.05"),
        ("１２円３４銭", "ixt:numunitdecimal", "12.34"),
        ("10 Rs 50 paise", "ixt:numunitdecimalin", "10.50"),
        ("１，２３４", "ixt:numdotdecimal", "1234"),
        (" 42 ", "", "42"),
        (".5", "", "0.5"),
        ("nil", "ixt:fixed-zero", "0"),
        ("—", "ixt:zerodash", "0"),
        ("-", "ixt:numdash", "0"),
    ],
)
def test_each_format_gives_its_number(text: str, form: str, value: str) -> None:
    assert tagged_value(text, format_name(form)) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "scale", "sign", "value"),
    [("12.5", "6", "", "12500000"), ("12.5", "-2", "-", "-0.125"), ("3", " 3 ", " - ", "-3000")],
)
def test_scale_and_sign_apply_to_the_number(text: str, scale: str, sign: str, value: str) -> None:
    assert tagged_value(text, "numdotdecimal", scale, sign) == Decimal(value)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("", ""),
        ("five", ""),
        ("two", "numwordsen"),
        ("1.2.3", "numdotdecimal"),
        ("12²", "numdotdecimal"),
        ("(12)", "numdotdecimal"),
        ("Level 3 12", "numdotdecimal"),
        ("12円", "numunitdecimal"),
        ("n/a", "zerodash"),
        ("12", "nocontent"),
        ("", "fixedempty"),
    ],
)
def test_a_text_that_the_format_does_not_allow_gives_none(text: str, form: str) -> None:
    assert tagged_value(text, form) is None


@pytest.mark.parametrize("scale", ["x", "1.5", "9" * 30])
def test_a_scale_that_is_no_usable_integer_gives_none(scale: str) -> None:
    assert tagged_value("12", "", scale) is None
