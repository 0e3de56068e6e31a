"""Makes docs/api.md from docstrings, and the schemas of the JSON, so that they are those of the code.

Smallest run: `python docs/make_api.py` writes the pages; `--check` tells which are not current.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import griffe

DOCS = Path(__file__).resolve().parent
SOURCE = DOCS.parent / "src"

INTRODUCTION = """\
# The package from Python

<!-- Made from docstrings by docs/make_api.py (make api): change those. -->

`import cofitcheck` costs next to nothing: each name below loads when it is first used. Amounts are `Decimal`,
in base units (dollars, not millions). What is wrong with your input is raised as
`cofitcheck.errors.InputError`. The notebook [walkthrough.ipynb](../examples/walkthrough.ipynb) shows most of
this on the sample report.
"""

SECTIONS = {
    "Read, check, compare": ("readers.read", "api.check", "api.compare"),
    "What comes out": (
        "reports.model.report.Report",
        "reports.model.entries.FindingEntry",
        "reports.model.entries.LeftOpenEntry",
        "api.ComparisonReport",
        "checks.comparatives.Comparisons",
        "checks.comparatives.Comparison",
        "checks.comparatives.Compared",
        "checks.comparatives.Kinship",
    ),
    "What a document is": (
        "document.Document",
        "document.Table",
        "document.structure.TableStructure",
        "document.structure.RowRole",
        "document.structure.ColumnRole",
        "document.Cell",
        "document.Mention",
        "document.structure.Place",
        "document.structure.Passage",
        "document.UnreadTable",
        "numbers.model.Number",
    ),
    "What is said of it": (
        "checks.model.Severity",
        "checks.model.FindingKind",
        "numbers.relations.Relation",
        "numbers.relations.Slip",
        "checks.model.Calculation",
        "checks.model.Told",
        "checks.ledger.Ledger",
        "checks.ledger.Check",
        "checks.ledger.CheckKind",
        "checks.ledger.Outcome",
        "checks.model.TextAccount",
        "checks.model.NotChecked",
        "checks.model.Gap",
        "facts.FactSet",
    ),
    "Many documents, other models": (
        "checker.Checker",
        "config.CheckConfig",
        "checks.settings.CheckSettings",
        "readers.settings.ReadSettings",
        "filtering.model.CandidatePairs",
    ),
}
"""What is shown, by its place in the package, in the order in which a reader meets it."""
_SENTENCE = re.compile(r"(?<=\.) (?=[A-Z])")
"""Between two sentences: of a member the first one is shown."""


_FIRST_OF: dict[tuple[str, ...], str] = {}
"""The class under which the members of a private base are shown, by their names."""


def page() -> str:
    """Return docs/api.md."""
    package = griffe.load("cofitcheck", search_paths=[str(SOURCE)], try_relative_path=False)
    parts = [INTRODUCTION]
    for title, names in SECTIONS.items():
        parts.append(f"## {title}\n")
        parts += [_entry(package[name]) for name in names]
    parts.append("## What can go wrong\n")
    parts += [_error(each) for each in package["errors"].classes.values()]
    return "\n".join(parts)


def schemas() -> dict[str, str]:
    """Return the schemas of what is written as JSON, by the names of their files."""
    from cofitcheck.reports.compared.records import comparisons_schema
    from cofitcheck.reports.json.schema import json_schema
    from cofitcheck.reports.tied_files import tie_schema

    made = {
        "report-schema.json": json_schema(),
        "comparison-schema.json": comparisons_schema(),
        "tie-schema.json": tie_schema(),
    }
    return {name: json.dumps(schema, indent=2) + "\n" for name, schema in made.items()}


def _entry(found: griffe.Object | griffe.Alias) -> str:
    if isinstance(found, griffe.Function):
        return f"### {found.name}\n\n```python\n{_signature(found)}\n```\n\n{_said(found)}\n"
    assert isinstance(found, griffe.Class), found.path
    lines = [f"### {found.name}\n", f"{_said(found)}\n"]
    if members := list(_members(found)):
        lines += [*members, ""]
    return "\n".join(lines)


def _members(found: griffe.Class) -> Iterator[str]:
    """Yield a line for each public field, value, property and method, those of private bases first."""
    is_enum = any("Enum" in str(base) for base in found.bases)
    private = [base for base in found.resolved_bases if base.name.startswith("_")]
    inherited = {name: member for base in private for name, member in base.members.items()}
    first = _FIRST_OF.setdefault(tuple(inherited), found.name) if inherited else found.name
    if first != found.name:
        names = ", ".join(f"`{name}`" for name in inherited if not name.startswith("_"))
        yield f"- {names}: as of `{first}`"
        inherited = {}
    for member in (inherited | found.members).values():
        if member.name.startswith("_") or member.is_alias:
            continue
        said = _SENTENCE.split(" ".join(_said(member).split()))[0]
        if isinstance(member, griffe.Function):
            yield f"- `{_signature(member)}`: {said}"
        elif isinstance(member, griffe.Attribute):
            typed = f" = {member.value}" if is_enum else f": {member.annotation}" if member.annotation else ""
            yield f"- `{member.name}{typed}`" + (f": {said}" if said else "")


def _signature(function: griffe.Function) -> str:
    parameters, starred = [], False
    for each in function.parameters:
        if each.name in ("self", "cls"):
            continue
        if each.kind is griffe.ParameterKind.keyword_only and not starred:
            parameters.append("*")
        is_starred = each.kind is griffe.ParameterKind.var_positional
        starred = starred or is_starred or each.kind is griffe.ParameterKind.keyword_only
        typed = f": {each.annotation}" if each.annotation else ""
        default = f" = {each.default}" if each.default is not None and not is_starred else ""
        parameters.append(f"{'*' * is_starred}{each.name}{typed}{default}")
    returned = f" -> {function.returns}" if function.returns else ""
    return f"{function.name}({', '.join(parameters)}){returned}"


def _error(found: griffe.Class) -> str:
    bases = ", ".join(str(base) for base in found.bases)
    return f"- `{found.name}({bases})`: {' '.join(_said(found).split())}"


def _said(found: griffe.Object | griffe.Alias) -> str:
    """Return the first paragraph of a docstring: the rest is for who reads the code."""
    return found.docstring.value.strip().partition("\n\n")[0] if found.docstring else ""


def files() -> dict[str, str]:
    """Return all pages and schemas by their names in docs/."""
    return {"api.md": page() + "\n", **schemas()}


def main() -> int:
    """Write the files, or tell which are not current."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 where one differs")
    check = parser.parse_args().check
    stale = []
    for name, content in files().items():
        path = DOCS / name
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            stale.append(name)
            if not check:
                path.write_text(content, encoding="utf-8")
    for name in stale:
        print(f"docs/{name}: {'not current; run: make api' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
