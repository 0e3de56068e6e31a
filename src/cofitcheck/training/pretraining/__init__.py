"""Cross-table numerical alignment pretraining (CNAP, paper III-C): what equal numbers alone can teach."""
