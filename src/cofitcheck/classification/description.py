"""What a trained language model says of itself beside its weights: how its questions have to look."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from cofitcheck.classification.questions import PROMPTS, Prompt, QuestionLayout, QuestionSettings
from cofitcheck.classification.questions.layout import Sharing
from cofitcheck.encoding.described import Described
from cofitcheck.encoding.layouts.context import LIMIT
from cofitcheck.encoding.pieces import Pieces
from cofitcheck.errors import ConfigError, ModelError

FILE = "classifier.json"


class ClassifierDescription(Described, frozen=True, forbid_unknown_fields=True):
    """The prompt of a trained classifier, the most tokens of one, and what its contexts are shared by.

    `threshold` is the probability at which its F1 on dev is best.
    """

    file: ClassVar[str] = FILE
    kind: ClassVar[str] = "classifiers"
    prompt: str = PROMPTS[0]
    limit: Annotated[int, msgspec.Meta(gt=0)] = LIMIT
    sharing: Sharing = "pair"
    threshold: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5

    def make_layout(self, tokenizer: Path) -> QuestionLayout:
        """Return the layout with the model's own tokenizer file.

        Raises `ModelError`, also where the tokenizer begins both answers alike.
        """
        pieces = Pieces.load(tokenizer)
        try:
            prompt = Prompt.named(self.prompt)
            layout = QuestionLayout(pieces, prompt, QuestionSettings(self.limit, self.sharing))
        except ConfigError as error:
            raise ModelError(f"{FILE} beside {tokenizer} cannot be used. {error}") from error
        yes, no = layout.answers()
        if yes == no:
            raise ModelError(
                f"{tokenizer} has no tokens for {prompt.yes.strip()} and {prompt.no.strip()} that differ, so "
                f"its model cannot answer the prompt {self.prompt}: take another model or prompt."
            )
        return layout
