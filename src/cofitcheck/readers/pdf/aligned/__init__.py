"""Tables without ruled columns: numbers that stand below each other, and the words around them."""
