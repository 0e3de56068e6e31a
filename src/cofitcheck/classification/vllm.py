"""Stage 2 on vLLM: a trained causal model, with one prompt for each pair.

vLLM takes no mask from its caller, so a pass cannot hold several questions. The prompts of the same two
tables follow each other and begin with the same contexts. The prefix cache of vLLM reads these once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from cofitcheck.classification import Found, in_groups
from cofitcheck.classification.description import ClassifierDescription, Layouts
from cofitcheck.classification.questions import QuestionLayout
from cofitcheck.classification.questions.prompts import Language
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.passes import joined, parted
from cofitcheck.errors import MissingDependencyError, ModelError
from cofitcheck.facts import ScoredPairs
from cofitcheck.filtering import CandidatePairs


class VllmClassifier:
    """A causal language model that answers yes or no about every candidate pair, run by vLLM."""

    def __init__(self, folder: Path, language: Language | None = None, **options: Any) -> None:
        """Load a folder with a causal model, its `tokenizer.json` and its `classifier.json`.

        Documents are asked about in `language`; None is the language that the model learnt. `options` go to
        `vllm.LLM`. Raises `MissingDependencyError` without vLLM. Raises `ModelError` where the model cannot
        be loaded, or was trained with tables that do not see each other.
        """
        try:
            import vllm
        except ImportError as error:
            raise MissingDependencyError(
                "This classifier needs vLLM, in an environment of its own; docs/vllm.md says how to make one."
            ) from error
        self.description = ClassifierDescription.read(folder)
        self.threshold = self.description.threshold
        if self.description.sharing == "table":
            raise ModelError(
                f"The model in {folder} was trained with tables that do not see each other, which vLLM "
                "cannot do: run it with transformers."
            )
        self._layouts = Layouts(self.description, folder / "tokenizer.json", language)
        self.layout = self._layouts.learnt
        try:
            self._model = vllm.LLM(
                model=str(folder),
                skip_tokenizer_init=True,
                enable_prefix_caching=True,
                # The answer's own token is one more than the prompt.
                max_model_len=self.description.limit + 1,
                logprobs_mode="processed_logprobs",
                **options,
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelError(f"vLLM cannot load the model in {folder}: {error}") from error

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        """Return the candidates with their probabilities, in the same order.

        Raises `InputError` when a mention stands where the document has no cell.
        """
        return self.classify_all([Found(document, encoded, candidates)])[0]

    def classify_all(self, found: Sequence[Found]) -> list[ScoredPairs]:
        """Return the candidates of each document with their probabilities; vLLM gets all prompts at once."""
        return in_groups(found, self._layouts.grouped([each.document for each in found]), self._classified)

    def _classified(self, layout: QuestionLayout, found: Sequence[Found]) -> list[ScoredPairs]:
        """Classify documents that are asked about in one language."""
        import vllm

        yes, no = layout.answers()
        # Only two tokens are allowed, so the probability of each is its share of both.
        sampling = vllm.SamplingParams(
            max_tokens=1, temperature=0, allowed_token_ids=[yes, no], logprobs=2, detokenize=False
        )
        counts = [len(each.candidates) for each in found]
        probability = np.full(sum(counts), np.nan, dtype=np.float32)
        passes = [layout.passes(each.document, each.candidates) for each in found]
        alone = [
            each.only(which)
            for each in chain.from_iterable(joined(passes, counts))
            for which in range(len(each.asked))
        ]
        prompts = [{"prompt_token_ids": each.tokens.tolist()} for each in alone]
        replies = self._model.generate(prompts, sampling, use_tqdm=False) if prompts else []
        for each, reply in zip(alone, replies, strict=True):
            shares = reply.outputs[0].logprobs[0]
            probability[each.asked[0]] = math.exp(shares[yes].logprob)
        return [
            ScoredPairs(each.candidates.left, each.candidates.right, part)
            for each, part in zip(found, parted(probability, counts), strict=True)
        ]
