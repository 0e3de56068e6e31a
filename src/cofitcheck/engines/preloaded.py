"""Imported by the server that workers are forked from (`preloading`), so that they find modules loaded.

Where an import fails here, it fails in each worker again, and the worker reports it.
"""

from contextlib import suppress
from importlib import import_module

from cofitcheck.reports.formats import FORMATS

_WRITERS = (f"cofitcheck.reports.{each.module}" for each in FORMATS.values())
for _name in ("cofitcheck.engines.worker", "cofitcheck.checker", "cofitcheck.encoding.onnx", *_WRITERS):
    with suppress(Exception):
        import_module(_name)
