"""Stage 2: candidate pairs to probabilities that both mentions state the same fact."""

from cofitcheck.classification.protocol import Cascade, Classifier
from cofitcheck.classification.trees import Facet, FacetTrees, Trees, WordClassifier

__all__ = ["Cascade", "Classifier", "Facet", "FacetTrees", "Trees", "WordClassifier"]
