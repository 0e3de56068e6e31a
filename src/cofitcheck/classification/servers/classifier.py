"""The classifier that asks a server one question for each pair.

It keeps the answers on disk, so that a stopped run goes on without asking twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from cofitcheck.classification.questions import PROMPTS, Prompt
from cofitcheck.classification.questions.prompts import Language, prompt_for
from cofitcheck.classification.servers.answers import AnswerWords, Dialect
from cofitcheck.classification.servers.asking import Interview, OnAnswer, QuestionText, question_texts
from cofitcheck.classification.servers.config import KEY_VARIABLE, ServerConfig
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.errors import InputError, MissingDependencyError, UnavailableError
from cofitcheck.facts import ScoredPairs, Usage
from cofitcheck.filtering import CandidatePairs

_FORMAT = 1
_APPLICATION = 0x436F4669  # "CoFi": tells our files from other SQLite databases

Result = TypeVar("Result")

CHARACTERS_A_TOKEN = {"english-1": 3.4, "chinese-1": 1.5}
"""Characters of one token by prompt, for an estimate. 3.4 was measured on the sample report. A token of
Chinese is mostly one or two characters."""

_METHOD = "greedy-1"
"""The name of the way in which a question is put and its answer read. Another way needs another name, or old
answers would be taken for new ones."""


def key(*parts: str) -> str:
    """Return the key of a question: a digest of all that its answer depends on."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class AnswerCache:
    """A file of answers by key. Several processes may share it.

    Without a path the answers last as long as this object."""

    def __init__(self, path: Path | None) -> None:
        """Open the file, or make it. Raises `InputError` where it is another file or has another format."""
        self.path = path
        try:
            # A notebook asks from another thread than the one that opened the file.
            self._database = sqlite3.connect(
                path or ":memory:", timeout=60, isolation_level=None, check_same_thread=False
            )
            self._prepare()
        except sqlite3.Error as error:
            raise InputError(
                f"{path}: cannot be used as a cache of answers ({error}); name another file."
            ) from error

    def get(self, key: str) -> float | None:
        """Return the probability kept under `key`, None where there is none."""
        row = self._database.execute("SELECT probability FROM answers WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def put(self, key: str, probability: float) -> None:
        """Keep an answer; it is on disk when this returns. Raises `InputError` where it cannot be written."""
        try:
            self._database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, probability))
        except sqlite3.Error as error:
            raise InputError(
                f"{self.path}: an answer cannot be kept in it ({error}); name another file."
            ) from error

    def _prepare(self) -> None:
        with self._database as database:
            database.execute("BEGIN IMMEDIATE")
            ((tables,),) = database.execute("SELECT count(*) FROM sqlite_master")
            if not tables:
                database.execute(f"PRAGMA application_id = {_APPLICATION}")
                database.execute(f"PRAGMA user_version = {_FORMAT}")
                database.execute(
                    "CREATE TABLE answers (key TEXT PRIMARY KEY, probability REAL NOT NULL) WITHOUT ROWID"
                )
            ((application,),) = database.execute("PRAGMA application_id")
            ((version,),) = database.execute("PRAGMA user_version")
        if application != _APPLICATION:
            raise InputError(f"{self.path}: is a database, but no cache of answers; name another file.")
        if version != _FORMAT:
            raise InputError(
                f"{self.path}: is a cache of answers in format {version}, and this version reads format "
                f"{_FORMAT}; name another file."
            )


@dataclass(frozen=True)
class _Tongue:
    """A prompt, its two answers, and which parameters the server takes with questions in it."""

    prompt: Prompt
    words: AnswerWords
    dialect: Dialect

    @classmethod
    def named(cls, prompt: str, answer_tokens: int) -> _Tongue:
        known = Prompt.named(prompt)
        words = AnswerWords(known.yes.strip(), known.no.strip())
        return cls(known, words, Dialect(words, answer_tokens))


