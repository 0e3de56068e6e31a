"""The document itself with its findings marked, as HTML or PDF."""
