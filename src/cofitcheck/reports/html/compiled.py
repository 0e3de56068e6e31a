"""Keeps compiled templates, where Python keeps its own compiled modules.

Compiling the templates of a report takes as long as filling them.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from io import BytesIO
from pickle import UnpicklingError

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from cofitcheck import compiled

_CUT_SHORT = (EOFError, ValueError, TypeError, UnpicklingError)
"""The errors that Jinja raises when a file is not whole."""


class CompiledTemplates(BytecodeCache):
    """Keeps each compiled template until its text changes."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket of a template if its compiled form is kept."""
        with suppress(*_CUT_SHORT):
            bucket.load_bytecode(BytesIO(compiled.load(_name(bucket)) or b""))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template."""
        content = BytesIO()
        bucket.write_bytecode(content)
        compiled.keep(_name(bucket), content.getvalue())


def _name(bucket: Bucket) -> str:
    """Return the name of a template, with the version of Jinja that compiled it."""
    # Reading the version from the metadata of the package takes a hundredth of a second.
    compiler = getattr(jinja2, "__version__", None) or version("jinja2")
    return f"template-{bucket.key}-jinja-{compiler.replace('.', '_')}"
