"""What a server understands: parameters that it refuses are left out from then on."""

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
    """The parameters of a question for one server and model; it learns what these refuse."""

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
        """Take note that the server has taken a question as it was."""
        self._understood = True

    def learn(self, sent: frozenset[str], refusal: str) -> bool:
        """Take note of a refusal of a question with these parameters; tell whether to ask it in another
        way."""
        said = refusal.casefold()
        if any(phrase in said for phrase in _TOO_LONG):
            return False
        named = {name for name in sent if any(called in said for called in _NAMES[name])}
        # A server that refuses without a name, and has never answered, may not know one of the extras.
        extras = [] if self._understood else [name for name in _EXTRAS if name in sent]
        refused = named or set(extras[:1])
        self._refused |= refused
        return bool(refused)
