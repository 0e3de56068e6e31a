"""Train the table encoder: `python -m cofitcheck.training.encoder.train --data DIR --output DIR`.

The smallest run: `--steps 5 --documents 3`. Run it again with `--resume` to continue a stopped one. On two
cores glibc's returning of large blocks to the system costs time; `MALLOC_MMAP_MAX_=0
MALLOC_TRIM_THRESHOLD_=100000000000` in the environment switches that off.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from cofitcheck.encoding.wordpieces import Wordpieces
from cofitcheck.training.data import load
from cofitcheck.training.encoder.examples import count_facets, pack_example
from cofitcheck.training.encoder.losses import LossConfig
from cofitcheck.training.encoder.schedule import Budget
from cofitcheck.training.split import held_out


@click.command()
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), required=True)
@click.option("--minutes", default=40.0, help="Training time; packing and dev metrics come on top.")
@click.option("--steps", default=0, help="End after this many steps instead: repeatable to the bit.")
@click.option("--seed", default=0)
@click.option("--threads", default=2)
@click.option("--documents", default=0, help="Use only the first so many training documents.")
@click.option("--dev-documents", default=8, help="How many dev documents the metric is taken on.")
@click.option("--temperature", default=0.07, help="Of the contrastive loss; the paper has 0.15.")
@click.option("--tokens", default=7000, help="The most tokens of one step.")
@click.option("--body-rate", default=1e-4)
@click.option(
    "--paper-loss", is_flag=True, help="Leave isolated mentions out of the negatives, as the paper does."
)
@click.option("--float32", is_flag=True, help="For a CPU without bfloat16 instructions.")
@click.option("--resume", is_flag=True)
def main(data: Path, output: Path, resume: bool, **options: float) -> None:
    """Train on the train split, watch the dev split, leave `checkpoint.pt` and `log.jsonl` in the output
    folder."""
    import torch

    from cofitcheck.training.encoder.model import load_pretrained, pretrained_folder
    from cofitcheck.training.encoder.trainer import TrainConfig, Trainer, run

    torch.set_num_threads(int(options["threads"]))
    torch.manual_seed(int(options["seed"]))
    config = TrainConfig(
        budget=Budget(options["minutes"], int(options["steps"])),
        loss=LossConfig(options["temperature"], isolated_as_negatives=not options["paper_loss"]),
        tokens=int(options["tokens"]),
        body_rate=options["body_rate"],
        bfloat16=not options["float32"],
        seed=int(options["seed"]),
    )
    labelled = [each for each in load(data, ("train",)) if not held_out(each.company)][
        : int(options["documents"]) or None
    ]
    wordpieces = Wordpieces.load(pretrained_folder() / "tokenizer.json")
    facets = count_facets(labelled)
    train = [pack_example(each, wordpieces, facets) for each in labelled if (each.fact >= 0).any()]
    dev = [
        pack_example(each, wordpieces, facets)
        for each in load(data, ("dev",))[: int(options["dev_documents"])]
    ]
    counts = f"{len(facets.concepts)} concepts, {len(facets.members)} members"
    click.echo(f"{len(train)} documents, {counts}, {len(dev)} dev documents")
    trainer = Trainer(load_pretrained(pretrained_folder()), facets, wordpieces, config)
    output.mkdir(parents=True, exist_ok=True)
    (output / "config.json").write_text(json.dumps(asdict(config), indent=2))
    (output / "facets.json").write_text(json.dumps(asdict(facets), indent=1))
    if resume and (output / "checkpoint.pt").is_file():
        trainer.resume(output / "checkpoint.pt")
    run(trainer, train, dev, output)


if __name__ == "__main__":
    main()
