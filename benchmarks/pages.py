"""What the pages say is what is stored: figures in Markdown, filled from `benchmarks/results`.

Run: `python -m benchmarks.pages` (all pages), `python -m benchmarks.pages --check` (tells which differ).

A page names, in comments that nobody sees, what its figures are made from: a block of a Jinja template,

    <!-- figures benchmark/matching -->
    The bundled model has .822.
    <!-- end -->

is what `{% block matching %}` of `benchmarks/templates/benchmark.md` comes to,

    {% block matching %}
    The bundled model has {{ result("matching-default").clear.f1 | bare }}.
    {% endblock %}

and a single figure in a sentence stands behind an expression:

    <!--= result("search").rows[0].seconds | fixed(2) -->0.02<!--/-->

`result(NAME)` is `benchmarks/results/NAME.json`, `paper` what the paper reports; `listed(NAME)` are the lines
of `benchmarks/manifest/NAME.tsv`, `verdicts(NAME)` those of `benchmarks/NAME/*.jsonl`, `encoder` how the
bundled one is described. Change the template or the expression, never what it has filled in.
What the footer of a report says of findings like its own is filled in the same way (`MEASURED`).
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable
from math import log
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cofitcheck.caching import cached
from cofitcheck.evaluation import paper_figures

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
ENCODER = ROOT / "src" / "cofitcheck" / "weights" / "cofitcheck.json"
MEASURED = ROOT / "src" / "cofitcheck" / "reports" / "model" / "measured.json"
"""What findings were worth, which reports print."""
TEMPLATES = ROOT / "benchmarks" / "templates"
BLOCK = "<!-- figures ", " -->\n", "<!-- end -->"
SINGLE = "<!--= ", " -->", "<!--/-->"
"""How a mark begins, where its source ends, and where what it says ends."""


def pages() -> list[Path]:
    """Return the pages that may hold figures."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def filled(text: str, results: Path = RESULTS, templates: Path = TEMPLATES) -> str:
    """Return the page with the figures that are stored. Raises `ValueError` for a mark that does not end."""
    environment = _environment(results, templates)
    blocks = _replaced(text, BLOCK, lambda named: _tidy(_block(environment, named)))
    return _replaced(blocks, SINGLE, lambda source: environment.from_string(f"{{{{ {source} }}}}").render())


def _block(environment: Environment, named: str) -> str:
    page, _, block = named.rpartition("/")
    template = environment.get_template(f"{page}.md")
    return "".join(template.blocks[block](template.new_context()))


def measured(results: Path = RESULTS) -> str:
    """Return what findings were worth by kind of document, as `MEASURED` has it: real ones, letters and false
    ones by severity, and, of high and medium severity, by the kind of finding."""
    small, others = (_read(results / f"{name}.json") for name in ("real", "real-kinds"))
    kinds = {"small US filing": {**small, "by_finding_kind": small["by_kind"]}, **others["by_document_kind"]}
    stored = {kind: {"documents": each["documents"], "found": _found(each)} for kind, each in kinds.items()}
    return msgspec.json.format(msgspec.json.encode(stored), indent=1).decode() + "\n"


def _found(counts: Any) -> dict[str, list[int]]:
    serious = {severity: counts["by_severity"][severity] for severity in ("high", "medium")}
    named = {**serious, **counts["by_finding_kind"]}
    return {
        name: [each["real"], each["letter"], each["false"]]
        for name, each in named.items()
        if each["told"] > each["unread"]
    }


def by_hand(text: str) -> str:
    """Return the page without its marks and what they say: the rest, which nobody fills."""
    blocks = _replaced(text, BLOCK, lambda source: "", keep=False)
    return _replaced(blocks, SINGLE, lambda source: "", keep=False)


def _replaced(text: str, mark: tuple[str, str, str], said: Callable[[str], str], keep: bool = True) -> str:
    begin, middle, end = mark
    whole, *parts = text.split(begin)
    for part in parts:
        source, cut, rest = part.partition(middle)
        _, closed, after = rest.partition(end)
        if not cut or not closed:
            raise ValueError(f"a mark does not end: {begin}{source[:80]}")
        whole += f"{begin}{source}{middle}{said(source)}{end}{after}" if keep else after
    return whole


def _tidy(text: str) -> str:
    """Return the text without what templates leave behind: spaces at ends, empty lines between table rows."""
    lines: list[str] = []
    for line in map(str.rstrip, text.strip().splitlines()):
        if line.startswith("|") and len(lines) > 1 and not lines[-1] and lines[-2].startswith("|"):
            lines.pop()
        lines.append(line)
    return "\n".join([*lines, ""])


class _Templates(Environment):
    """Templates in which `a.b` is first of all what `a` holds under "b": a dict has methods of its own."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def _environment(results: Path, templates: Path) -> Environment:
    environment = _Templates(  # what is made is Markdown
        loader=FileSystemLoader(templates),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    environment.globals |= {
        "encoder": _read(ENCODER),
        "listed": listed,
        "paper": paper_figures,
        "result": lambda name: _read(results / f"{name}.json"),
        "verdicts": verdicts,
        **{each.__name__: each for each in (log, max, mean, median, min, stdev, sum, zip)},
    }
    environment.filters |= {"bare": bare, "count": count, "fixed": fixed}
    return environment


@cached(100)
def _read(path: Path) -> Any:
    return msgspec.json.decode(path.read_bytes())


def listed(name: str) -> list[dict[str, str]]:
    """Return the lines of a list of documents."""
    with (ROOT / "benchmarks" / "manifest" / f"{name}.tsv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def verdicts(name: str) -> list[Any]:
    """Return what readers said, of all documents."""
    folder = ROOT / "benchmarks" / name
    return [
        msgspec.json.decode(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_bytes().splitlines()
    ]


def bare(value: float, digits: int = 3) -> str:
    """Return a share without its leading zero: .822, 1.000."""
    return f"{value:.{digits}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{digits}f}"


def fixed(value: float, digits: int = 2) -> str:
    """Return a number with so many digits behind the point: 1,234.50."""
    return f"{value:,.{digits}f}"


def count(value: float) -> str:
    """Return a whole number: 12,345."""
    return f"{round(value):,}"


def main() -> None:
    """Fill every page, or tell which are not as the results have it."""
    parser = argparse.ArgumentParser(description="Fill the figures of the pages from the stored results.")
    parser.add_argument("--check", action="store_true", help="change nothing; tell which pages differ")
    options = parser.parse_args()
    wanted = {page: filled(page.read_text(encoding="utf-8")) for page in pages()} | {MEASURED: measured()}
    differing = [page for page, text in wanted.items() if page.read_text(encoding="utf-8") != text]
    for page in differing:
        print(page.relative_to(ROOT))
        if not options.check:
            page.write_text(wanted[page], encoding="utf-8")
    sys.exit(1 if options.check and differing else 0)


if __name__ == "__main__":
    main()
