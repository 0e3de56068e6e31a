"""Training of stage 1, the table encoder."""
