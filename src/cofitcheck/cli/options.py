"""Options of several commands: which findings are reported, when a command fails, which classifier is used.

The classifier may be the bundled one, a trained language model, or a model on a server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from cofitcheck.cli.common import SectionOption
from cofitcheck.reports.formats import FORMATS

if TYPE_CHECKING:
    from cofitcheck.checks.model import Severity
    from cofitcheck.config import ClassifyConfig
    from cofitcheck.reports.choice import Choice

Command = TypeVar("Command", bound=Callable[..., Any])

NEVER = "never"
FAIL_ON = ("high", "medium", "notice", NEVER)

_baseline = click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Findings that are set aside (see cofitcheck baseline): they are listed and do not count.",
)
_materiality = click.option(
    "--materiality",
    metavar="AMOUNT",
    help='Set findings aside whose difference is money and less than this: 50000 in whole units, or "0.5% of '
    'revenue", where a line is called so.',
)
_fail_on = click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    default="notice",
    show_default=True,
    help="Exit with 1 only where a finding is of this severity or more; a wrong reference is of medium "
    "severity. The reports are the same.",
)
_exit_zero = click.option("--exit-zero", is_flag=True, help="The same as --fail-on never.")
report_json_option = click.option(
    "--json",
    "json_file",
    metavar="FILE",
    type=click.File("wb", lazy=False),
    help="Also write the report as JSON to FILE; - for standard output.",
)
verbose_option = click.option(
    "-v", "--verbose", is_flag=True, help="Print every finding and every reason, and not the first of them."
)
_option = partial(click.option, cls=SectionOption, section="A language model in place of the bundled trees")
_PRICE = click.FloatRange(min=0)
_OPTIONS = (
    _option(
        "--classifier",
        "model_folder",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        help="Folder of a trained language model that classifies, in place of the bundled trees.",
    ),
    _option(
        "--backend",
        type=click.Choice(("transformers", "vllm")),
        help="What runs the model of --classifier; transformers by default.",
    ),
    _option("--server", "url", metavar="URL", help="Ask an OpenAI-compatible server instead."),
    _option("--server-model", metavar="NAME", help="Which of the server's models is asked."),
    _option(
        "--allow-remote",
        is_flag=True,
        help="Let the contents of the documents go to a server that is not this machine.",
    ),
    _option(
        "--server-cache",
        "cache",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help="File that keeps the server's answers, so that a stopped run goes on where it was.",
    ),
    _option("--price-in", metavar="X", type=_PRICE, help="Price of a million tokens sent."),
    _option("--price-out", metavar="Y", type=_PRICE, help="Price of a million tokens received."),
    _option(
        "--concurrency", metavar="N", type=click.IntRange(min=1), help="Questions to the server at a time; 8."
    ),
    _option(
        "--timeout",
        metavar="S",
        type=click.FloatRange(min=0, min_open=True),
        help="Seconds for the answer to a question, with all its tries; 60.",
    ),
    _option(
        "--retries", metavar="N", type=click.IntRange(min=0), help="More tries of a question that fails; 2."
    ),
    _option(
        "--budget",
        metavar="X",
        type=click.FloatRange(min=0, min_open=True),
        help="Most that asking about one document may cost, by the prices; what it may cost is said before.",
    ),
    _option(
        "--minutes",
        metavar="M",
        type=click.FloatRange(min=0, min_open=True),
        help="Most minutes that asking about one document may take.",
    ),
    _option(
        "--answer-tokens",
        metavar="N",
        type=click.IntRange(min=1),
        help="Most tokens of an answer, a model's reasoning included; 64.",
    ),
    _option(
        "--ask-above",
        metavar="P",
        type=click.FloatRange(0, 1),
        help="In a cascade: ask only about pairs that are this probable by their words; 0.1.",
    ),
    _option(
        "--prompt-language",
        type=click.Choice(["en", "zh", "auto"]),
        help="Ask in English, in Chinese, or about a Chinese document in Chinese; what a trained model has "
        "learnt, and auto for a server.",
    ),
)
_OF_SERVER = (
    "cache",
    "price_in",
    "price_out",
    "concurrency",
    "timeout",
    "retries",
    "budget",
    "minutes",
    "answer_tokens",
)


def _kinds(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Return the kinds of findings that the value of an option names, with commas between them.

    "roll-forward" and "sums" are understood too. Raises `click.BadParameter` where a kind is unknown.
    """
    return tuple(_kind(each.strip()) for each in value.split(",")) if value else ()


