"""An annual report of a company that does not exist: its numbers, its tables, its page."""
