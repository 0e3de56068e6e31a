"""Templates as Python has compiled them, kept where Python keeps its own compiled modules.

To compile the templates of a report takes as long as to fill them.
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
"""What Jinja raises of a file that is not whole."""


class CompiledTemplates(BytecodeCache):
    """Keeps each compiled template until its text is another."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket of a template that is kept."""
        with suppress(*_CUT_SHORT):
            bucket.load_bytecode(BytesIO(compiled.load(_name(bucket)) or b""))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        content = BytesIO()
        bucket.write_bytecode(content)
        compiled.keep(_name(bucket), content.getvalue())


def _name(bucket: Bucket) -> str:
    """Return the name of a template, with the version of Jinja that compiled it."""
    # The metadata of a package know its version, and take a hundredth of a second to read.
    compiler = getattr(jinja2, "__version__", None) or version("jinja2")
    return f"template-{bucket.key}-jinja-{compiler.replace('.', '_')}"
