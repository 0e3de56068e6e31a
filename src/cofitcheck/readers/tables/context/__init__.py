"""What stands around the tables: titles, captions and text, the company, the passages of running text."""
