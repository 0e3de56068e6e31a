"""Downloads from a public archive: with a contact address, at a set pace, and with waits that it asks for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cofitcheck import patterns as re
from cofitcheck.errors import InputError, MissingDependencyError
from cofitcheck.readers.settings import LIMITS

if TYPE_CHECKING:
    import requests

TIMEOUT = (10.0, 60.0)
"""The most seconds to connect, and between two pieces of an answer."""

FIRST_WAIT, LONGEST_BACK_OFF, LONGEST_WAIT = 1.0, 60.0, 900.0
"""Seconds: before the first repetition (doubled for each next one), the most between two repetitions, and the
most that a server may ask for. A server that asks for more is not asked again."""

_BUSY = frozenset({429, 500, 502, 503, 504})
_CONTACT = re.compile(r"(?=[\x20-\x7e]*+\Z).*?[^\s@]@[^\s@].*+")
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a request brought nothing; `wait` is how many seconds to wait at least, None where it is final."""

    reason: str
    wait: float | None = None


class Client:
    """Gets URLs one after another, at most `rate` a second, each tried again up to `retries` times.

    It is a context manager: its connections end with it. `clock` and `sleep` count and wait in seconds.
    Raises `InputError` where `user_agent` has no mail address, `MissingDependencyError` where requests is not
    installed.
    """

    def __init__(
        self,
        user_agent: str,
        rate: float = 5,
        retries: int = 5,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not _CONTACT.fullmatch(user_agent):
            raise InputError(
                f"The user agent {user_agent!r} names no mail address; "
                "give a name and an address to write to (--user-agent 'Jo Doe jo@example.org')."
            )
        self._session = _session(user_agent)
        self._pause, self._retries = 1 / rate, retries
        self._clock, self._sleep = clock, sleep
        self._next = clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.close()

    def get(self, url: str) -> bytes:
        """Return what `url` holds. Raises `InputError` where it cannot be had, after the repetitions."""
        attempt = 0
        while True:
            self._keep_pace()
            outcome = self._try(url)
            if isinstance(outcome, bytes):
                return outcome
            if outcome.wait is None or attempt == self._retries:
                raise InputError(f"{url}: {outcome.reason}.")
            self._sleep(max(outcome.wait, min(FIRST_WAIT * 2**attempt, LONGEST_BACK_OFF)))
            attempt += 1

    def _keep_pace(self) -> None:
        if (early := self._next - self._clock()) > 0:
            self._sleep(early)
        self._next = self._clock() + self._pause

    def _try(self, url: str) -> bytes | _Failure:
        import requests

        try:
            with self._session.get(url, stream=True, timeout=TIMEOUT) as response:
                return _refusal(response) or _content(response)
        except (
            requests.ConnectionError,
            requests.Timeout,
            requests.exceptions.ChunkedEncodingError,
            requests.exceptions.ContentDecodingError,
        ) as error:
            return _Failure(f"the transfer failed ({error}); check the connection and run again", wait=0)
        except requests.RequestException as error:
            return _Failure(f"cannot be asked for ({error}); correct the address")


def _session(user_agent: str) -> requests.Session:
    try:
        import requests
    except ImportError as error:
        raise MissingDependencyError(
            "Downloading needs the library requests; install it with: pip install 'cofitcheck[fetch]'"
        ) from error
    session = requests.Session()
    session.headers["User-Agent"] = user_agent
    return session


def _refusal(response: requests.Response) -> _Failure | None:
    status = f"the server answered {response.status_code} {response.reason}"
    if response.status_code in _BUSY:
        wait = _asked_to_wait(response)
        if wait > LONGEST_WAIT:
            return _Failure(f"{status} and asks for {wait:,.0f} seconds of patience; run again after that")
        return _Failure(f"{status}; run again later", wait)
    if response.status_code == 403:
        return _Failure(f"{status}; the user agent may not do, or this address is blocked for a while")
    if not response.ok:
        return _Failure(f"{status}; correct the list")
    return None


def _asked_to_wait(response: requests.Response) -> float:
    from urllib3.exceptions import InvalidHeader
    from urllib3.util import Retry

    try:
        return Retry().parse_retry_after(response.headers.get("Retry-After", "0"))
    except InvalidHeader:
        return 0


def _content(response: requests.Response) -> bytes | _Failure:
    content = bytearray()
    for piece in response.iter_content(_PIECE):
        content += piece
        if len(content) > LIMITS.file_bytes:
            return _Failure(f"larger than {LIMITS.file_bytes // 1_000_000} MB, which no reader here takes")
    return bytes(content)
