"""Short made-up statements, with and without one planted error, in five languages and five formats."""
