"""Questions to a language model about candidate pairs (paper III-B), for training and for inference."""

from cofitcheck.classification.questions.layout import QuestionLayout, QuestionSettings
from cofitcheck.classification.questions.prompts import PROMPTS, Prompt

__all__ = [
    "PROMPTS",
    "Prompt",
    "QuestionLayout",
    "QuestionSettings",
]
