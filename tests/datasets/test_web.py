import sys

import pytest

from cofitcheck.datasets.web import Client
from cofitcheck.errors import InputError
from cofitcheck.readers.settings import ReadLimits
from tests.datasets.archive import Answer, Archive
from tests.datasets.waiting import Waiting


def test_the_server_is_told_who_asks(archive: Archive, client: Client) -> None:
    assert client.get(archive.give("/a", b"content")) == b"content"
    assert archive.agents == ["Test test@example.org"]


@pytest.mark.parametrize("agent", ["", "cofitcheck", "Jo Doe", "Jo\r\nX: y jo@example.org"])
def test_an_agent_without_an_address_is_refused(agent: str) -> None:
    with pytest.raises(InputError, match="names no mail address"):
        Client(agent)


def test_requests_keep_their_distance(archive: Archive, waiting: Waiting) -> None:
    url = archive.give("/a", b"content")
    with Client("Test t@example.org", rate=4, clock=waiting.clock, sleep=waiting.sleep) as client:
        for _ in range(9):
            client.get(url)
    assert waiting.now == pytest.approx(8 / 4)


def test_time_spent_elsewhere_is_not_waited_for_again(archive: Archive, waiting: Waiting) -> None:
    url = archive.give("/a", b"content")
    with Client("Test t@example.org", rate=2, clock=waiting.clock, sleep=waiting.sleep) as client:
        client.get(url)
        waiting.now += 0.4
        client.get(url)
        waiting.now += 5
        client.get(url)
        client.get(url)
    assert waiting.slept == pytest.approx([0.1, 0.5])


def test_a_busy_server_is_asked_again_later_and_later(
    archive: Archive, client: Client, waiting: Waiting
) -> None:
    url = archive.give("/a", *[Answer(status=503)] * 3, b"content")
    assert client.get(url) == b"content"
    assert waiting.slept == pytest.approx([1, 2, 4])


def test_retry_after_is_honoured(archive: Archive, client: Client, waiting: Waiting) -> None:
    url = archive.give("/a", Answer(status=429, headers={"Retry-After": "90"}), b"content")
    assert client.get(url) == b"content"
    assert waiting.slept == pytest.approx([90])


def test_a_date_to_retry_after_is_understood(archive: Archive, client: Client, waiting: Waiting) -> None:
    past = Answer(status=503, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"})
    nonsense = Answer(status=503, headers={"Retry-After": "soon"})
    assert client.get(archive.give("/a", past, nonsense, b"content")) == b"content"
    assert waiting.slept == pytest.approx([1, 2])


def test_a_server_that_wants_hours_is_left_alone(archive: Archive, client: Client, waiting: Waiting) -> None:
    url = archive.give("/a", Answer(status=429, headers={"Retry-After": "7200"}))
    with pytest.raises(InputError, match="7,200 seconds of patience"):
        client.get(url)
    assert archive.asked == ["/a"]
    assert not waiting.slept


def test_repetitions_come_to_an_end(archive: Archive, client: Client, waiting: Waiting) -> None:
    with pytest.raises(InputError, match="503 Service Unavailable; run again later"):
        client.get(archive.give("/a", Answer(status=503)))
    assert len(archive.asked) == 6
    assert waiting.slept == pytest.approx([1, 2, 4, 8, 16])


def test_a_broken_transfer_is_done_again(archive: Archive, client: Client) -> None:
    whole = b"x" * 200_000
    assert client.get(archive.give("/a", Answer(whole, missing=70_000), whole)) == whole
    assert archive.asked == ["/a", "/a"]


def test_a_transfer_that_never_ends_well_is_not_taken_for_whole(archive: Archive, client: Client) -> None:
    with pytest.raises(InputError, match="the transfer failed"):
        client.get(archive.give("/a", Answer(b"half of it", missing=5)))


@pytest.mark.parametrize(
    ("status", "said"), [(404, "404 Not Found; correct the list"), (403, "the user agent may not do")]
)
def test_what_will_not_change_is_not_asked_again(
    archive: Archive, client: Client, status: int, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        client.get(archive.give("/a", Answer(status=status)))
    assert archive.asked == ["/a"]


def test_nobody_at_the_address(client: Client) -> None:
    with pytest.raises(InputError, match="the transfer failed"):
        client.get("http://127.0.0.1:9/a")


def test_an_address_that_is_none(client: Client, waiting: Waiting) -> None:
    with pytest.raises(InputError, match="correct the address"):
        client.get("http://")
    assert not waiting.slept


def test_an_endless_answer_is_refused(
    archive: Archive, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cofitcheck.datasets.web.LIMITS", ReadLimits(file_bytes=1_000_000))
    with pytest.raises(InputError, match="larger than 1 MB"):
        client.get(archive.give("/a", b"x" * 1_000_001))


def test_without_the_library_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "requests", None)
    with pytest.raises(InputError, match="pip install 'cofitcheck\\[fetch\\]'"):
        Client("Test t@example.org")
