from cofitcheck.training.dataset import PARTS, held_out, part

COMPANIES = [f"Company {number}" for number in range(2000)]


def test_about_a_quarter_is_held_out() -> None:
    assert 0.22 < sum(map(held_out, COMPANIES)) / len(COMPANIES) < 0.28


def test_the_split_never_moves() -> None:
    """The bundled models were trained on this split; another would leak what the encoder saw."""
    assert [number for number in range(24) if held_out(COMPANIES[number])] == [7, 12, 16, 22]


def test_the_classifiers_documents_are_in_parts_by_company() -> None:
    assert part("dev", "Dawn Ltd") == 0
    assert part("test", "Dusk Ltd") is None
    parts = [part("train", company) for company in COMPANIES]
    assert [number is not None for number in parts] == list(map(held_out, COMPANIES))
    held = [number for number in parts if number is not None]
    for number in range(1, PARTS):
        assert 0.28 < held.count(number) / len(held) < 0.39
