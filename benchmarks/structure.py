"""What a stranger would measure of the house: sizes, comments, words out of place, names that stand twice.

Run: `python -m benchmarks.structure --json benchmarks/results/structure.json`

All of it is read from the syntax trees of `src/cofitcheck`. Lines are counted as they are, blank ones too. A
function has those of its body and its name; one within another counts by itself. Comment lines begin with
"#". Thresholds are numbers that a module names; one is told where a comment or a string beside it says what
it is. A module is empty where it has its docstring and nothing else, as the `__init__.py` of most folders.
Patterns are calls of `re.compile`. Words out of place are strings with Chinese or Japanese letters,
docstrings aside, in a module that is not of `language/`.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import cofitcheck
from cofitcheck.evaluation.figures import Json, write_figures
from cofitcheck.language.lexicon import EAST_ASIAN_LETTERS

SOURCES = Path(cofitcheck.__file__).parent
_LETTER = re.compile(rf"[{EAST_ASIAN_LETTERS}]|\\u(?:30[4-9a-f]|3[4-9a-f]|[4-9])[0-9a-f]")
_SMALL = 60
_LARGEST = 10


@dataclass(frozen=True)
class Module:
    """A module: its path below the package, its text and its syntax tree."""

    name: str
    text: str
    tree: ast.Module

    @classmethod
    def read(cls, path: Path, root: Path) -> Module:
        """Read a module below `root`."""
        text = path.read_text(encoding="utf-8")
        return cls(path.relative_to(root).as_posix(), text, ast.parse(text))

    @property
    def package(self) -> str:
        """The folder right below the root that the module lies in; its own name where it lies in none."""
        return self.name.partition("/")[0]

    @property
    def lines(self) -> int:
        """How many lines the module has."""
        return len(self.text.splitlines())

    @property
    def comments(self) -> int:
        """How many of them are comments and nothing else."""
        return sum(line.lstrip().startswith("#") for line in self.text.splitlines())

    @property
    def functions(self) -> list[int]:
        """The lines of each function and method."""
        return [
            (node.end_lineno or node.lineno) - node.lineno + 1
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    @property
    def classes(self) -> list[str]:
        """The names of its classes, those within others left out."""
        return [node.name for node in self.tree.body if isinstance(node, ast.ClassDef)]

    @property
    def patterns(self) -> int:
        """How many patterns it compiles."""
        calls = (node.func for node in ast.walk(self.tree) if isinstance(node, ast.Call))
        return sum(isinstance(call, ast.Attribute) and ast.unparse(call) == "re.compile" for call in calls)

    @property
    def is_empty(self) -> bool:
        """Whether it has no more than a docstring."""
        return all(isinstance(node, ast.Expr) for node in self.tree.body)

    @property
    def thresholds(self) -> list[bool]:
        """For each number that it names, whether a comment or a string beside it says what it is."""
        lines, body = self.text.splitlines(), self.tree.body
        return [
            (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant))
            or "#" in lines[node.lineno - 1]
            or lines[node.lineno - 2].lstrip().startswith("#")
            for node, after in zip(body, [*body[1:], None], strict=True)
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and type(node.value.value) in (int, float)
        ]

    @property
    def has_words(self) -> bool:
        """Whether a string that is no docstring has Chinese or Japanese letters."""
        said = {id(node.value) for node in ast.walk(self.tree) if isinstance(node, ast.Expr)}
        strings = (
            node.value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Constant) and id(node) not in said
        )
        return any(isinstance(text, str) and _LETTER.search(text) for text in strings)


def measure(root: Path) -> Json:
    """Return the figures of a package, and those of each folder in it."""
    modules = [Module.read(path, root) for path in sorted(root.rglob("*.py"))]
    folders: defaultdict[str, list[Module]] = defaultdict(list)
    for module in modules:
        folders[module.package].append(module)
    names: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules:
        for name in module.classes:
            names[name].append(module.name)
    twice = {name: where for name, where in sorted(names.items()) if len(where) > 1}
    largest = sorted(modules, key=lambda module: -module.lines)[:_LARGEST]
    return {
        **_figures(modules),
        "rows": [{"folder": name, **_figures(folders[name])} for name in _by_size(folders)],
        "public_classes_twice": {name: where for name, where in twice.items() if not name.startswith("_")},
        "private_classes_twice": {name: where for name, where in twice.items() if name.startswith("_")},
        "largest": [{"module": module.name, "lines": module.lines} for module in largest],
        "with_words": [module.name for module in _with_words(modules)],
    }


def _figures(modules: Sequence[Module]) -> dict[str, object]:
    lines = [module.lines for module in modules]
    thresholds = [told for module in modules for told in module.thresholds]
    functions = [length for module in modules for length in module.functions]
    return {
        "modules": len(modules),
        "lines": sum(lines),
        "lines_a_module": _spread(lines),
        "empty_modules": sum(module.is_empty for module in modules),
        "lines_a_module_with_code": _spread([module.lines for module in modules if not module.is_empty]),
        "small_modules": sum(each <= _SMALL for each in lines),
        "functions": len(functions),
        "lines_a_function": _spread(functions),
        "comment_share": round(sum(module.comments for module in modules) / max(sum(lines), 1), 4),
        "thresholds": len(thresholds),
        "thresholds_told": sum(thresholds),
        "patterns": sum(module.patterns for module in modules),
        "modules_with_words": sum(1 for _ in _with_words(modules)),
    }


def _spread(values: Sequence[int]) -> dict[str, int]:
    """Return the median, the least that nine tenths do not exceed, and the most; noughts of no values."""
    ordered = sorted(values) or [0]
    tenth = ordered[min(int(0.9 * len(ordered)), len(ordered) - 1)]
    return {"median": round(median(ordered)), "p90": tenth, "most": ordered[-1]}


def _by_size(folders: dict[str, list[Module]]) -> list[str]:
    packages = (name for name in folders if not name.endswith(".py"))
    return sorted(packages, key=lambda name: -sum(module.lines for module in folders[name]))


def _with_words(modules: Sequence[Module]) -> Iterator[Module]:
    return (module for module in modules if module.package != "language" and module.has_words)


def main() -> None:
    """Measure the package, or another folder of Python modules."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--source", type=Path, default=SOURCES)
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    write_figures(options.json, measure(options.source), "none")


if __name__ == "__main__":
    main()
