"""What a whole document says of its candidate pairs: neighbours, rivals, companions, go-betweens."""

from cofitcheck.reconciliation.lines import LineTrees, WithinTrees
from cofitcheck.reconciliation.reconciler import EqualTrees, Reconciler

__all__ = ["EqualTrees", "LineTrees", "Reconciler", "WithinTrees"]
