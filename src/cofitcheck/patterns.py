"""Regular expressions that are compiled when they are first used: `from cofitcheck import patterns as re`.

Compiling all that the package has takes a quarter of a second, and a small document needs few of them.
"""

from __future__ import annotations

import re
from re import ASCII, DOTALL, IGNORECASE, MULTILINE, VERBOSE, Match, Pattern, escape
from typing import Any, AnyStr, cast

__all__ = ["ASCII", "DOTALL", "IGNORECASE", "MULTILINE", "VERBOSE", "Match", "Pattern", "compile", "escape"]

_METHODS = ("match", "fullmatch", "search", "sub", "subn", "finditer", "findall", "split")


class _Uncompiled:
    """Stands for a pattern; from its first use on its methods are those of the compiled one."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update((each, getattr(compiled, each)) for each in _METHODS)
        return getattr(compiled, name)


def compile(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
    """Return a pattern as `re.compile` does; what is wrong with it is raised when it is first used."""
    return cast("Pattern[AnyStr]", _Uncompiled(pattern, flags))
