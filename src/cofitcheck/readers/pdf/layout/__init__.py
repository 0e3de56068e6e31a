"""Tables as they are found on the pages, and what makes whole tables of them."""
