"""The answer in a model's reply (yes or no, and how surely), and the parameters that a server takes.

A reply without an answer gives a reason. A parameter that a server refused is never sent again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cofitcheck import patterns as re
from cofitcheck.language.phrases import JOINED_SIGNS

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion, ChatCompletionTokenLogprob
    from openai.types.chat.chat_completion_token_logprob import TopLogprob

FIELD = "same_fact"
"""The one field of a structured answer."""

_NO_LETTER = re.compile(r"[\W_]")
_BESIDE = 200
"""How many characters after an answer are read for words that take it back."""
_REASONING = re.compile(r".*</think>", re.DOTALL)

_TOP = 5
"""How many alternatives to a token are asked for. Some servers refuse more."""

_NAMES = {
    "response_format": ("response_format", "response format", "json_schema", "guided"),
    "logprobs": ("logprobs",),
    "temperature": ("temperature",),
    "max_completion_tokens": ("max_completion_tokens",),
    "max_tokens": ("max_tokens",),
}
"""Every parameter that a server may refuse, with the names that its refusal may use."""

_EXTRAS = ("response_format", "logprobs")
"""The parameters that a server is most likely not to know, the likeliest first."""

_TOO_LONG = ("context length", "context_length", "context window", "maximum context", "too long")


class NoAnswerError(Exception):
    """A reply is no answer. The message is the reason, as a clause."""


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """The two words that an answer may be."""

    yes: str
    no: str

    def schema(self) -> dict[str, object]:
        """Return the JSON schema of a structured answer."""
        return {
            "type": "object",
            "properties": {FIELD: {"type": "string", "enum": [self.yes, self.no]}},
            "required": [FIELD],
            "additionalProperties": False,
        }

    def find(self, text: str) -> re.Match[str] | None:
        """Return where the answer stands in what a model wrote, None where it wrote neither or both.

        The answer is the field of a structured reply, the word that the text begins with, or the only one of
        the two words in it. "Yes and No" and "Yes/No" are no answers. The model's reasoning is passed over.
        """
        thought = _REASONING.match(text)
        if thought is None and text.lstrip().startswith("<think>"):
            return None
        start = thought.end() if thought else 0
        either = f"(?P<word>{re.escape(self.yes)}|{re.escape(self.no)})"
        field = re.compile(rf'"{FIELD}"\s*:\s*"{either}"', re.IGNORECASE)
        opening = re.compile(rf"\W*{either}(?!\w)", re.IGNORECASE)
        if found := field.search(text, start):
            return found
        if found := opening.match(text, start):
            return None if self._takes_back(found["word"], text[found.end() :]) else found
        inside = list(re.compile(rf"(?<!\w){either}(?!\w)", re.IGNORECASE).finditer(text, start))
        return inside[0] if len({each["word"].casefold() for each in inside}) == 1 else None

    def _takes_back(self, word: str, rest: str) -> bool:
        """Tell whether what follows an answer says the other answer too, and in the same sentence."""
        other = re.escape(self.no if word.casefold() == self.yes.casefold() else self.yes)
        joined = rf"\W*?(?:\b(?:and|or)\b|[/&|]|{JOINED_SIGNS})\W*+{other}(?!\w)"
        listed = rf"\W++{other}\W*+$"
        return re.compile(f"(?:{joined}|{listed})", re.IGNORECASE).match(rest[:_BESIDE]) is not None


def read_answer(reply: ChatCompletion, words: AnswerWords) -> float:
    """Return the probability that the model means yes. It is 0 or 1 in a reply without log-probabilities.

    Raises `NoAnswerError`.
    """
    choice = reply.choices[0]
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise NoAnswerError("the model refused to answer")
    text = choice.message.content or ""
    found = words.find(text)
    if choice.finish_reason == "length" and (found is None or text[: found.start()].strip()):
        raise NoAnswerError("the answer was cut off; allow longer ones with --answer-tokens")
    if found is None:
        raise NoAnswerError(f"the model answered neither {words.yes} nor {words.no}")
    tokens = choice.logprobs.content if choice.logprobs else None
    weighed = _weighed(tokens, words) if tokens else None
    return float(found["word"].casefold() == words.yes.casefold()) if weighed is None else weighed


def _weighed(tokens: Sequence[ChatCompletionTokenLogprob], words: AnswerWords) -> float | None:
    """Return the share of yes at the token where the answer begins; None where no token gives it."""
    found = words.find("".join(token.token for token in tokens))
    if found is None:
        return None
    at, place = 0, found.start("word")
    for token in tokens:
        at += len(token.token)
        if at > place:
            yes, no = (_mass(token.top_logprobs, word) for word in (words.yes, words.no))
            return yes / (yes + no) if yes + no else None
    return None


def _mass(alternatives: Sequence[TopLogprob], word: str) -> float:
    return sum(math.exp(each.logprob) for each in alternatives if _begins(each.token, word))


def _begins(token: str, word: str) -> bool:
    letters = _NO_LETTER.sub("", token).casefold()
    return bool(letters) and word.casefold().startswith(letters)


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
        # A server that names no parameter, and has never answered, may not know one of the extras.
        extras = [] if self._understood else [name for name in _EXTRAS if name in sent]
        refused = named or set(extras[:1])
        self._refused |= refused
        return bool(refused)
