"""What made the bundled weights: labels to examples, losses and trainers. Needs the `train` extra."""
