"""The public names are pinned: adding or losing one is a decision, not an accident."""

import cofitcheck

PUBLIC = {
    "CandidatePairs",
    "CheckConfig",
    "Checker",
    "ComparisonReport",
    "Document",
    "FindingEntry",
    "LeftOpenEntry",
    "Report",
    "__version__",
    "check",
    "compare",
    "errors",
    "read",
}


def test_the_public_names_are_these() -> None:
    assert set(cofitcheck.__all__) == PUBLIC
    assert set(dir(cofitcheck)) == PUBLIC


def test_every_public_name_is_there() -> None:
    assert all(getattr(cofitcheck, name) is not None for name in PUBLIC)


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(cofitcheck, "no_such_name")
