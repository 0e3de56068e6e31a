"""Regular expressions that are compiled when they are first used: `from cofitcheck import patterns as re`.

Compiling all that the package has takes a quarter of a second, and a small document needs few of them. The
steps that Python's compiler makes of a pattern are kept from one process to the next (`compiled.py`).
"""

from __future__ import annotations

import re
from array import array
from functools import cache
from importlib import import_module
from re import ASCII, DOTALL, IGNORECASE, MULTILINE, VERBOSE, Match, Pattern, escape
from typing import Any, AnyStr, cast

from cofitcheck import compiled

__all__ = [
    "ASCII",
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "VERBOSE",
    "Match",
    "Pattern",
    "compile",
    "escape",
    "keep",
]

_METHODS = ("match", "fullmatch", "search", "sub", "subn", "finditer", "findall", "split")
_STEP = "I"
_OTHER_PYTHON = (ImportError, AttributeError, TypeError, ValueError, RuntimeError, OverflowError)
"""The errors that are raised where the inside of Python's `re` differs, or what was kept is no pattern."""

_Parts = tuple[int, bytes, int, dict[str, int]]
"""A compiled pattern without its text: flags, steps, how many groups it has, and the names of groups."""
_new: list[str] = []
"""The keys of patterns that were compiled since `keep`."""


class _Uncompiled:
    """Stands for a pattern; from its first use on its methods are those of the compiled one."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = _compiled(self.pattern, self._flags)
        self.__dict__.update((each, getattr(made, each)) for each in _METHODS)
        return getattr(made, name)


def compile(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
    """Return a pattern as `re.compile` does; an error in it is raised when it is first used."""
    return cast("Pattern[AnyStr]", _Uncompiled(pattern, flags))


def keep() -> None:
    """Keep the patterns that were compiled since the last call for the processes after this one."""
    if _new:
        import msgspec

        _new.clear()
        kept = {key: parts for key, parts in _known().items() if _is_encodable(key)}
        compiled.keep(_name(), msgspec.msgpack.encode(kept))


def _is_encodable(key: str) -> bool:
    """Tell whether a key can be written: halves of surrogate pairs, which a pattern may look for, cannot."""
    try:
        key.encode()
    except UnicodeEncodeError:
        return False
    return True


def _compiled(pattern: str | bytes, flags: int) -> Pattern[Any]:
    if isinstance(pattern, bytes):
        return re.compile(pattern, flags)
    known, key = _known(), f"{int(flags)} {pattern}"
    try:
        if key not in known:
            known[key] = _parts(pattern, flags)
            _new.append(key)
        return _put_together(pattern, known[key])
    except _OTHER_PYTHON:
        return re.compile(pattern, flags)


def _parts(pattern: str, flags: int) -> _Parts:
    compiler = _inside("_compiler")
    parsed = _inside("_parser").parse(pattern, flags)
    steps = array(_STEP, compiler._code(parsed, flags)).tobytes()
    state = parsed.state
    return int(flags | state.flags), steps, state.groups, dict(state.groupdict)


def _put_together(pattern: str, parts: _Parts) -> Pattern[Any]:
    flags, steps, groups, numbers = parts
    names: list[str | None] = [None] * groups
    for name, number in numbers.items():
        names[number] = name
    sre = import_module("_sre")
    made: Pattern[Any] = sre.compile(
        pattern, flags, array(_STEP, steps).tolist(), groups - 1, numbers, tuple(names)
    )
    return made


def _inside(name: str) -> Any:
    return import_module(f"re.{name}")


@cache
def _known() -> dict[str, _Parts]:
    """Return the parts of patterns that processes before this one have compiled, by flags and text."""
    import msgspec

    try:
        return msgspec.msgpack.decode(compiled.load(_name()) or b"\x80", type=dict[str, _Parts])
    except msgspec.MsgspecError:
        return {}


def _name() -> str:
    sre = import_module("_sre")
    return f"patterns-{sre.MAGIC}-{sre.CODESIZE}"
