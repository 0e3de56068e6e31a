"""Training in two processes on CPUs, by the configurations that we ship, against one process."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("torch", reason="the trainer runs on torch")
pytest.importorskip("accelerate", reason="the trainer runs on accelerate")
psutil = pytest.importorskip("psutil", reason="accelerate brings it")

from cofitcheck.training.dataset import TrainingDocument, save  # noqa: E402 (after the skip)
from cofitcheck.training.loop.checkpoints import checkpoint_of  # noqa: E402
from tests.readers.html_pages import read_page, table  # noqa: E402
from tests.training.training_models import WORDS, tiny_qwen  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

ROOT = Path(__file__).parents[2]
STEPS = 8
no_deepspeed = pytest.mark.skipif(find_spec("deepspeed") is None, reason="deepspeed is not installed")
MODES = [
    "ddp",
    "fsdp2",
    pytest.param("deepspeed-zero2", marks=no_deepspeed),
    pytest.param("deepspeed-zero3", marks=no_deepspeed),
]
PLAIN: dict[str, Any] = {"precision": '"no"', "facets": "{indicator: 0, breakdown: 0, period: 0}"}
FSDP2 = {
    "ACCELERATE_USE_FSDP": "true",
    "FSDP_VERSION": "2",
    "FSDP_RESHARD_AFTER_FORWARD": "true",
    "FSDP_AUTO_WRAP_POLICY": "TRANSFORMER_BASED_WRAP",
    "FSDP_STATE_DICT_TYPE": "SHARDED_STATE_DICT",
    "FSDP_CPU_RAM_EFFICIENT_LOADING": "false",
}
"""What `configs/accelerate/fsdp2.yaml` says, where torchrun starts the processes."""
HALF: dict[str, Any] = {"gradient_checkpointing": "true", "lora": "{rank: 4, alpha: 8, dropout: 0.1}"}


def labelled(number: int, tables: int, split: str) -> TrainingDocument:
    """Return the document of a company: so many tables that state the same eight facts, each in an order of
    its own."""
    labels = WORDS[number : number + 4]
    rows = [(label, f"{row}1{number}", f"{row}2{number}") for row, label in enumerate(labels, 1)]
    orders = [[(row + turn) % 4 for row in range(4)] for turn in range(tables)]
    page = [
        table((WORDS[turn], "2020", "2021"), *(rows[row] for row in order))
        for turn, order in enumerate(orders)
    ]
    document = read_page("<p>Again:</p>".join(page))
    facts = [2 * row + column for order in orders for row in order for column in range(2)]
    assert len(document.mentions) == len(facts)
    return TrainingDocument(
        document=replace(document, name=f"{split}-{number}.htm"),
        fact=np.array(facts, np.int32),
        ambiguous=np.zeros((0, 2), np.int32),
        concept=tuple(labels[fact // 2] for fact in facts),
        members=((),) * len(facts),
        period=tuple(("", str(2020 + fact % 2)) for fact in facts),
        split=split,
        company=f"Company {split} {number}",
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a model, and with documents of one to three batches each."""
    made = tmp_path_factory.mktemp("distributed")
    tiny_qwen(made / "qwen")
    for number, tables in enumerate((2, 5, 3, 6, 2)):
        save(labelled(number, tables, "train"), made / "data")
    for number, tables in enumerate((2, 5, 3)):
        save(labelled(number, tables, "dev"), made / "data")
    return made


def config(folder: Path, name: str, documents: int = 1, **more: Any) -> Path:
    """Write a run; clipping bites at every step, and every step is looked at."""
    settings = {
        "data": folder / "data",
        "output": folder / name,
        "model": folder / "qwen",
        "layout": "{kind: parallel}",
        "batch": f"{{documents: {documents}, tokens: {documents * 7000}, blur: 0, pass_tokens: 320}}",
        "watch": "{every: 1, candidates: 20}",
        "steps": STEPS,
        "body_rate": 1e-3,
        "clip": 0.05,
        "held_out": "false",
        **more,
    }
    path = folder / f"{name}.yaml"
    path.write_text("".join(f"{key}: {value}\n" for key, value in settings.items()))
    return path


