"""Stage 2 on Hugging Face Transformers: a trained causal model, on the CPU or a GPU."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
import numpy.typing as npt

from cofitcheck.classification import Found, in_groups
from cofitcheck.classification.description import ClassifierDescription, Layouts
from cofitcheck.classification.questions import QuestionLayout
from cofitcheck.classification.questions.prompts import Language
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.passes import PackedPass, Pieces, groups, joined, parted
from cofitcheck.encoding.transformers import BATCH_TOKENS, DataType, check_choice, check_sizes, on_device
from cofitcheck.errors import MissingDependencyError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs

if TYPE_CHECKING:
    from torch import Tensor

How = Literal["packed", "prefill", "one-pair-per-pass"]
"""All pairs of two tables in one masked pass, all of them on a cache of their contexts, or one at a time."""


class TransformersClassifier:
    """Asks about all pairs of two tables at once, or as `how` says. The three ways give the same answers.

    With layers of sliding-window or linear attention only "one-pair-per-pass" is exact; the other two are
    refused.
    """

    def __init__(
        self,
        folder: Path,
        how: How | None = None,
        device: str = "cpu",
        dtype: DataType = "float32",
        batch_tokens: int = BATCH_TOKENS,
        language: Language | None = None,
    ) -> None:
        """Load a folder with a causal model, its `tokenizer.json` and its `classifier.json`.

        Documents are asked about in `language`; None is the language that the model learnt. Without `how`
        it is "prefill" where contexts are shared by table (each is then read once a document), and "packed"
        otherwise. Raises `ModelError`, `MissingDependencyError`, and `ConfigError` on a wrong `how`, `device`
        or `dtype`.
        """
        if how is not None:
            check_choice("how", how, get_args(How))
        check_choice("dtype", dtype, get_args(DataType))
        try:
            import transformers  # noqa: F401 (needed later; said now where it is missing)

            from cofitcheck.classification.causal import CausalClassifier
        except ImportError as error:
            raise MissingDependencyError(
                "A causal classifier needs torch and transformers: pip install 'cofitcheck[train]'."
            ) from error
        self.description = ClassifierDescription.read(folder)
        self.threshold = self.description.threshold
        self._layouts = Layouts(self.description, folder / "tokenizer.json", language)
        self.layout = self._layouts.learnt
        by_table = self.description.sharing == "table"
        self.how: How = how or ("prefill" if by_table else "packed")
        self._batch_tokens = batch_tokens
        model = CausalClassifier.load(folder, dtype, one_pass=self.how != "one-pair-per-pass")
        check_sizes(folder, model.body.config, Pieces.load(folder / "tokenizer.json"), self.description.limit)
        self._model = on_device(model, device).eval()

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order.

        Raises `InputError` when a mention stands where the document has no cell.
        """
        return self.classify_all([Found(document, encoded, candidates)])[0]

    def classify_all(self, found: Sequence[Found]) -> list[ScoredPairs]:
        """Return the candidates of each document with their probabilities.

        The passes of all documents share batches, so that small documents leave no batch half empty.
        """
        return in_groups(found, self._layouts.grouped([each.document for each in found]), self._classified)

    def _classified(self, layout: QuestionLayout, found: Sequence[Found]) -> list[ScoredPairs]:
        """Classify documents that are asked about in one language."""
        import torch

        passes = [layout.passes(each.document, each.candidates) for each in found]
        counts = [len(each.candidates) for each in found]
        probability = np.full(sum(counts), np.nan, np.float32)
        with torch.inference_mode():
            for asked, states in self._states(joined(passes, counts)):
                answered = self._model.probability(states, layout.answers())
                probability[asked] = answered.cpu().numpy()
        return [
            ScoredPairs(each.candidates.left, each.candidates.right, part)
            for each, part in zip(found, parted(probability, counts), strict=True)
        ]

    def _states(
        self, documents: Sequence[Sequence[PackedPass]]
    ) -> Iterator[tuple[npt.NDArray[np.int32], Tensor]]:
        """Yield places of candidate pairs and the last hidden states of their answers, group by group."""
        from cofitcheck.encoding.states import (
            ContextMemory,
            cached_states,
            masked_states,
            plain_states,
            remembered_states,
        )

        by_table = self.description.sharing == "table"
        if self.how == "prefill" and by_table:
            for document in documents:
                memory = ContextMemory(self._model.body)
                for each in document:
                    yield each.asked, remembered_states(memory, each)
            return
        passes = list(chain.from_iterable(documents))
        states = cached_states if self.how == "prefill" else masked_states
        if self.how == "one-pair-per-pass":
            passes = [each.only(which) for each in passes for which in range(len(each.asked))]
            states = masked_states if by_table else plain_states
        for group in groups(passes, self._batch_tokens):
            yield np.concatenate([each.asked for each in group]), states(self._model.body, group)
