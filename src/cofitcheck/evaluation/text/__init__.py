"""The benchmark of sentences against tables: `cofitcheck evaluate text`."""
