"""Options from a file beside the document and from the environment; `cofitcheck config` shows them.

An option is looked for on the command line, then in the environment, then in the file. The first value that
is found holds; otherwise the default does.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from cofitcheck.cli.common import OneSentence, SectionOption
from cofitcheck.errors import ConfigError
from cofitcheck.reports.formats import FORMATS

OWN, SHARED = "cofitcheck.toml", "pyproject.toml"
"""The names that the file may have; in the second one the options stand under [tool.cofitcheck]."""
_PREFIX = "COFITCHECK_"
_OF_A_RUN = frozenset(
    {"since", "last", "pairs", "help", *(each.name for each in FORMATS.values() if each.of_a_run)}
)
"""The options that are about one run. No file and no variable of the environment sets them."""


class Configured(OneSentence):
    """A command whose options may also stand in the environment and in a file.

    The file is looked for in the folder of the first document that is named, and then in the folders above.
    """

    def __init__(self, *args: Any, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        for option in options_of(self):
            option.envvar = variable_of(option)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the options of the file as defaults. Raises `ConfigError` where the file cannot be used."""
        if not ctx.resilient_parsing and (path := find_file(self._document(ctx, args))):
            named = {option.name: option for option in options_of(self)}
            values = read_file(path)
            ctx.default_map = {
                name: values[key_of(option)] for name, option in named.items() if key_of(option) in values
            }
        return super().parse_args(ctx, args)

    def _document(self, ctx: click.Context, args: Sequence[str]) -> str:
        """Return the first document that the arguments name, "-" for the working folder if there is none."""
        given = self.make_parser(ctx).parse_args(list(args))[0]
        for argument in self.params:
            if isinstance(argument, click.Argument):
                value = given.get(argument.name or "")
                named = value if isinstance(value, list | tuple) else (value,)
                if named and isinstance(named[0], str):
                    return named[0]
        return "-"


def options_of(command: click.Command) -> list[click.Option]:
    """Return the options of a command that may stand in the environment."""
    options = (each for each in command.params if isinstance(each, click.Option) and not each.hidden)
    return [each for each in options if key_of(each) not in _OF_A_RUN]


def key_of(option: click.Option) -> str:
    """Return the name of an option in the file, which is its name on the command line without the dashes."""
    return max(option.opts, key=len).removeprefix("--")


def variable_of(option: click.Option) -> str:
    """Return the variable of the environment that stands for an option."""
    return _PREFIX + key_of(option).upper().replace("-", "_")


def find_file(document: str) -> Path | None:
    """Return the file whose options hold for a document: the one in its folder or the nearest folder above.

    Returns None where there is none, and for an address of an object store.
    """
    if "://" in document:
        return None
    start = Path.cwd() if document == "-" else Path(os.path.abspath(document))
    for folder in (start, *start.parents):
        for path in (folder / OWN, folder / SHARED):
            if path.is_file() and (path.name == OWN or b"tool.cofitcheck" in path.read_bytes()):
                return path
    return None


def read_file(path: Path) -> dict[str, Any]:
    """Return the options of a file by their names. Its paths are relative to its folder.

    Raises `ConfigError` where the file is no TOML, names an unknown option or has a value that does not fit.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: is no TOML ({error}); mend it.") from error
    if path.name == SHARED:
        table = table.get("tool", {}).get("cofitcheck", {})
    known = _known()
    return {key: _value(path, key, value, known) for key, value in table.items()}


def _known() -> Mapping[str, click.Option]:
    """Return the options of a check that a file may have.

    The options of models and servers are not among them: a file that came with a document must neither send
    the document to a server nor load a model.
    """
    from cofitcheck.cli.check import check

    options = (each for each in options_of(check) if not isinstance(each, SectionOption))
    return {key_of(each): each for each in options if key_of(each) != "model"}


def _value(path: Path, key: str, value: Any, known: Mapping[str, click.Option]) -> Any:
    if key not in known:
        near = get_close_matches(key, known, 1)
        meant = f"did you mean {near[0]}?" if near else f"it may have {', '.join(known)}."
        raise ConfigError(f"{path}: there is no option {key} for this file; {meant}")
    option = known[key]
    if isinstance(value, list):
        value = ",".join(map(str, value))
    if isinstance(value, dict) or (option.is_flag is not isinstance(value, bool)):
        wanted = "true or false" if option.is_flag else "a value"
        raise ConfigError(f"{path}: {key} is {wanted}, not {value}.")
    if isinstance(option.type, click.Path):
        value = str(path.parent / str(value))
    try:
        option.process_value(click.Context(click.Command(key)), value)
    except click.BadParameter as error:
        raise ConfigError(f"{path}: {key}: {error.message}") from error
    return value


@click.command(cls=OneSentence)
@click.argument("file", required=False, metavar="[FILE]", default="-")
def config(file: str) -> None:
    """Show what options `cofitcheck check FILE` takes, and where each comes from.

    They come from the command line, the environment, the file cofitcheck.toml (or [tool.cofitcheck] of
    pyproject.toml) in the folder of FILE or the nearest above, or the default, in this order.
    """
    from cofitcheck.cli.check import check

    path = find_file(file)
    click.echo(f"# {path}" if path else f"# There is no {OWN} in the folder of {file} or above.")
    context = check.make_context("check", [file], parent=click.get_current_context().parent)
    for line in _lines(context, path):
        click.echo(line)


def _lines(context: click.Context, path: Path | None) -> Iterator[str]:
    sources = {
        click.core.ParameterSource.DEFAULT_MAP: path.name if path else "",
        click.core.ParameterSource.ENVIRONMENT: "{variable}",
    }
    for option in options_of(context.command):
        value, source = context.params[option.name or ""], context.get_parameter_source(option.name or "")
        origin = sources.get(source, "default") if source else "default"
        shown = ",".join(value) if isinstance(value, tuple) else value
        said = "not set" if shown in (None, "") else str(shown).lower() if option.is_flag else str(shown)
        yield f"{key_of(option):<16} {said:<24} {origin.format(variable=variable_of(option))}"
