"""Imported by the server that workers are forked from (`early`): they find these modules there.

What cannot be imported here each worker meets again, and says.
"""

from contextlib import suppress
from importlib import import_module

from cofitcheck.reports.formats import FORMATS

_WRITERS = (f"cofitcheck.reports.{each.module}" for each in FORMATS.values())
for _name in ("cofitcheck.engines.worker", "cofitcheck.checker", "cofitcheck.encoding.onnx", *_WRITERS):
    with suppress(Exception):
        import_module(_name)
