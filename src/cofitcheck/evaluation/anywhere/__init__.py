"""`evaluate anywhere`: errors planted evenly among all numbers of tables, and what finds them."""
