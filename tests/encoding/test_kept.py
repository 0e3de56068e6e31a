"""Vectors that are kept from one document to the next are those that a new run gives, to the last bit."""

import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from cofitcheck.checker import Checker
from cofitcheck.config import CheckConfig
from cofitcheck.document import Document
from cofitcheck.encoding import HEADS, Encoded, Vectors
from cofitcheck.encoding.kept_vectors import NAME, DiskVectors, KeptVectors, MemoryVectors
from cofitcheck.encoding.load import TrainedEncoder, load_encoder
from cofitcheck.encoding.onnx import OnnxEncoder
from cofitcheck.encoding.passes import PackedPass
from cofitcheck.engines.worker import load_checker
from cofitcheck.errors import ConfigError
from cofitcheck.readers import read
from cofitcheck.weights import bundled
from tests.evaluation.tagged_documents import BALANCE, NOTE, page

Store = Callable[[], KeptVectors]


class Counting:
    """A store that counts what is found in another and what is kept there."""

    def __init__(self, store: KeptVectors) -> None:
        self.store, self.found, self.new = store, 0, 0

    def find(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        found = self.store.find(keys)
        self.found += len(found)
        return found

    def keep(self, vectors: Mapping[bytes, bytes]) -> None:
        self.new += len(vectors)
        self.store.keep(vectors)


@pytest.fixture(scope="module")
def plain() -> TrainedEncoder:
    return load_encoder(bundled().folder, threads=1)


@pytest.fixture(params=["memory", "disk"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Return what opens one store, again and again."""
    if request.param == "disk":
        return lambda: DiskVectors(tmp_path / "kept")
    memory = MemoryVectors()
    return lambda: memory


def document(note: str = NOTE) -> Document:
    return read(page(BALANCE, note), name="company.htm")


def encoder(store: KeptVectors) -> tuple[TrainedEncoder, Counting]:
    counting = Counting(store)
    return load_encoder(bundled().folder, threads=1, kept=counting), counting


def assert_same(one: Encoded, other: Encoded) -> None:
    for name in HEADS:
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()
        assert getattr(one, name).shape == getattr(other, name).shape
    assert one.split == other.split


@pytest.mark.parametrize(("old", "new", "again"), [("1,234", "1,324", 0), ("Borrowings", "Lendings", 1)])
def test_only_tables_with_other_words_are_encoded_again(
    plain: TrainedEncoder, store: Store, old: str, new: str, again: int
) -> None:
    first, counted = encoder(store())
    assert_same(first.encode(document()), plain.encode(document()))
    assert (counted.found, counted.new) == (0, 2)
    changed = document(NOTE.replace(old, new))
    second, counted = encoder(store())
    assert_same(second.encode(changed), plain.encode(changed))
    assert (counted.found, counted.new) == (2 - again, again)


def test_another_model_finds_nothing(store: Store, tmp_path: Path) -> None:
    for name in ("tokenizer.json", "cofitcheck.json"):
        (tmp_path / name).write_bytes((bundled().folder / name).read_bytes())
    model = (bundled().folder / "encoder.onnx").read_bytes()
    # A field that no reader of the format knows: another file, the same graph.
    (tmp_path / "encoder.onnx").write_bytes(model + b"\x7a\x01x")
    encoder(store())[0].encode(document())
    counting = Counting(store())
    load_encoder(tmp_path, threads=1, kept=counting).encode(document())
    assert (counting.found, counting.new) == (0, 2)


def test_no_text_lies_on_the_disk(tmp_path: Path) -> None:
    encoder(DiskVectors(tmp_path / "kept"))[0].encode(document())
    (file,) = (tmp_path / "kept").iterdir()
    for word in (b"Borrowings", b"borrowings", b"company", b"1,234"):
        assert word not in file.read_bytes()


@pytest.mark.parametrize("statement", ["UPDATE kept SET vectors = x'00'", "UPDATE kept SET sum = NULL"])
def test_a_damaged_entry_is_worked_out_anew(plain: TrainedEncoder, tmp_path: Path, statement: str) -> None:
    folder = tmp_path / "kept"
    encoder(DiskVectors(folder))[0].encode(document())
    with sqlite3.connect(folder / NAME) as store:
        store.execute(statement)
    store.close()
    for found in (0, 2):
        again, counted = encoder(DiskVectors(folder))
        assert_same(again.encode(document()), plain.encode(document()))
        assert counted.found == found


@pytest.mark.parametrize(
    "content", [b"no store at all, but long enough to be one" * 30, b"SQLite format 3\0" * 99]
)
def test_a_damaged_file_is_begun_anew(plain: TrainedEncoder, tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "kept"
    folder.mkdir(mode=0o700)
    (folder / NAME).write_bytes(content)
    for found in (0, 2):
        again, counted = encoder(DiskVectors(folder))
        assert_same(again.encode(document()), plain.encode(document()))
        assert counted.found == found


def test_a_store_that_others_write_to_is_done_without(plain: TrainedEncoder, tmp_path: Path) -> None:
    kept = DiskVectors(tmp_path / "kept", patience=0.1)
    kept.keep({b"a": b"1"})
    other = sqlite3.connect(kept.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert_same(encoder(kept)[0].encode(document()), plain.encode(document()))
    assert kept.find([b"a"]) == {}
    other.execute("COMMIT")
    other.close()
    assert kept.find([b"a"]) == {b"a": b"1"}


def test_several_may_write_at_once(tmp_path: Path) -> None:
    def fill(which: int) -> None:
        for number in range(20):
            DiskVectors(tmp_path / "kept").keep({b"%d %d" % (which, number): b"%d" % which})

    threads = [threading.Thread(target=fill, args=(which,)) for which in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keys = [b"%d %d" % (which, number) for which in range(4) for number in range(20)]
    assert DiskVectors(tmp_path / "kept").find(keys) == {key: key[:1] for key in keys}


def test_what_was_asked_for_last_stays(tmp_path: Path) -> None:
    for store in (MemoryVectors(most=300_000), DiskVectors(tmp_path / "kept", most=300_000)):
        for number in range(1_000):
            store.keep({b"%d" % number: bytes(1_000)})
            assert store.find([b"0"]), number
        held = store.find([b"%d" % number for number in range(1_000)])
        assert 150 < len(held) <= 300
        assert b"999" in held
    assert (tmp_path / "kept" / NAME).stat().st_size < 600_000


def test_a_folder_that_others_can_look_into_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with pytest.raises(ConfigError, match="others can look into it"):
        DiskVectors(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="no vectors can be kept there"):
        DiskVectors(tmp_path / "file" / "kept")


def test_what_a_fork_has_learnt_is_taken_over() -> None:
    parent, fork = MemoryVectors(most=3), MemoryVectors(most=3)
    for each in (parent, fork):
        each.keep({b"a": b"1", b"b": b"2", b"c": b"3"})
        each.learnt()
    fork.find([b"a"])
    fork.keep({b"d": b"4"})
    learnt = fork.learnt()
    assert b"3" not in learnt
    parent.learn(learnt)
    assert parent.find([b"a", b"b", b"c", b"d"]) == {b"a": b"1", b"c": b"3", b"d": b"4"}
    parent.learn(learnt[:-1])
    parent.learn(b"")
    assert parent.find([b"a", b"d"]) == {b"a": b"1", b"d": b"4"}


def counted_passes(encoder: OnnxEncoder, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return where the numbers of passes will stand that an encoder runs together."""
    run: list[int] = []
    forward = encoder._forward_all

    def counting(passes: Sequence[PackedPass]) -> list[Vectors]:
        run.append(len(passes))
        return forward(passes)

    monkeypatch.setattr(encoder, "_forward_all", counting)
    return run


def test_passes_that_are_equal_are_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = load_encoder(bundled().folder, threads=1)
    once = plain.encode(document())
    assert isinstance(plain, OnnxEncoder)
    run = counted_passes(plain, monkeypatch)
    several = read(page(BALANCE, NOTE, BALANCE, NOTE), name="company.htm")
    found = plain.encode(several)
    assert run == [len(plain.layout.passes(document()))]
    assert 2 * run[0] == len(plain.layout.passes(several))
    assert len(found) == 2 * len(once)


def test_a_worker_keeps_vectors_where_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    checker = load_checker(CheckConfig(threads=1), keeping=True)
    assert isinstance(checker, Checker)
    encoder = checker.stages.encoder
    assert isinstance(encoder, OnnxEncoder)
    first = checker.check(document())
    run = counted_passes(encoder, monkeypatch)
    second = checker.check(document())
    assert sum(run) == 0
    assert (second.found, second.facts) == (first.found, first.facts)
