"""Asks a server a run of questions: a few at a time, each with its tries, until the server fails for good.

The questions are plain text, and their length is measured in characters.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from cofitcheck.classification.questions.layout import QuestionLayout, QuestionSettings
from cofitcheck.classification.questions.prompts import Prompt
from cofitcheck.classification.servers.answers import AnswerWords, Dialect, NoAnswerError, read_answer
from cofitcheck.classification.servers.config import KEY_VARIABLE, ServerConfig
from cofitcheck.document import Document
from cofitcheck.encoding.layouts.context import LIMIT
from cofitcheck.encoding.passes import Characters, characters_text
from cofitcheck.facts import Usage
from cofitcheck.filtering.model import CandidatePairs

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI
    from openai.types.chat import ChatCompletion


CHARACTERS = 3 * LIMIT
"""The most characters of one prompt: table text has 3.4 a token (measured on the sample report)."""

_REFUSALS = (400, 422, 500, 501)
"""HTTP statuses that may refuse a parameter. vLLM without its grammar library fails with 500 on a schema."""

_HOPELESS = 20
"""After this many replies without a single answer no more questions are asked."""

_SHOWN = 200
"""How many characters of a server's own words are passed on."""


@dataclass(frozen=True, slots=True)
class QuestionText:
    """One prompt: its texts are `task`, `contexts` and `question`, in this order.

    `asked` is the pair's place among the candidates; prompts of one `source` share task and contexts.
    """

    asked: int
    source: int
    task: str
    contexts: str
    question: str


def question_texts(
    document: Document, candidates: CandidatePairs, prompt: Prompt, characters: int = CHARACTERS
) -> list[QuestionText]:
    """Return a prompt for every candidate pair. Prompts that share their contexts stand together.

    `characters` is the most characters of one prompt. Raises `ConfigError` when these are too few for any
    pair of tables, `InputError` when a mention stands where the document has no cell.
    """
    layout = QuestionLayout(Characters(), prompt, QuestionSettings(characters))
    made = []
    for source, asked in enumerate(layout.groups(document, candidates)):
        task, first, second = map(characters_text, layout.prefix(asked[0]))
        made += [
            QuestionText(each.place, source, task, first + second, characters_text(each.tokens))
            for each in asked
        ]
    return made


OnAnswer = Callable[[QuestionText, float], None]
"""Takes the probability of the answer to a question."""


class _FailedError(Exception):
    """The server did not answer a question. Where it is `final`, it will not answer the next one either."""

    def __init__(self, reason: str, final: bool = False) -> None:
        super().__init__(reason)
        self.final = final


