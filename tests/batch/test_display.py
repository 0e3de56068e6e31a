from cofitcheck.batch import Pace


def test_the_pace_is_that_of_the_last_documents() -> None:
    now = 0.0
    pace = Pace(10_000, lambda: now)
    assert pace.words == "0 of 10,000 documents"
    for _ in range(300):
        now += 60
        pace.finished()
    assert pace.words == "300 of 10,000 documents, 1.0 a minute, 161:40:00 left"
    for _ in range(300):
        now += 1
        pace.finished()
    assert pace.words == "600 of 10,000 documents, 60 a minute, 2:36:40 left"
