"""Stage 2: candidate pairs to probabilities that both mentions state the same fact."""

from cofitcheck.classification.cascade import Cascade
from cofitcheck.classification.facets import Facet, FacetTrees
from cofitcheck.classification.protocol import Classifier
from cofitcheck.classification.trees import Trees
from cofitcheck.classification.words import WordClassifier

__all__ = ["Cascade", "Classifier", "Facet", "FacetTrees", "Trees", "WordClassifier"]
