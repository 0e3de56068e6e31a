"""What reviewers check by hand: sums of their own, and numbers that they say are one fact, or are not."""
