"""The server that is asked, how it is asked, and what its answers cost."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from cofitcheck.errors import ConfigError

KEY_VARIABLE = "COFITCHECK_API_KEY"
"""The environment variable with the server's key. The name is our own, so that no other key is sent there."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """A server with an OpenAI-compatible API, and one of its models.

    `url` is where its API begins ("http://127.0.0.1:8000/v1"). A server that is not on this machine gets the
    contents of documents only where `allow_remote` is set. `cache` is a file that keeps the answers, so that
    no question is paid for twice; None keeps them for the run. `price_in` and `price_out` are for a million
    tokens, in any currency. At most `concurrency` questions are open at once. `timeout` is in seconds, for a
    question with all its tries: the first and `retries` more. After `give_up_after` questions in a row
    without a reply no more are asked. `budget`, in the currency of the prices, and `minutes` are the most
    that one document may take (None: no bound). The estimated cost is printed before the first question.
    `answer_tokens` is the most tokens of an answer, a model's reasoning included, and `characters` the most
    characters of a question.
    """

    url: str
    model: str
    allow_remote: bool = False
    cache: Path | None = None
    price_in: float | None = None
    price_out: float | None = None
    concurrency: int = 8
    timeout: float = 60.0
    retries: int = 2
    budget: float | None = None
    minutes: float | None = None
    give_up_after: int = 3
    answer_tokens: int = 64
    characters: int = 12_000

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError(
                f"{self.url!r} is no address of a server; give one like http://127.0.0.1:8000/v1."
            )
        if not (self.local or self.allow_remote):
            raise ConfigError(
                f"{parts.hostname} is not this machine: the contents of your documents would leave it; allow "
                "that with --allow-remote (allow_remote=True in Python), or name a server on 127.0.0.1."
            )
        self._require_positive()

    @property
    def local(self) -> bool:
        """Whether the server is on this machine (a loopback address)."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    def cost(self, tokens_in: int, tokens_out: int) -> float | None:
        """Return what these tokens cost, None where no price is given."""
        if self.price_in is None and self.price_out is None:
            return None
        return (tokens_in * (self.price_in or 0) + tokens_out * (self.price_out or 0)) / 1_000_000

    def _require_positive(self) -> None:
        for name in ("concurrency", "timeout", "give_up_after", "answer_tokens", "characters"):
            if getattr(self, name) <= 0:
                raise ConfigError(f"the server's {name} must be above 0, not {getattr(self, name)}")
        for name in ("budget", "minutes"):
            given = getattr(self, name)
            if given is not None and given <= 0:
                raise ConfigError(f"the server's {name} must be above 0, not {given}")
        if self.budget is not None and self.price_in is None and self.price_out is None:
            raise ConfigError("a budget needs prices: give --price-in and --price-out, of a million tokens")
        for name in ("retries", "price_in", "price_out"):
            if (getattr(self, name) or 0) < 0:
                raise ConfigError(f"the server's {name} must be 0 or more, not {getattr(self, name)}")
