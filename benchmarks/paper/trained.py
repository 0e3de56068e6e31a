"""What was trained, how and for how long: the folders that trainings leave, as figures.

Run: `python -m benchmarks.paper.trained runs/two-cores/pretrained runs/two-cores/encoder \\
    runs/two-cores/classifier --json benchmarks/results/paper-trained.json`
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from benchmarks.paper.steps import Json, logged
from cofitcheck.evaluation.figures import write_figures

HEADER = 8
"""A file of weights begins with the length of its header, so many bytes."""


def told(folder: Path) -> Json:
    """Return the settings of a training, how far it came, its minutes of steps and each look at dev."""
    lines = logged(folder)
    return {
        "settings": msgspec.yaml.decode((folder / "config.yaml").read_bytes()),
        "weights": weights(folder / "model.safetensors"),
        "steps": lines[-1]["step"],
        "minutes": round(float(lines[-1]["minutes"]), 1),
        "looks": [{"step": line["step"], **line["dev"]} for line in lines if "dev" in line],
        "description": {
            path.stem: msgspec.json.decode(path.read_bytes())
            for path in (folder / "cofitcheck.json", folder / "classifier.json")
            if path.is_file()
        },
    }


def weights(path: Path) -> int:
    """Return how many numbers a file of weights holds."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(HEADER), "little")
        header: dict[str, Any] = msgspec.json.decode(file.read(size))
    count = 0
    for name, each in header.items():
        if name != "__metadata__":
            length = 1
            for side in each["shape"]:
                length *= side
            count += length
    return count


@click.command()
@click.argument(
    "folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option("--json", "target", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(folders: tuple[Path, ...], target: Path) -> None:
    """Tell what was trained."""
    found = {folder.name: told(folder) for folder in folders}
    seeds = sorted({each["settings"]["seed"] for each in found.values()})
    write_figures(target, found, ", ".join(found), seeds)


if __name__ == "__main__":
    main()
