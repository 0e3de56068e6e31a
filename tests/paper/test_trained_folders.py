"""What trainings leave, as figures."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from benchmarks.paper import trained


def folder_of(path: Path) -> Path:
    header = json.dumps(
        {
            "__metadata__": {"format": "pt"},
            "a.weight": {"dtype": "F32", "shape": [3, 4], "data_offsets": [0, 48]},
            "b": {"dtype": "F32", "shape": [5], "data_offsets": [48, 68]},
        }
    ).encode()
    path.mkdir()
    (path / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + bytes(68))
    (path / "config.yaml").write_text("steps: 4\nseed: 0\nbody_rate: 0.001\n")
    lines = ({"step": 2, "minutes": 0.5}, {"step": 4, "minutes": 1.04, "dev": {"f1": 0.5}})
    (path / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (path / "cofitcheck.json").write_text('{"threshold": 0.7}')
    return path


def test_a_training_is_told_with_its_settings_time_and_looks(tmp_path: Path) -> None:
    target = tmp_path / "trained.json"
    typed = [str(folder_of(tmp_path / "encoder")), "--json", str(target)]
    assert CliRunner().invoke(trained.main, typed, catch_exceptions=False).exit_code == 0
    found = json.loads(target.read_bytes())
    assert found["encoder"] == {
        "settings": {"steps": 4, "seed": 0, "body_rate": 0.001},
        "weights": 17,
        "steps": 4,
        "minutes": 1.0,
        "looks": [{"step": 4, "f1": 0.5}],
        "description": {"cofitcheck": {"threshold": 0.7}},
    }
    assert found["provenance"]["seed"] == [0]
