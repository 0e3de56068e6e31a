"""What a model answered: yes or no, and how surely; or why its reply is no answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cofitcheck import patterns as re
from cofitcheck.language.phrases import JOINED_SIGNS

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion, ChatCompletionTokenLogprob
    from openai.types.chat.chat_completion_token_logprob import TopLogprob

FIELD = "same_fact"
"""The one field of a structured answer."""

_NO_LETTER = re.compile(r"[\W_]")
_BESIDE = 200
"""So many characters behind an answer may take it back."""
_REASONING = re.compile(r".*</think>", re.DOTALL)


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
    """Return the share of yes at the token where the answer begins; None where no token tells it."""
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
