"""The options that choose another classifier than the bundled one: a trained language model, or a server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cofitcheck.cli.common import SectionOption

if TYPE_CHECKING:
    from cofitcheck.config import ClassifyConfig

Command = TypeVar("Command", bound=Callable[..., Any])

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


def classifier_options(command: Command) -> Command:
    """Add the options to a command; `classify_config` takes their values."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def classify_config(values: Mapping[str, Any]) -> ClassifyConfig:
    """Return the configuration that the values of the options mean. Raises `ConfigError`."""
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
