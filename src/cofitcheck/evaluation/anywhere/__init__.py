"""`evaluate anywhere`: errors planted evenly among all numbers of tables, and which kind of check finds them."""
