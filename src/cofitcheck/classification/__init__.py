"""Stage 2: candidate pairs to probabilities that both mentions state the same fact."""

from cofitcheck.classification.cascade import Cascade
from cofitcheck.classification.protocol import Classifier
from cofitcheck.classification.trees import TreeClassifier, Trees

__all__ = ["Cascade", "Classifier", "TreeClassifier", "Trees"]
