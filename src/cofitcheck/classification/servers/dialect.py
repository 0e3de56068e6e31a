"""The parameters that a server takes: one that it refused is never sent again."""

from __future__ import annotations

from typing import Any

from cofitcheck.classification.servers.answers import FIELD, AnswerWords

_TOP = 5
"""How many alternatives to a token are asked for: more than this some servers refuse."""

_NAMES = {
    "response_format": ("response_format", "response format", "json_schema", "guided"),
    "logprobs": ("logprobs",),
    "temperature": ("temperature",),
    "max_completion_tokens": ("max_completion_tokens",),
    "max_tokens": ("max_tokens",),
}
"""Every parameter a server may refuse, with what its refusal may call it."""

_EXTRAS = ("response_format", "logprobs")
"""What a server is most likely not to know, the likeliest first."""

_TOO_LONG = ("context length", "context_length", "context window", "maximum context", "too long")


class Dialect:
    """The parameters of a question to one server and model, without those that they refused."""

    def __init__(self, words: AnswerWords, answer_tokens: int) -> None:
        schema = {"name": FIELD, "strict": True, "schema": words.schema()}
        self._parameters: dict[str, dict[str, Any]] = {
            "response_format": {"response_format": {"type": "json_schema", "json_schema": schema}},
            "logprobs": {"logprobs": True, "top_logprobs": _TOP},
            "temperature": {"temperature": 0},
            "max_completion_tokens": {"max_completion_tokens": answer_tokens},
            "max_tokens": {"max_tokens": answer_tokens},
        }
        self._refused: set[str] = set()
        self._understood = False

    def names(self) -> frozenset[str]:
        """Return the parameters to send now."""
        wanted = set(self._parameters) - self._refused
        # Newer models refuse the old name of the limit, older servers the new one.
        return frozenset(wanted - ({"max_tokens"} if "max_completion_tokens" in wanted else set()))

    def parameters(self, names: frozenset[str]) -> dict[str, Any]:
        """Return the parameters of these names as keyword arguments."""
        return {key: value for name in names for key, value in self._parameters[name].items()}

    def understood(self) -> None:
        """Note that the server took a question with the parameters that it had."""
        self._understood = True

    def learn(self, sent: frozenset[str], refusal: str) -> bool:
        """Note that the server refused a question with these parameters; return whether to ask again."""
        said = refusal.casefold()
        if any(phrase in said for phrase in _TOO_LONG):
            return False
        named = {name for name in sent if any(called in said for called in _NAMES[name])}
        # A server that refuses without a name, and has never answered, may not know one of the extras.
        extras = [] if self._understood else [name for name in _EXTRAS if name in sent]
        refused = named or set(extras[:1])
        self._refused |= refused
        return bool(refused)
