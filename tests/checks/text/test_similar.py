"""Sentences as the encoder reads them: near the cells that they are of, whatever their digits."""

from __future__ import annotations

from cofitcheck.checks.text.similar import NAMES, Similarity, places_of, said_document
from cofitcheck.encoding.load import load_encoder
from cofitcheck.prose import read_prose
from cofitcheck.weights import bundled
from tests.checks.text.text_documents import with_text

SENTENCES = ("Net sales were $1,314 million in 2031.", "In 2030 interest expense was $31 million.")


def test_a_row_for_each_number_under_its_period() -> None:
    document = with_text(*SENTENCES)
    said = said_document(document, read_prose(document))
    assert [(each.row_path, each.column_path) for each in said.mentions] == [
        (("Net sales",), ("2031",)),
        (("interest expense",), ("2030",)),
    ]
    assert len(said.tables) == 2


def test_sentences_are_nearest_to_their_cells_and_digits_change_nothing() -> None:
    encoder = load_encoder(bundled().folder, 1)
    right = with_text(*SENTENCES)
    prose = read_prose(right)
    cells = encoder.encode(right)
    similarity = Similarity.of(right, prose, cells, encoder)
    places = list(places_of(prose).values())
    nearest = [right.mentions[similarity.nearest(place, 1)[0]] for place in places]
    assert [(each.row_path[-1], each.column_path[-1]) for each in nearest] == [
        ("Net sales", "2031"),
        ("Interest expense", "2030"),
    ]
    wrong = with_text("Net sales were $9,999 million in 2031.", SENTENCES[1])
    other = Similarity.of(wrong, read_prose(wrong), cells, encoder)
    assert other.near(places[0], 3) == similarity.near(places[0], 3)


def test_of_a_number_that_is_not_known_nothing_is_near() -> None:
    document = with_text(*SENTENCES)
    encoder = load_encoder(bundled().folder, 1)
    similarity = Similarity.of(document, read_prose(document), encoder.encode(document), encoder)
    assert similarity.near((99, 0), 0) == [0.0] * len(NAMES)
    assert similarity.nearest((99, 0), 3) == []
