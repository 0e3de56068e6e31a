"""Tables that go on over pages."""

from cofitcheck.readers.pdf.drafts.draft import Draft
from cofitcheck.readers.pdf.drafts.joining import joined


def test_the_doubts_of_joined_tables_keep_their_order() -> None:
    first, second = (
        Draft(page, (60, 100, 420, 200), 0, (60, 200, 420), (), ruled=True, doubts=doubts)
        for page, doubts in ((1, ("d", "b", "f", "h")), (2, ("g", "b", "a", "c", "e")))
    )
    assert joined(first, second).doubts == ("d", "b", "f", "h", "g", "a", "c", "e")
