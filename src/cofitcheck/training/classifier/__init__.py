"""Training of stage 2: a causal language model that answers whether two mentions state one fact."""
