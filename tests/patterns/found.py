"""Every regular expression of the package: where it stands, and how it is used."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import cofitcheck
from cofitcheck import patterns

USES = frozenset({"match", "fullmatch", "search", "sub", "subn", "finditer", "findall", "split"})
_ROOT = Path(cofitcheck.__file__).parent
_NOT_IMPORTED = ("cofitcheck.__main__", "cofitcheck.review.database.migrations")
"""What runs something when it is imported."""


@dataclass(frozen=True)
class Found:
    """A pattern that importing the package compiles.

    `name` and `line` are of the statement of the module that has it compiled, and `uses` are the methods
    called on it: all that there are where no call is found.
    """

    module: str
    name: str
    line: int
    pattern: str
    flags: int
    binary: bool
    uses: frozenset[str] = USES

    def compiled(self) -> re.Pattern[Any]:
        """Return the pattern itself."""
        source = self.pattern.encode("latin-1") if self.binary else self.pattern
        return re.compile(source, self.flags & ~(0 if self.binary else re.UNICODE))


@cache
def found_patterns() -> tuple[Found, ...]:
    """Return every pattern that importing the package compiles, in the order of its modules."""
    uses = _Uses()
    found = []
    for module, line, pattern, flags, binary in _recorded()["patterns"]:
        names = _targets(next((one for one in _trees()[module].body if line in _lines(one)), None))
        found.append(Found(module, " ".join(names), line, pattern, flags, binary, uses.of(module, names)))
    return tuple(sorted(found, key=lambda one: (one.module, one.line, one.pattern)))


def compiled_late() -> list[str]:
    """Return the modules that use the functions of `re` on a string, or compile in what they call later."""
    sites, unknown = {tuple(site) for site in _recorded()["sites"]}, set(_recorded()["unknown"])
    late = []
    for module, tree in _trees().items():
        for node in ast.walk(tree):
            name = _function_of_re(node)
            if name is None or name == "escape" or module in unknown:
                continue
            if name != "compile" or not any((module, line) in sites for line in _lines(node)):
                late.append(f"{module} re.{name}")
    return late


@cache
def _recorded() -> Mapping[str, Any]:
    """Return what this file prints, run by itself: modules are imported before all else there."""
    output = subprocess.run([sys.executable, __file__], capture_output=True, text=True, check=True).stdout
    recorded: Mapping[str, Any] = json.loads(output)
    return recorded


def _function_of_re(node: ast.AST) -> str | None:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return None
    owner = node.func.value
    return node.func.attr if isinstance(owner, ast.Name) and owner.id == "re" else None


def _lines(node: ast.AST) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)  # type: ignore[attr-defined]


class _Uses:
    """Which methods are called on the patterns of a statement."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, str], set[str]] = defaultdict(set)
        for module, tree in _trees().items():
            self._collect(module, tree)

    def of(self, module: str, names: Iterable[str]) -> frozenset[str]:
        """Return the methods called on what a statement of a module names, or all."""
        return frozenset[str]().union(*(self._of[module, name] for name in names)) or USES

    def _collect(self, module: str, tree: ast.Module) -> None:
        names = {name: (module, name) for statement in tree.body for name in _targets(statement)}
        names |= _imported(module, tree)
        loops = _loops(tree)
        in_loops = {name for iterated in loops.values() for name in iterated}
        called: dict[str, set[str]] = defaultdict(set)
        receivers: set[ast.AST] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                receivers.add(node.value)
                if node.attr in USES:
                    called[node.value.id].add(node.attr)
        for variable, uses in called.items():
            for name in {variable, *loops.get(variable, ())} & set(names):
                self._of[names[name]] |= uses
        # What a pattern is called where it is handed on to: the words for that are not those of strings too.
        elsewhere = {use for variable, uses in called.items() if variable not in names for use in uses}
        elsewhere -= {"split"}
        loaded = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in names)
        for node in loaded:
            handed_on = isinstance(node.ctx, ast.Load) and node not in receivers
            if handed_on and not (node.id in in_loops and self._of[names[node.id]]):
                self._of[names[node.id]] |= elsewhere or USES


def _loops(tree: ast.Module) -> Mapping[str, set[str]]:
    """Return the names that the variables of loops go over."""
    loops: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            over = {part.id for part in ast.walk(node.iter) if isinstance(part, ast.Name)}
            for part in ast.walk(node.target):
                if isinstance(part, ast.Name):
                    loops[part.id] |= over
    return loops


def _imported(module: str, tree: ast.Module) -> Mapping[str, tuple[str, str]]:
    return {
        name.asname or name.name: (node.module, name.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.names
    }


def _targets(statement: ast.stmt | None) -> list[str]:
    if isinstance(statement, ast.Assign):
        parts = (part for target in statement.targets for part in ast.walk(target))
        return [part.id for part in parts if isinstance(part, ast.Name)]
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return []


@cache
def _trees() -> Mapping[str, ast.Module]:
    return {
        _module(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(_ROOT.rglob("*.py"))
    }


def _module(path: Path) -> str:
    parts = path.relative_to(_ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _record() -> None:
    """Import all modules and print the patterns that they compile, and where."""
    compiled_at, sites = set(), set()
    unknown: set[str] = set()
    compile_ = re.compile

    def recording(pattern: Any, flags: Any = 0) -> re.Pattern[Any]:
        compiled = compile_(pattern, flags)
        # Code that torch makes as it runs is of no module.
        named = [frame for frame in _frames() if "__name__" in frame.f_globals]
        frames = [frame for frame in named if frame.f_globals["__name__"].startswith("cofitcheck")]
        if frames and frames[0] is sys._getframe(1):
            sites.add((frames[0].f_globals["__name__"], frames[0].f_lineno))
            home = next((frame for frame in frames if frame.f_code.co_name == "<module>"), None)
            if home is not None:
                text = compiled.pattern
                binary = isinstance(text, bytes)
                plain = text.decode("latin-1") if isinstance(text, bytes) else text
                place = home.f_globals["__name__"], home.f_lineno
                compiled_at.add((*place, plain, compiled.flags, binary))
        return compiled

    re.compile = patterns.compile = recording
    for info in pkgutil.walk_packages([str(_ROOT)], "cofitcheck.", onerror=unknown.add):
        if info.name.startswith(_NOT_IMPORTED):
            continue
        try:
            importlib.import_module(info.name)
        except ImportError:
            unknown.add(info.name)
    print(json.dumps({"patterns": sorted(compiled_at), "sites": sorted(sites), "unknown": sorted(unknown)}))


def _frames() -> Iterator[FrameType]:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        yield frame
        frame = frame.f_back


if __name__ == "__main__":
    _record()
