"""The tokenizer's files, which go with a model from folder to folder."""

from __future__ import annotations

import shutil
from pathlib import Path


def copy_tokenizer(source: Path, folder: Path) -> None:
    """Copy `tokenizer.json`, what belongs to it, and the chat template, if there is one."""
    for pattern in ("*token*", "chat_template*"):
        for each in source.glob(pattern):
            if each.is_file():
                shutil.copyfile(each, folder / each.name)
