"""Lets the tests import the generator as its own script does: with `examples/` on the path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
