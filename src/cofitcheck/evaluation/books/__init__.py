"""How well the books of made-up companies are tied to their statements."""