class ServerClassifier:
    """Asks a model behind an OpenAI-compatible server about every candidate pair, without its numbers.

    Decoding is greedy. The probability is that of the answer's token where the server gives it, else 0 or 1.
    """

    threshold = 0.5
    """The probability from which a model answers yes when it is greedy."""

    def __init__(self, config: ServerConfig, language: Language | None = None) -> None:
        """Ask in `language`; None means "auto", so that a Chinese document is asked about in Chinese.

        Raises `MissingDependencyError` without the openai package, and `InputError` where the cache cannot be
        used.
        """
        try:
            import openai  # noqa: F401 (needed later; said now where it is missing)
        except ImportError as error:
            raise MissingDependencyError(
                "Asking a server needs openai: pip install 'cofitcheck[openai]'."
            ) from error
        self.config = config
        self.usage = Usage()
        """What asking about all documents so far has cost."""
        self._language: Language = language or "auto"
        self._tongues: dict[str, _Tongue] = {}
        self._cache = AnswerCache(config.cache)

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order.

        A probability is NaN where the server gave no answer; the reasons are counted in `unclassified`.
        Raises `InputError` where an answer cannot be kept.
        """
        tongue = self._tongue(document)
        questions = question_texts(document, candidates, tongue.prompt, self.config.characters)
        probability = np.full(len(candidates), np.nan, dtype=np.float32)
        new = []
        for question in questions:
            known = self._cache.get(self._key(tongue, question))
            if known is None:
                new.append(question)
            else:
                probability[question.asked] = known

        def take(question: QuestionText, answer: float) -> None:
            self._cache.put(self._key(tongue, question), answer)
            probability[question.asked] = answer

        self._say_estimate(document, tongue, new)
        reasons, usage = _run(self._ask(tongue, new, take)) if new else ({}, Usage())
        usage += Usage(remembered=len(questions) - len(new))
        self.usage += usage
        unclassified = dict(Counter(reasons.values()))
        return ScoredPairs(candidates.left, candidates.right, probability, unclassified, usage)

    def _say_estimate(self, document: Document, tongue: _Tongue, new: Sequence[QuestionText]) -> None:
        """Print what asking will take. Raises `UnavailableError` where that is above the budget."""
        if not new:
            return
        characters = sum(len(each.task) + len(each.contexts) + len(each.question) for each in new)
        tokens_in = round(characters / CHARACTERS_A_TOKEN[tongue.prompt.name])
        tokens_out = len(new) * self.config.answer_tokens
        cost = self.config.cost(tokens_in, tokens_out)
        price = "" if cost is None else f", at most about {cost:,.2f} in all"
        print(
            f"{document.name}: {len(new):,} questions to {self.config.model}, about {tokens_in:,} tokens in "
            f"and at most {tokens_out:,} out{price}.",
            file=sys.stderr,
        )
        if self.config.budget is not None and cost is not None and cost > self.config.budget:
            raise UnavailableError(
                f"asking about it may cost {cost:,.2f}, more than the budget of {self.config.budget:g}; "
                "raise --budget, or ask less with --ask-above or --answer-tokens."
            )

    def _tongue(self, document: Document) -> _Tongue:
        name = prompt_for(document, self._language, PROMPTS[0])
        if name not in self._tongues:
            self._tongues[name] = _Tongue.named(name, self.config.answer_tokens)
        return self._tongues[name]

    async def _ask(
        self, tongue: _Tongue, questions: Sequence[QuestionText], take: OnAnswer
    ) -> tuple[dict[int, str], Usage]:
        """Return why pairs were not answered, by their places among the candidates, and the cost."""
        import openai

        config = self.config
        # Questions to this machine go through no proxy, and no redirect to another server is followed.
        http = openai.DefaultAsyncHttpxClient(trust_env=not config.local, follow_redirects=False)
        async with openai.AsyncOpenAI(
            base_url=config.url,
            api_key=os.environ.get(KEY_VARIABLE) or "none",
            timeout=config.timeout,
            max_retries=config.retries,
            http_client=http,
        ) as client:
            interview = Interview(client, config, tongue.dialect, tongue.words, take)
            reasons = await interview.ask(questions)
        return reasons, interview.usage

    def _key(self, tongue: _Tongue, question: QuestionText) -> str:
        text = question.task, question.contexts, question.question
        return key(self.config.url, self.config.model, tongue.prompt.name, _METHOD, *text)


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end, also inside a notebook, whose own loop is running already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