class Interview:
    """Asks a server questions, and hands each answer to `on_answer` as soon as it comes.

    `usage` is what the questions cost so far.
    """

    def __init__(
        self,
        client: AsyncOpenAI,
        config: ServerConfig,
        dialect: Dialect,
        words: AnswerWords,
        on_answer: OnAnswer,
    ) -> None:
        self.usage = Usage()
        self._client, self._config = client, config
        self._dialect, self._words, self._on_answer = dialect, words, on_answer
        self._failures = 0
        self._answers = self._unusable = 0
        self._stopped = ""
        self._deadline = math.inf

    async def ask(self, questions: Sequence[QuestionText]) -> dict[int, str]:
        """Ask them in order, and return by pair asked the reason why there is no answer."""
        if self._config.minutes is not None:
            self._deadline = asyncio.get_running_loop().time() + 60 * self._config.minutes
        waiting = iter(questions)
        reasons: dict[int, str] = {}
        await asyncio.gather(
            *(self._work(waiting, reasons) for _ in range(min(self._config.concurrency, len(questions))))
        )
        return reasons

    async def _work(self, waiting: Iterator[QuestionText], reasons: dict[int, str]) -> None:
        for question in waiting:
            if self._stopped:
                reasons[question.asked] = self._stopped
                continue
            try:
                reply = await self._within_time(question)
                self._failures = 0
                self.usage += self._price(reply)
                self._count_cost()
                self._on_answer(question, read_answer(reply, self._words))
                self._answers += 1
            except NoAnswerError as error:
                reasons[question.asked] = str(error)
                self._unusable += 1
                if not self._answers and self._unusable >= _HOPELESS:
                    self._stopped = str(error)
            except _FailedError as error:
                reasons[question.asked] = str(error)
                self._count(error)

    async def _within_time(self, question: QuestionText) -> ChatCompletion:
        """Send a question, with all its tries, within its own time and what is left of the document's."""
        left = self._deadline - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(min(self._config.timeout, left)):
                return await self._send(question)
        except TimeoutError as error:
            if left <= self._config.timeout:
                minutes = (
                    f"the {self._config.minutes:g} minutes that asking about a document may take are over"
                )
                raise _FailedError(f"{minutes}; allow more with --minutes", final=True) from error
            raise self._too_slow() from error

    def _too_slow(self) -> _FailedError:
        said = f"{self._config.url} did not answer within {self._config.timeout:g} s"
        return _FailedError(f"{said}; wait longer with --timeout")

    def _count_cost(self) -> None:
        budget, cost = self._config.budget, self.usage.cost
        if budget is not None and cost is not None and cost >= budget:
            self._stopped = f"the budget of {budget:g} for a document is spent; allow more with --budget"

    def _count(self, error: _FailedError) -> None:
        self._failures += 1
        if error.final or self._failures >= self._config.give_up_after:
            self._stopped = self._stopped or str(error)

    def _price(self, reply: ChatCompletion) -> Usage:
        tokens_in = reply.usage.prompt_tokens if reply.usage else 0
        tokens_out = reply.usage.completion_tokens if reply.usage else 0
        return Usage(1, 0, tokens_in, tokens_out, self._config.cost(tokens_in, tokens_out))

    async def _send(self, question: QuestionText) -> ChatCompletion:
        import openai

        while True:
            names = self._dialect.names()
            try:
                reply = await self._client.chat.completions.create(
                    model=self._config.model,
                    messages=[
                        {"role": "system", "content": question.task.strip()},
                        {"role": "user", "content": (question.contexts + question.question).strip()},
                    ],
                    **self._dialect.parameters(names),
                )
            except openai.APITimeoutError as error:
                raise self._too_slow() from error
            except openai.APIConnectionError as error:
                raise _FailedError(f"{self._config.url} cannot be reached; start the server") from error
            except openai.APIStatusError as error:
                if error.status_code in _REFUSALS and self._dialect.learn(names, _words(error)):
                    continue
                self._explain(error)
            except (openai.OpenAIError, ValueError) as error:
                raise _FailedError(self._nonsense()) from error
            if not _is_completion(reply):
                raise _FailedError(self._nonsense())
            self._dialect.understood()
            completion: ChatCompletion = reply
            return completion

    def _nonsense(self) -> str:
        return f"{self._config.url} does not speak the OpenAI protocol; check the address"

    def _explain(self, error: APIStatusError) -> NoReturn:
        """Raise the error that an HTTP status means, for this question or for all after it."""
        status, said = error.status_code, _words(error)
        url, model = self._config.url, self._config.model
        if status in (400, 413, 422):
            raise NoAnswerError(f"the server refused the question ({said})") from error
        if status in (401, 403):
            reason = f"{url} wants a valid key; set {KEY_VARIABLE} to it ({said})"
            raise _FailedError(reason, final=True) from error
        if status == 404 or 300 <= status < 400:
            reason = f"{url} has no chat completions of the model {model}; check both ({said})"
            raise _FailedError(reason, final=True) from error
        if status == 429:
            raise _FailedError(f"{url} allows no more questions for now ({said})") from error
        raise _FailedError(f"{url} failed with status {status} ({said})") from error


def _is_completion(reply: object) -> bool:
    """Tell whether a reply is a completion. The client passes on whatever a server sends."""
    from openai.types.chat import ChatCompletion, ChatCompletionMessage

    if not isinstance(reply, ChatCompletion) or not isinstance(reply.choices, list) or not reply.choices:
        return False
    return isinstance(getattr(reply.choices[0], "message", None), ChatCompletionMessage)


def _words(error: APIStatusError) -> str:
    """Return the message of the server itself, on one line and cut."""
    body = error.body
    said = body.get("message") or body.get("detail") if isinstance(body, dict) else body
    return " ".join(str(said or error.message).split())[:_SHOWN]
