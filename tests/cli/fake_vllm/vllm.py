"""What `VllmClassifier` needs of vLLM, whose engine is a process of its own: every answer is yes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from multiprocessing import get_context
from types import SimpleNamespace
from typing import Any


@dataclass
class SamplingParams:
    max_tokens: int
    temperature: float
    allowed_token_ids: list[int]
    logprobs: int
    detokenize: bool


class LLM:
    def __init__(self, model: str, **options: Any) -> None:
        engine = get_context("spawn").Process(target=int)
        engine.start()
        engine.join()

    def generate(self, prompts: list[Any], sampling: SamplingParams, use_tqdm: bool) -> list[Any]:
        yes, no = sampling.allowed_token_ids
        shares = {yes: SimpleNamespace(logprob=math.log(0.9)), no: SimpleNamespace(logprob=math.log(0.1))}
        return [SimpleNamespace(outputs=[SimpleNamespace(logprobs=[shares])]) for _ in prompts]
