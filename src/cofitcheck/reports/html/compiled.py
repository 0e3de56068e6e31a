"""Templates as Python has compiled them, kept where Python keeps its own compiled modules.

To compile the templates of a report takes as long as to fill them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path
from pickle import UnpicklingError

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

_CUT_SHORT = (EOFError, ValueError, TypeError, UnpicklingError)
"""What Jinja raises of a file that is not whole."""


class CompiledTemplates(BytecodeCache):
    """Keeps each compiled template beside the compiled modules of this package, until its text is another.

    Nothing is kept where that folder cannot be written, or where Python is told to write no bytecode.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket of a template that is kept."""
        with suppress(OSError, *_CUT_SHORT), _path(bucket).open("rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, whole or not at all."""
        if sys.dont_write_bytecode:
            return
        path = _path(bucket)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
            try:
                with os.fdopen(handle, "wb") as file:
                    bucket.write_bytecode(file)
                os.chmod(temporary, 0o644)
                os.replace(temporary, path)
            except BaseException:
                os.unlink(temporary)
                raise


def _path(bucket: Bucket) -> Path:
    """Return where a template is kept; the name tells the versions of Jinja and Python that compiled it."""
    compiler = version("jinja2").replace(".", "_")
    name = f"template-{bucket.key}-jinja-{compiler}.py"
    return Path(cache_from_source(str(Path(__file__).with_name(name))))
