"""The books against the statements: a trial balance, which accounts each line is made of, what differs."""
