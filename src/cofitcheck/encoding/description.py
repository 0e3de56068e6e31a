"""Descriptions: the file beside a trained model's weights that says how its input has to look.

For a chat model the input stands in a frame: the text that its tokenizer's chat template puts around what a
user says.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec

from cofitcheck.encoding.layouts import (
    PROMPT_VERSION,
    ContextSettings,
    ExtractiveLayout,
    Layout,
    ParallelLayout,
    PassLimits,
    StructuredLayout,
)
from cofitcheck.encoding.layouts.context import LIMIT
from cofitcheck.encoding.passes import Pieces, Wordpieces
from cofitcheck.errors import ConfigError, ModelError

_SAID = "\ue000what a user says\ue000"
"""Stands for a user's words in the template. Its first character occurs in no template."""

FILE = "cofitcheck.json"

LayoutKind = Literal["structured", "parallel", "extractive"]


class Described(msgspec.Struct, frozen=True):
    """A description kept as JSON under the name `file`. `kind` names the models described, in the plural."""

    file: ClassVar[str]
    kind: ClassVar[str]

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the description in a model's folder. Raises `ModelError`."""
        path = folder / cls.file
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except FileNotFoundError as error:
            raise ModelError(
                f"The model folder {folder} has no {cls.file}, which says how its input is laid out: "
                f"only {cls.kind} trained with cofitcheck have one."
            ) from error
        except (OSError, msgspec.DecodeError) as error:
            raise ModelError(f"{path} cannot be used: {error}.") from error

    def write(self, folder: Path) -> None:
        """Write the description into a model's folder."""
        (folder / self.file).write_bytes(msgspec.json.format(msgspec.json.encode(self)) + b"\n")


@dataclass(frozen=True, slots=True)
class Frame:
    """The text `before` what a user says, and `after` it up to where the answer begins."""

    before: str = ""
    after: str = ""


def chat_frame(folder: Path) -> Frame:
    """Return the frame of a model's folder: from `chat_template.jinja`, or from `tokenizer_config.json`.

    A start of text that the template writes is left out, since the tokenizer adds one. Raises `ModelError`
    where the folder has no template, or one that cannot be used.
    """
    from jinja2 import TemplateError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    if not folder.is_dir():
        raise ModelError(f"{folder}: there is no such model; docs/paper.md says where models come from.")
    settings = _settings(folder / "tokenizer_config.json")
    source = _template(folder, settings)
    tokens = {name: _text(settings.get(name)) for name in ("bos_token", "eos_token", "pad_token")}
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
    )
    try:
        said = environment.from_string(source).render(
            messages=[{"role": "user", "content": _SAID}], add_generation_prompt=True, **tokens
        )
    except (TemplateError, TypeError, ValueError) as error:
        raise ModelError(f"The chat template in {folder} cannot be used: {error}.") from error
    before, found, after = said.partition(_SAID)
    if not found:
        raise ModelError(f"The chat template in {folder} leaves out what a user says.")
    return Frame(before.removeprefix(tokens["bos_token"]), after)


def _settings(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_bytes()) if path.is_file() else {}
    except ValueError as error:
        raise ModelError(f"{path} cannot be read: {error}.") from error
    return found


def _template(folder: Path, settings: dict[str, Any]) -> str:
    file = folder / "chat_template.jinja"
    if file.is_file():
        return file.read_text(encoding="utf-8")
    found = settings.get("chat_template")
    if isinstance(found, list):
        found = next((each["template"] for each in found if each.get("name") == "default"), None)
    if not isinstance(found, str):
        raise ModelError(
            f"{folder} has no chat template (chat_template.jinja, or in tokenizer_config.json): leave out "
            "chat: true, or take an instruct model."
        )
    return found


def _text(token: object) -> str:
    """Return a special token as text. It is given as text, or as an object with its properties."""
    if isinstance(token, dict):
        token = token.get("content")
    return token if isinstance(token, str) else ""


class EncoderDescription(Described, frozen=True, forbid_unknown_fields=True):
    """The layout of a trained encoder, and the threshold of candidate pairs calibrated for it.

    `limit` is the most tokens of a pass, `positions` the most positions (0: the limit). `causal` (attention
    is causal) and `masked` (numbers are hidden) matter only to layouts of running text. In a `chat` the
    parallel layout's context and prompt stand in the frame of the tokenizer's template. `threshold` is a
    cosine, in [-1, 1].
    """

    file: ClassVar[str] = FILE
    kind: ClassVar[str] = "encoders"
    layout: LayoutKind = "parallel"
    prompt_version: int = PROMPT_VERSION
    masked: bool = True
    causal: bool = True
    chat: bool = False
    limit: Annotated[int, msgspec.Meta(gt=0)] = LIMIT
    positions: Annotated[int, msgspec.Meta(ge=0)] = 0
    threshold: Annotated[float, msgspec.Meta(ge=-1, le=1)] = 0.5

    def make_layout(self, tokenizer: Path) -> Layout:
        """Return the layout with the model's own tokenizer file. Raises `ModelError`."""
        settings = ContextSettings(self.limit, self.masked, self.causal, self.positions)
        try:
            if self.layout == "structured":
                return StructuredLayout(Wordpieces.load(tokenizer), PassLimits(self.limit))
            frame = chat_frame(tokenizer.parent) if self.chat else Frame()
            pieces = Pieces.load(tokenizer, frame.before)
            if self.layout == "extractive":
                return ExtractiveLayout(pieces, settings)
            return ParallelLayout(pieces, settings, self.prompt_version, frame.after)
        except ConfigError as error:
            raise ModelError(f"The limit in {FILE} cannot be used. {error}") from error
