"""The parts of `benchmarks/snapshot.py`: what is decided as records, forms of documents, differences."""
