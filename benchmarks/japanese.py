"""What stage 1 does on Japanese reports, a language no training document is in.

Run: `python benchmarks/japanese.py FOLDER --json FILE`; FOLDER holds a folder of inline XBRL files a report.

Gold are pairs across tables with one tag, as everywhere; a report's files are read as one document.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from pathlib import Path

import click
import numpy as np

from cofitcheck.encoding.load import load_encoder
from cofitcheck.errors import InputError
from cofitcheck.evaluation.candidates import Tally, curve
from cofitcheck.evaluation.candidates.tally import total
from cofitcheck.evaluation.gold.labels import label, strict_pairs
from cofitcheck.filtering import alignment_pairs
from cofitcheck.readers import read
from cofitcheck.weights import bundled


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--encoder", type=click.Path(exists=True, path_type=Path), help="The bundled one by default.")
@click.option("--json", "target", type=click.Path(dir_okay=False, path_type=Path), required=True)
def main(folder: Path, encoder: Path | None, target: Path) -> None:
    """Weigh candidates on every report of the folder, and write recall against candidates."""
    model = load_encoder(encoder or bundled().folder)
    tallies: dict[str, list[Tally]] = defaultdict(list)
    seconds, unread = 0.0, []
    for report in sorted(path for path in folder.iterdir() if path.is_dir()):
        try:
            document = read(report)
        except InputError as error:
            unread.append(str(error))
            continue
        gold = strict_pairs(label(document))
        begun = time.perf_counter()
        encoded = model.encode(document)
        seconds += time.perf_counter() - begun
        tables = np.array([mention.table for mention in document.mentions], np.int32)
        alone = Tally.of_vectors(encoded.fact, tables, gold)
        aligned = alignment_pairs(document, encoded.fact)
        tallies["encoder"].append(alone)
        tallies["encoder and alignment"].append(alone.united_with(aligned, gold))
    curves = {name: curve(total(each)) for name, each in tallies.items()}
    figures = {
        "reports": len(tallies["encoder"]),
        "unread": unread,
        "seconds": round(seconds, 1),
        "threshold": model.threshold,
        "curves": {name: each.to_json() for name, each in curves.items()},
    }
    target.write_text(json.dumps(figures, indent=1) + "\n")
    for name, each in curves.items():
        points = {recall: each.at_recall(recall) for recall in (0.8, 0.9, 0.95, 0.97)}
        click.echo(f"{name}: {each.documents} reports, {each.gold} gold pairs")
        for recall, point in points.items():
            click.echo(f"  {recall}: {point.candidates_per_document if point else None}")


if __name__ == "__main__":
    main()
