"""A file beside a model's weights that says how its input has to look."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Self

import msgspec

from cofitcheck.errors import ModelError


class Described(msgspec.Struct, frozen=True):
    """A description kept as JSON under the name `file`; `kind` is what is described, in the plural."""

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
