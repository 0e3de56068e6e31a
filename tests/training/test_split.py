from cofitcheck.training.split import held_out

COMPANIES = [f"Company {number}" for number in range(2000)]


def test_about_a_quarter_is_held_out() -> None:
    assert 0.22 < sum(map(held_out, COMPANIES)) / len(COMPANIES) < 0.28


def test_the_split_never_moves() -> None:
    """The bundled models were trained on this split; another would leak what the encoder saw."""
    assert [number for number in range(24) if held_out(COMPANIES[number])] == [7, 12, 16, 22]
