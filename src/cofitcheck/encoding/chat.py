"""The instruction format of a model: what its tokenizer's chat template puts around what a user says."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cofitcheck.errors import ModelError

_SAID = "\ue000what a user says\ue000"
"""Stands for a user's words in the template; of characters that no template has."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The text `before` what a user says, and `after` it up to where the answer begins."""

    before: str = ""
    after: str = ""


def chat_frame(folder: Path) -> Frame:
    """Return the frame of a model's folder: from `chat_template.jinja`, or from `tokenizer_config.json`.

    A start of text that the template writes is left out, since the tokenizer puts it there. Raises
    `ModelError` where the folder has no template, or one that cannot be used.
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
    """Return a special token, which stands as text or with its properties."""
    if isinstance(token, dict):
        token = token.get("content")
    return token if isinstance(token, str) else ""
