"""What a whole document says of its candidate pairs: neighbours, rivals, companions, go-betweens."""

from cofitcheck.reconciliation.equals import EqualTrees
from cofitcheck.reconciliation.lines import LineTrees
from cofitcheck.reconciliation.reconciler import Reconciler
from cofitcheck.reconciliation.within import WithinTrees

__all__ = ["EqualTrees", "LineTrees", "Reconciler", "WithinTrees"]
