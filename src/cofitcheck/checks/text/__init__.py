"""Check sentences against tables: which cells a number in prose is about, and which of them it
contradicts."""
