"""What a language model is asked about candidate pairs (paper III-B); the same for training and inference."""

from cofitcheck.classification.questions.layout import QuestionLayout, QuestionSettings
from cofitcheck.classification.questions.prompts import PROMPTS, Prompt

__all__ = [
    "PROMPTS",
    "Prompt",
    "QuestionLayout",
    "QuestionSettings",
]
