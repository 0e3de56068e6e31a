"""Cross-table numerical alignment pretraining (CNAP, paper III-C): it learns from equal numbers alone."""
