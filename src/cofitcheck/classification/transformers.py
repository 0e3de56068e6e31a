"""Stage 2 on Hugging Face Transformers: a trained causal model, on the CPU or a GPU."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
import numpy.typing as npt

from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.batching import groups
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.encoding.pieces import Pieces
from cofitcheck.encoding.transformers import BATCH_TOKENS, DataType, check_choice, check_sizes, on_device
from cofitcheck.errors import MissingDependencyError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs

if TYPE_CHECKING:
    from torch import Tensor

How = Literal["packed", "prefill", "one-pair-per-pass"]
"""All pairs of two tables in one masked pass; on a cache of their contexts; or the slow twin of both."""


class TransformersClassifier:
    """Asks about all pairs of two tables at once, or as `how` says; the three ways give the same answers.

    With layers of sliding-window or linear attention only "one-pair-per-pass" is exact, and the others are
    refused.
    """

    def __init__(
        self,
        folder: Path,
        how: How | None = None,
        device: str = "cpu",
        dtype: DataType = "float32",
        batch_tokens: int = BATCH_TOKENS,
    ) -> None:
        """Load a folder with a causal model, its `tokenizer.json` and its `classifier.json`.

        Without `how` contexts that are shared by table are read once a document, on a cache, and others
        packed. Raises `ModelError`, `MissingDependencyError`, `ConfigError` on a wrong `how`, `device` or
        `dtype`.
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
        self.layout = self.description.make_layout(folder / "tokenizer.json")
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
        import torch

        probability = np.full(len(candidates), np.nan, np.float32)
        passes = self.layout.passes(document, candidates)
        with torch.inference_mode():
            for asked, states in self._states(passes):
                answered = self._model.probability(states, self.layout.answers())
                probability[asked] = answered.cpu().numpy()
        return ScoredPairs(candidates.left, candidates.right, probability)

    def _states(self, passes: Sequence[PackedPass]) -> Iterator[tuple[npt.NDArray[np.int32], Tensor]]:
        """Yield places of candidate pairs and the last hidden states of their answers, group by group."""
        from cofitcheck.encoding.memory import ContextMemory
        from cofitcheck.encoding.states import cached_states, masked_states, plain_states, remembered_states

        by_table = self.description.sharing == "table"
        if self.how == "prefill" and by_table:
            memory = ContextMemory(self._model.body)
            for each in passes:
                yield each.asked, remembered_states(memory, each)
            return
        states = cached_states if self.how == "prefill" else masked_states
        if self.how == "one-pair-per-pass":
            passes = [each.only(which) for each in passes for which in range(len(each.asked))]
            states = masked_states if by_table else plain_states
        for group in groups(passes, self._batch_tokens):
            yield np.concatenate([each.asked for each in group]), states(self._model.body, group)