def command(
    mode: str, path: Path, *options: str, on_cpu: bool = True, task: Sequence[str] = ("train", "encoder")
) -> list[str]:
    """Return what starts a run: two processes of a shipped configuration, or one for the mode "one".

    Where not `on_cpu`, as a user with GPUs would start it.
    """
    launch = ["-m", "accelerate.commands.launch", "--main_process_port", "0", "--config_file"]
    launch += [str(ROOT / "configs" / "accelerate" / f"{mode}.yaml")]
    program = ["-m", "cofitcheck"]
    if on_cpu and mode not in ("one", "ddp"):
        program = [str(Path(__file__).with_name("launch_on_cpu.py"))]
    started = program if mode == "one" else [*launch, *program]
    return [sys.executable, *started, *task, "--config", str(path), *options]


def environment(mode: str) -> dict[str, str]:
    found = {"CUDA_VISIBLE_DEVICES": "", "DS_ACCELERATOR": "cpu", "OMP_NUM_THREADS": "1"}
    sources = {"PYTHONPATH": str(ROOT / "src")}
    return os.environ | found | sources | ({"ACCELERATE_USE_CPU": "true"} if mode in ("one", "ddp") else {})


def train(mode: str, path: Path, *options: str, task: Sequence[str] = ("train", "encoder")) -> Path:
    """Run to the end and return the output folder."""
    done = subprocess.run(
        command(mode, path, *options, task=task),
        env=environment(mode),
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return path.with_suffix("")


def refused(arguments: list[str], given: dict[str, str]) -> str:
    """Run, expect that nothing could be done, and return what was said."""
    done = subprocess.run(
        arguments, env=environment("one") | given, capture_output=True, text=True, timeout=600
    )
    assert done.returncode != 0
    return next(line for line in done.stderr.splitlines() if line.startswith("Error: "))


def kill(running: subprocess.Popen[bytes]) -> None:
    """End a launcher and the two processes it started, all by SIGKILL."""
    started = psutil.Process(running.pid)
    trainers = started.children(recursive=True)
    assert len(trainers) >= 2
    for process in [started, *trainers]:
        process.kill()
    psutil.wait_procs(trainers)
    running.wait()


def looks(out: Path) -> list[dict[str, Any]]:
    """Return what was logged at every look but the time it took."""
    rows = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    return [{name: value for name, value in row.items() if name != "minutes"} for row in rows]


def pair_losses(out: Path) -> npt.NDArray[np.floating]:
    """Return the pair loss of every step, from running means that keep 95%."""
    means = np.array([row["pair"] for row in looks(out)], np.float64)
    assert len(means) == STEPS
    return np.concatenate([means[:1], (means[1:] - 0.95 * means[:-1]) / 0.05])


def vectors(out: Path) -> npt.NDArray[np.floating]:
    """Return what the finished encoder makes of a document."""
    from cofitcheck.encoding.transformers import TransformersEncoder

    return TransformersEncoder(out).encode(labelled(1, 3, "dev").document).fact


@pytest.fixture(scope="module", params=MODES)
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def one(folder: Path) -> Path:
    return train("one", config(folder, "one", documents=2, **PLAIN))


@pytest.fixture(scope="module")
def one_in_half(folder: Path) -> Path:
    return train("one", config(folder, "one-half", documents=2, **HALF))


@pytest.fixture(scope="module")
def half(folder: Path, mode: str) -> Path:
    return train(mode, config(folder, f"{mode}-half", **HALF))


def test_two_processes_train_as_one_with_their_documents(folder: Path, mode: str, one: Path) -> None:
    """The processes' documents have different numbers of batches, and the dev documents cannot be halved."""
    out = train(mode, config(folder, mode, **PLAIN))
    np.testing.assert_allclose(pair_losses(out), pair_losses(one), atol=1e-5)
    recalls = [[row["dev"]["recall"] for row in looks(each)] for each in (out, one)]
    # A pair on the border of the candidates falls to one side or the other by the last bit.
    assert np.isclose(recalls[0], recalls[1]).sum() > STEPS / 2
    np.testing.assert_allclose(vectors(out), vectors(one), atol=1e-4)


@pytest.mark.parametrize("kind", ["ddp", "fsdp2"])
def test_two_machines_that_torchrun_starts_train_as_one(folder: Path, one: Path, kind: str) -> None:
    """The commands of `docs/scale.md`; each of the two launchers would run on a machine of its own."""
    path = config(folder, f"machines-{kind}", **PLAIN)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    nodes = [
        subprocess.Popen(
            _torchrun(kind, port, rank, path),
            env=environment(kind) | (FSDP2 if kind == "fsdp2" else {}),
            stderr=subprocess.PIPE,
            text=True,
        )
        for rank in range(2)
    ]
    said = [node.communicate(timeout=600)[1] for node in nodes]
    assert [node.returncode for node in nodes] == [0, 0], said
    np.testing.assert_allclose(pair_losses(path.with_suffix("")), pair_losses(one), atol=1e-5)
    np.testing.assert_allclose(vectors(path.with_suffix("")), vectors(one), atol=1e-4)


def _torchrun(kind: str, port: int, rank: int, path: Path) -> list[str]:
    """Return what starts one process on the machine of a rank."""
    machines = ["--nnodes", "2", "--nproc_per_node", "1", "--node_rank", str(rank)]
    address = ["--master_addr", "127.0.0.1", "--master_port", str(port)]
    on_cpu = [str(Path(__file__).with_name("launch_on_cpu.py"))]
    program = on_cpu if kind == "fsdp2" else ["-m", "cofitcheck"]
    launch = [sys.executable, "-m", "torch.distributed.run", *machines, *address]
    return [*launch, *program, "train", "encoder", "--config", str(path)]


def test_adapters_and_heads_are_trained_in_half_precision(half: Path, one_in_half: Path) -> None:
    np.testing.assert_allclose(pair_losses(half), pair_losses(one_in_half), atol=5e-3)
    assert {"pair", "indicator", "breakdown", "period"} <= set(looks(half)[0])
    assert vectors(half).shape == (24, 128)


def test_a_killed_run_ends_where_an_unbroken_one_does(folder: Path, mode: str, half: Path) -> None:
    path = config(folder, f"{mode}-killed", **HALF)
    out = path.with_suffix("")
    running = subprocess.Popen(command(mode, path), env=environment(mode), stderr=subprocess.DEVNULL)
    while not (out / "checkpoint").exists():
        assert running.poll() is None
        time.sleep(0.005)
    kill(running)
    assert not (out / "CARD.md").exists()
    train(mode, path, "--resume")
    assert looks(out) == looks(half)
    for name in ("model.safetensors", "heads.safetensors"):
        assert (out / name).read_bytes() == (half / name).read_bytes()


def test_a_run_killed_between_two_checkpoints_has_the_former(tmp_path: Path) -> None:
    assert checkpoint_of(tmp_path) is None
    (tmp_path / "checkpoint.unfinished").mkdir()
    (tmp_path / "checkpoint.previous").mkdir()
    assert checkpoint_of(tmp_path) == tmp_path / "checkpoint.previous"
    (tmp_path / "checkpoint").mkdir()
    assert checkpoint_of(tmp_path) == tmp_path / "checkpoint"


def test_all_processes_stop_together_and_resume_together(folder: Path) -> None:
    """Two of the four heads are taught by no loss, which the processes must not wait for."""
    still = {
        "body_rate": "1.0e-30",
        "head_rate": "1.0e-30",
        "facets": "{indicator: 0, breakdown: 0.5, period: 0}",
        "watch": "{every: 1, candidates: 20, patience: 2}",
    }
    path = config(folder, "still", **PLAIN | still)
    assert [row["step"] for row in looks(train("ddp", path))] == [1, 2, 3]
    said = refused(command("one", path, "--resume"), {})
    assert "2 process(es) with no sharding" in said
    assert "--restart" in said


@pytest.mark.parametrize(
    ("mode", "given", "said"),
    [
        ("ddp", {"ACCELERATE_USE_CPU": "false"}, "set ACCELERATE_USE_CPU=true"),
        ("fsdp2", {"ACCELERATE_USE_CPU": "true"}, "FSDP was asked for"),
    ],
)
def test_processes_that_cannot_train_together_do_not_train(
    folder: Path, mode: str, given: dict[str, str], said: str
) -> None:
    """Without a word accelerate would let each process train alone, or train without sharding."""
    path = config(folder, "refused", **PLAIN)
    assert said in refused(command(mode, path, on_cpu=False), given)
    assert not path.with_suffix("").exists()
