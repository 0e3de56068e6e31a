"""The parts of `benchmarks/fuzz.py`: documents to begin with, what is done to them, and who reads them."""
