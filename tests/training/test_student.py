from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the trainer runs on torch")
pytest.importorskip("accelerate", reason="the trainer runs on accelerate")
pytest.importorskip("onnx", reason="a teacher's weights are read from its graph")

from accelerate.state import AcceleratorState  # noqa: E402 (after the skip)

from cofitcheck import read  # noqa: E402 (after the skip)
from cofitcheck.encoding.onnx import OnnxEncoder  # noqa: E402
from cofitcheck.errors import InputError  # noqa: E402
from cofitcheck.training.encoder.student import main  # noqa: E402
from cofitcheck.training.encoder.teacher import load_passes, load_teacher  # noqa: E402
from cofitcheck.weights import bundled  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

BUNDLED = bundled().folder
LOCAL = 2
"""The layers of the bundled encoder in which a token attends only to what the layout allows."""
CONFIG = """
teacher: {teacher}
output: {folder}/student
layers: [0, {last}]
local: 1
teacher_local: {local}
tokens: 500
watch: {{every: 20}}
steps: 40
body_rate: 1.0e-3
threads: 1
"""
TABLE = """<p>{title}</p><table><tr><td></td><td>2024</td><td>2023</td></tr>
<tr><td>{one}</td><td>1,234</td><td>1,120</td></tr><tr><td>{two}</td><td>2,345</td><td>2,210</td></tr></table>
<p>{one} was $1,234 thousand in 2024.</p>"""


@pytest.fixture(autouse=True)
def half_precision() -> Iterator[None]:
    """accelerate keeps the precision of a process, and other tests have another one."""
    AcceleratorState._reset_state(reset_partial_state=True)
    yield
    AcceleratorState._reset_state(reset_partial_state=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("lists")
    for name, lines in (
        ("filings", ["a.htm\ttrain\tAlder", "b.htm\tdev\tBirch", "c.htm\ttest\tCedar"]),
        ("untagged", ["d.htm\tDogwood", "e.htm\tBirch Holdings"]),
    ):
        head = "file\tsplit\tcompany" if name == "filings" else "file\tcompany"
        (made / f"{name}.tsv").write_text("\n".join([head, *lines]) + "\n")
        (made / name).mkdir()
    (made / "other.tsv").write_text("file\nother/f.htm\nother/g.htm\n")
    (made / "other").mkdir()
    said = ("Revenue", "Net income", "Total assets", "Inventories", "Goodwill")
    for at, name in enumerate("abcdefg"):
        kind = "filings" if name in "abc" else "untagged" if name in "de" else "other"
        text = TABLE.format(title=f"Note {at}", one=said[at % 5], two=said[at % 5 - 1])
        (made / kind / f"{name}.htm").write_text(f"<html><body>{text}</body></html>")
    return made


def run(folder: Path, config: str) -> None:
    lists = ["--list", str(folder / "filings.tsv"), "--untagged", str(folder / "untagged.tsv")]
    lists += ["--others", str(folder / "other.tsv")]
    main([*lists, "--config", str(folder / config)])


def test_a_student_is_taught_to_give_the_teachers_vectors(folder: Path) -> None:
    teacher = BUNDLED / "encoder.onnx"
    last = load_teacher(BUNDLED, LOCAL).config.layers - 1
    (folder / "run.yaml").write_text(
        CONFIG.format(folder=folder, teacher=teacher.parent, last=last, local=LOCAL)
    )
    run(folder, "run.yaml")

    kept = sorted(each.name for each in (folder / "student" / "passes").iterdir())
    assert kept == ["a.htm.pickle", "b.htm.pickle", "d.htm.pickle"]  # none of test, none of a dev company
    assert len(load_passes(folder / "student" / "passes" / "a.htm.pickle")) == 2  # a table and a sentence
    document = read(folder / "filings" / "a.htm")
    ours = OnnxEncoder(folder / "student" / "encoder.onnx").encode(document).fact
    theirs = OnnxEncoder(teacher).encode(document).fact
    assert np.mean(np.sum(ours * theirs, axis=1)) > 0.9


def test_a_student_goes_on_as_its_graph_rounds(folder: Path) -> None:
    teacher = BUNDLED / "encoder.onnx"
    last = load_teacher(BUNDLED, LOCAL).config.layers - 1
    begun = CONFIG.format(folder=folder, teacher=BUNDLED, last=last, local=LOCAL)
    (folder / "run.yaml").write_text(begun.replace("/student", "/first").replace("steps: 40", "steps: 3"))
    run(folder, "run.yaml")
    again = (
        begun.replace("/student", "/second")
        + f"start: {folder}/first\nrounded: true\nothers: 0.4\nmade: 0.2\n"
    )
    (folder / "again.yaml").write_text(again)
    run(folder, "again.yaml")

    document = read(folder / "filings" / "a.htm")
    theirs = OnnxEncoder(teacher).encode(document).fact
    near = [
        np.mean(np.sum(OnnxEncoder(folder / output / "encoder.onnx").encode(document).fact * theirs, axis=1))
        for output in ("first", "second")
    ]
    assert near[1] > near[0]
    kept = {each.name for each in (folder / "first" / "passes").glob("*.pickle")}
    assert {"f.htm.pickle", "made-0.html.pickle"} < kept
    assert "g.htm.pickle" not in kept  # every second one


def test_the_weights_of_a_graph_give_its_vectors(folder: Path) -> None:
    from cofitcheck.encoding.causal import inputs_of
    from cofitcheck.encoding.passes import pad

    encoder = OnnxEncoder(BUNDLED / "encoder.onnx")
    document = read(folder / "filings" / "b.htm")
    [laid] = encoder.layout.passes(document)
    with torch.no_grad():
        inputs = inputs_of(pad([laid], encoder.layout.padding), torch.device("cpu"))
        fact = load_teacher(BUNDLED, LOCAL).eval()(*inputs)[0][0].numpy()
    assert np.sum(fact * encoder.encode(document).fact[laid.asked], axis=1).min() > 0.97


def test_a_list_without_a_document_is_named(folder: Path) -> None:
    (folder / "other.pdf.tsv").write_text("file\nother/f.pdf\n")
    text = CONFIG.format(folder=folder, teacher=BUNDLED, last=1, local=LOCAL)
    (folder / "none.yaml").write_text(text.replace("/student", "/none") + "others: 0.5\n")
    lists = ["--list", str(folder / "filings.tsv"), "--untagged", str(folder / "untagged.tsv")]
    with pytest.raises(InputError, match=r"other\.pdf\.tsv"):
        main([*lists, "--others", str(folder / "other.pdf.tsv"), "--config", str(folder / "none.yaml")])
