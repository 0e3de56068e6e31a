"""What the rest of a document says of a number: sums, signs, and the words that keep two numbers apart."""
