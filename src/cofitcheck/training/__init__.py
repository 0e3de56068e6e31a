"""Trains the bundled weights: examples from labels, losses and trainers. Needs the `train` extra."""
