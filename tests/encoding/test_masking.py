import pytest
from hypothesis import given
from hypothesis import strategies as st

from cofitcheck.encoding.texts import mask_numbers


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Net income was $1,234 million", "Net income was $# million"),
        ("rose 4% to 12.5%", "rose #% to #%"),
        ("a par value of $ 5", "a par value of $ #"),
        ("0.25 per share", "# per share"),
        ("1.234.567,89 EUR", "# EUR"),
        ("sold 350 loans", "sold # loans"),
        ("１２，３４５ in full width 12345", "１２，# in full width #"),
    ],
)
def test_values_are_hidden(text: str, masked: str) -> None:
    assert mask_numbers(text) == masked


@pytest.mark.parametrize(
    "text",
    [
        "Year ended December 31, 2020",
        "Balance at December 31,2020",
        "as of 12/31/2020 and 31.12.20",
        "2020-12-31",
        "Level 3, Note 12",
        "no number at all",
    ],
)
def test_periods_and_places_stay(text: str) -> None:
    assert mask_numbers(text) == text


@given(st.integers(min_value=100, max_value=10**12), st.sampled_from(["{:,}", "${:,}", "({:,})", "{:,}%"]))
def test_no_digit_of_a_grouped_value_is_left(value: int, form: str) -> None:
    masked = mask_numbers(f"was {form.format(value)} in all")
    assert not any(character.isdigit() for character in masked) or 1900 <= value <= 2100
