"""How a trained language model is asked: a file beside its weights says how its questions must look."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from cofitcheck.classification.questions import PROMPTS, Prompt, QuestionLayout, QuestionSettings
from cofitcheck.classification.questions.layout import Sharing
from cofitcheck.classification.questions.prompts import Language, prompt_for
from cofitcheck.document import Document
from cofitcheck.encoding.description import Described, Frame, chat_frame
from cofitcheck.encoding.layouts.context import LIMIT
from cofitcheck.encoding.passes import Pieces
from cofitcheck.errors import ConfigError, ModelError

FILE = "classifier.json"


class ClassifierDescription(Described, frozen=True, forbid_unknown_fields=True):
    """The prompt of a trained classifier, the most tokens of one prompt, and what shares a context.

    In a `chat` the question is what the user says, in the frame of the tokenizer's template. `threshold` is
    the probability at which the F1 on dev is best.
    """

    file: ClassVar[str] = FILE
    kind: ClassVar[str] = "classifiers"
    prompt: str = PROMPTS[0]
    limit: Annotated[int, msgspec.Meta(gt=0)] = LIMIT
    sharing: Sharing = "pair"
    chat: bool = False
    threshold: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5

    def make_layout(self, tokenizer: Path, asked: str | None = None) -> QuestionLayout:
        """Return the layout with the model's own tokenizer file, and its prompt or the one that is `asked`.

        Raises `ModelError`, also where the tokenizer begins both answers alike.
        """
        frame = chat_frame(tokenizer.parent) if self.chat else Frame()
        pieces = Pieces.load(tokenizer, frame.before)
        try:
            prompt = Prompt.named(asked or self.prompt).framed(frame)
            layout = QuestionLayout(pieces, prompt, QuestionSettings(self.limit, self.sharing))
        except ConfigError as error:
            raise ModelError(f"{FILE} beside {tokenizer} cannot be used. {error}") from error
        yes, no = layout.answers()
        if yes == no:
            raise ModelError(
                f"{tokenizer} has no tokens for {prompt.yes.strip()} and {prompt.no.strip()} that differ, so "
                f"its model cannot answer the prompt {prompt.name}: take another model or prompt."
            )
        return layout


class Layouts:
    """The layouts of a trained classifier: the one that it learnt, and one for each other language."""

    def __init__(
        self, description: ClassifierDescription, tokenizer: Path, language: Language | None
    ) -> None:
        """Raise `ModelError` where the layout that was learnt cannot be made."""
        self._description, self._tokenizer, self._language = description, tokenizer, language
        self.learnt = description.make_layout(tokenizer)
        self._made = {description.prompt: self.learnt}

    def of(self, document: Document) -> QuestionLayout:
        """Return the layout in which a document is asked about.

        Raises `ModelError` where the model cannot answer in that language."""
        name = prompt_for(document, self._language, self._description.prompt)
        if name not in self._made:
            self._made[name] = self._description.make_layout(self._tokenizer, name)
        return self._made[name]

    def grouped(self, documents: Sequence[Document]) -> list[tuple[QuestionLayout, list[int]]]:
        """Return each layout with the places of the documents that are asked about in it."""
        groups: dict[str, tuple[QuestionLayout, list[int]]] = {}
        for place, document in enumerate(documents):
            layout = self.of(document)
            groups.setdefault(layout.prompt.name, (layout, []))[1].append(place)
        return list(groups.values())
