"""The same questions as plain text, for models behind a server: what is cut is measured in characters."""

from __future__ import annotations

from dataclasses import dataclass

from cofitcheck.classification.questions.layout import QuestionLayout, QuestionSettings
from cofitcheck.classification.questions.prompts import Prompt
from cofitcheck.document.model import Document
from cofitcheck.encoding.layouts.context import LIMIT
from cofitcheck.encoding.pieces import Characters, characters_text
from cofitcheck.filtering.model import CandidatePairs

CHARACTERS = 3 * LIMIT
"""The most characters of one prompt: table text has 3.4 a token (measured on the sample report)."""


@dataclass(frozen=True, slots=True)
class QuestionText:
    """One prompt: `task`, `contexts`, `question`, one after another.

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
    """Return a prompt for every candidate pair, those that share their contexts together.

    `characters` is the most of one prompt. Raises `ConfigError` when that is too few for any pair of tables,
    `InputError` when a mention stands where the document has no cell.
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
