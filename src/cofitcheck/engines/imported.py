"""Imported by the server that workers are forked from (`early`): they find these modules there.

What cannot be imported here each worker meets again, and says.
"""

from contextlib import suppress
from importlib import import_module

for _name in ("cofitcheck.engines.reporting", "cofitcheck.checker", "cofitcheck.encoding.onnx"):
    with suppress(Exception):
        import_module(_name)