def _kind(named: str) -> str:
    from cofitcheck.reports.choice import KINDS

    wanted = named.lower().replace("-", "_")
    for kind in KINDS:
        if wanted in (kind, f"{kind}s"):
            return kind
    near = get_close_matches(wanted, KINDS, 1)
    meant = f"; did you mean {near[0]}?" if near else "."
    raise click.BadParameter(f"there is no kind {named!r} (there are {', '.join(KINDS)}){meant}")


kinds_option = click.option(
    "--select",
    "--checks",
    "select",
    callback=_kinds,
    metavar="KINDS",
    help="Report findings of these kinds alone: repeat, sum, roll_forward, identity, derived, text, "
    "reference, formula, with commas between them. The others are counted as set aside.",
)
_ignore = click.option(
    "--ignore", callback=_kinds, metavar="KINDS", help="Report no findings of these kinds; see --checks."
)


def format_options(command: Command) -> Command:
    """Add an option for each format whose file has all documents of a run; `outputs_of` takes the values."""
    for each in reversed(FORMATS.values()):
        if each.of_a_run:
            command = click.option(
                f"--{each.name}",
                metavar="FILE",
                type=click.File("wb", lazy=False),
                help=f"Also write {each.of_a_run}; - for standard output.",
            )(command)
    return command


def outputs_of(options: dict[str, Any]) -> dict[str, IO[bytes]]:
    """Remove the files that `format_options` added from a command's options; return them by their formats."""
    files = {each.name: options.pop(each.name) for each in FORMATS.values() if each.of_a_run}
    return {name: file for name, file in files.items() if file}


def choosing_options(command: Command) -> Command:
    """Add --checks, --ignore, --baseline and --materiality; `choice_of` takes their values."""
    for add in (_materiality, _baseline, _ignore, kinds_option):
        command = add(command)
    return command


def failing_options(command: Command) -> Command:
    """Add --fail-on and --exit-zero; `least_of` takes their values."""
    return _fail_on(_exit_zero(command))


def quiet_option(what: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --quiet; `what` is its help text."""
    return click.option("-q", "--quiet", is_flag=True, help=what)


def choice_of(
    *, select: tuple[str, ...], ignore: tuple[str, ...], baseline: Path | None, materiality: str | None
) -> Choice:
    """Return which findings the user wants to be told.

    Raises `InputError` where the baseline cannot be read, `ConfigError` where the materiality is no amount.
    """
    from cofitcheck.reports.choice import Choice, Materiality
    from cofitcheck.reports.drafts.baseline import read_baseline

    return Choice.of(
        select,
        ignore,
        read_baseline(baseline) if baseline else None,
        Materiality.of(materiality) if materiality else None,
    )


def least_of(fail_on: str, *, exit_zero: bool) -> Severity | None:
    """Return the least severity at which a command fails, None where it never fails."""
    from cofitcheck.checks.model import Severity

    return None if exit_zero or fail_on == NEVER else Severity(fail_on)


def classifier_options(command: Command) -> Command:
    """Add the options of the classifier to a command; `classify_config` takes their values."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def classify_config(values: Mapping[str, Any]) -> ClassifyConfig:
    """Return the configuration that the values of `classifier_options` mean.

    Raises `ConfigError` where two of them do not fit together.
    """
    from cofitcheck.classification.servers.config import ServerConfig
    from cofitcheck.config import ClassifyConfig
    from cofitcheck.errors import ConfigError

    given = {name: values[name] for name in _OF_SERVER if values[name] is not None}
    url, name = values["url"], values["server_model"]
    if bool(url) != bool(name):
        raise ConfigError(
            "a server and a model of it belong together; give both --server and --server-model."
        )
    if given and not url:
        raise ConfigError("an option for a server is given, but no server; name it with --server.")
    server = ServerConfig(url, name, values["allow_remote"], **given) if url else None
    chosen: dict[str, Any] = {"model": values["model_folder"], "server": server}
    if values["prompt_language"] and not (url or values["model_folder"]):
        raise ConfigError(
            "--prompt-language is for a language model; name one with --classifier or --server."
        )
    if values["backend"] and not values["model_folder"]:
        raise ConfigError(
            "--backend runs a trained language model, but none is named; name it with --classifier."
        )
    chosen |= {name: values[name] for name in ("ask_above", "backend") if values[name] is not None}
    if values["prompt_language"] is not None:
        chosen["language"] = values["prompt_language"]
    return ClassifyConfig(**chosen)
