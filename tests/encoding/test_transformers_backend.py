import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.encoding.description import FILE, EncoderDescription
from cofitcheck.encoding.transformers import How, TransformersEncoder
from cofitcheck.errors import ConfigError, MissingDependencyError, ModelError
from tests.encoding.causal_models import FAMILIES, HIDDEN, body, save
from tests.encoding.context_documents import debt, long_table, mention, tokenizer

torch = pytest.importorskip("torch", reason="causal encoders run on torch")
pytest.importorskip("transformers", reason="causal models are of transformers")

WAYS = get_args(How)


def two_tables() -> Document:
    """Return a short table, and one that takes several passes."""
    first, second = debt(), long_table(12)
    start = len(first.mentions)
    moved = (replace(each, index=start + each.index, table=1) for each in second.mentions)
    return Document(
        "birch",
        (first.tables[0], replace(second.tables[0], index=1)),
        (*first.mentions, *moved),
    )


def encoded(folder: Path, how: str, **options: Any) -> Encoded:
    return TransformersEncoder(folder, how, **options).encode(two_tables())  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", ["parallel", "extractive"])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_three_ways_agree(tmp_path: Path, family: str, layout: Any) -> None:
    save(tmp_path, family, EncoderDescription(layout, limit=900))
    one_pass, prefill, alone = (encoded(tmp_path, how).fact for how in WAYS)
    assert alone.shape == (29, HIDDEN)
    assert np.allclose(np.linalg.norm(alone, axis=1), 1, atol=1e-5)
    assert np.abs(one_pass - alone).max() < 1e-5
    assert np.abs(prefill - alone).max() < 1e-5
    # Agreement means something only where the mentions differ by far more.
    apart = np.abs(alone[:, None] - alone[None, :]).max(axis=-1)
    assert apart[~np.eye(29, dtype=bool)].min() > 1e-3


@pytest.mark.parametrize("how", WAYS)
def test_how_passes_are_grouped_does_not_matter(tmp_path: Path, how: str) -> None:
    save(tmp_path, description=EncoderDescription(limit=900))
    together, one_by_one = encoded(tmp_path, how).fact, encoded(tmp_path, how, batch_tokens=1).fact
    assert np.abs(together - one_by_one).max() < 1e-5


@pytest.mark.parametrize("how", WAYS)
def test_documents_that_share_batches_have_the_vectors_of_each_alone(tmp_path: Path, how: How) -> None:
    encoder = TransformersEncoder(save(tmp_path, description=EncoderDescription(limit=900)), how)
    documents = [debt(), two_tables(), replace(debt(), mentions=()), debt()]
    for document, together in zip(documents, encoder.encode_all(documents), strict=True):
        alone = encoder.encode(document)
        assert together.fact.shape == alone.fact.shape
        assert np.abs(together.fact - alone.fact).max(initial=0) < 1e-5
        assert together.split == alone.split


@pytest.mark.parametrize("chunk", [1, 100, 333])
def test_mentions_on_a_cache_may_come_in_chunks(tmp_path: Path, chunk: int) -> None:
    from cofitcheck.encoding.causal import CausalEncoder
    from cofitcheck.encoding.layouts import ParallelLayout
    from cofitcheck.encoding.passes import Pieces
    from cofitcheck.encoding.states import cached_states, masked_states

    encoder = CausalEncoder(body("qwen2"))
    passes = ParallelLayout(Pieces(tokenizer())).passes(two_tables())
    with torch.inference_mode():
        found, expected = cached_states(encoder.body, passes, chunk), masked_states(encoder.body, passes)
    assert found.shape == (29, HIDDEN)
    assert torch.allclose(found, expected, atol=1e-4)


def test_a_mention_is_the_same_whichever_others_are_there(tmp_path: Path) -> None:
    encoder = TransformersEncoder(save(tmp_path))
    document = debt()
    changed = tuple(
        each if each.index == 2 else replace(each, row_path=("Other",)) for each in document.mentions
    )
    first, second = encoder.encode(document).fact, encoder.encode(replace(document, mentions=changed)).fact
    assert np.abs(first[2] - second[2]).max() < 1e-5
    assert np.abs(first[1] - second[1]).max() > 1e-3


def test_values_do_not_change_masked_vectors_and_do_change_the_others(tmp_path: Path) -> None:
    def vectors(name: str, masked: bool) -> Any:
        save(tmp_path, description=EncoderDescription(masked=masked))
        document = debt()
        table = document.tables[0]
        cells = tuple(replace(each, text=each.text.replace("4,310", name)) for each in table.cells)
        first = mention(0, 3, 1, f"$ {name}", row_path=document.mentions[0].row_path)
        made = Document("birch", (replace(table, cells=cells),), (first, *document.mentions[1:]))
        return TransformersEncoder(tmp_path).encode(made).fact

    assert np.abs(vectors("4,310", True) - vectors("0", True)).max() < 1e-6
    assert np.abs(vectors("4,310", False) - vectors("0", False)).max() > 1e-3


def test_facets_without_heads_have_no_width(tmp_path: Path) -> None:
    made = encoded(save(tmp_path), "one-pass")
    assert (made.indicator.shape, made.breakdown.shape) == ((29, 0), (29, 0))


def test_heads_of_the_folder_are_used(tmp_path: Path) -> None:
    from cofitcheck.encoding.causal import CausalEncoder

    save(tmp_path)
    CausalEncoder(body("qwen2"), {"fact": 6, "indicator": 5, "breakdown": 4, "period": 3}).save(tmp_path)
    made = [encoded(tmp_path, how) for how in WAYS]
    assert (made[0].fact.shape, made[0].indicator.shape) == ((29, 6), (29, 5))
    assert made[0].breakdown.shape == (29, 4)
    for each in made[1:]:
        assert np.abs(each.indicator - made[0].indicator).max() < 1e-5


def test_a_document_without_mentions_has_no_vectors(tmp_path: Path) -> None:
    encoder = TransformersEncoder(save(tmp_path))
    assert encoder.encode(Document("empty", (), ())).fact.shape == (0, HIDDEN)


SLIDING: dict[str, Any] = {"use_sliding_window": True, "sliding_window": 64, "max_window_layers": 1}


@pytest.mark.parametrize("how", ["one-pass", "prefill"])
def test_a_sliding_window_is_refused_where_mentions_would_leak(tmp_path: Path, how: Any) -> None:
    with pytest.raises(ModelError, match=r"sliding attention.*ask one thing a pass"):
        TransformersEncoder(save(tmp_path, **SLIDING), how)


def test_a_sliding_window_is_exact_with_one_mention_per_pass(tmp_path: Path) -> None:
    from cofitcheck.encoding.layouts import ParallelLayout
    from cofitcheck.encoding.passes import Pieces

    made = TransformersEncoder(save(tmp_path, **SLIDING), "one-mention-per-pass").encode(debt()).fact
    model = body("qwen2", **SLIDING)
    (one,) = ParallelLayout(Pieces(tokenizer())).passes(debt())
    for which, mention_index in enumerate(one.asked):
        tokens = torch.from_numpy(one.only(which).tokens[None]).long()
        with torch.inference_mode():
            state = model(input_ids=tokens).last_hidden_state[0, -1].numpy()
        assert np.allclose(made[mention_index], state / np.linalg.norm(state), atol=1e-5)


def test_the_extractive_layout_takes_a_sliding_window(tmp_path: Path) -> None:
    save(tmp_path, description=EncoderDescription("extractive"), **SLIDING)
    assert np.abs(encoded(tmp_path, "one-pass").fact - encoded(tmp_path, "prefill").fact).max() < 1e-5


def test_the_description_survives_writing(tmp_path: Path) -> None:
    made = EncoderDescription("extractive", masked=False, limit=2048, threshold=0.37)
    made.write(tmp_path)
    assert EncoderDescription.read(tmp_path) == made
    save(tmp_path, description=made)
    assert TransformersEncoder(tmp_path).description == made


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"has no cofitcheck\.json"),
        ('{"layout": "sideways"}', r"cofitcheck\.json cannot be used.*layout"),
        ('{"threshold": 1.5}', r"cofitcheck\.json cannot be used.*threshold"),
        ('{"width": 3}', r"cofitcheck\.json cannot be used.*width"),
        ('{"prompt_version": 99}', "prompt version 99 is unknown"),
        ('{"limit": 0}', r"cofitcheck\.json cannot be used.*limit"),
        ('{"limit": 300}', r"limit in cofitcheck\.json cannot be used.*raise it by"),
        ('{"limit": 100000}', "limit 100000 .* beyond the 8192 positions"),
        ("{", r"cofitcheck\.json cannot be used"),
    ],
)
def test_a_description_that_cannot_be_used_is_refused(
    tmp_path: Path, content: str | None, message: str
) -> None:
    save(tmp_path)
    (tmp_path / FILE).unlink()
    if content is not None:
        (tmp_path / FILE).write_text(content)
    with pytest.raises(ModelError, match=message) as caught:
        TransformersEncoder(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_folder_without_a_tokenizer_or_with_another_models_is_refused(tmp_path: Path) -> None:
    save(tmp_path)
    made = tokenizer()
    made.add_tokens(["birch"])
    made.save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(ModelError, match="has 257 tokens, but its model knows 256"):
        TransformersEncoder(tmp_path)
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match=r"tokenizer\.json cannot be read"):
        TransformersEncoder(tmp_path)
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(ModelError, match=r"tokenizer\.json is missing"):
        TransformersEncoder(tmp_path)


@pytest.mark.parametrize("option", [{"how": "backwards"}, {"dtype": "int3"}])
def test_unknown_options_are_refused(tmp_path: Path, option: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="must be one of"):
        TransformersEncoder(save(tmp_path), **option)


def test_a_device_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="device 'birch' cannot be used"):
        TransformersEncoder(save(tmp_path), device="birch")


@pytest.mark.parametrize("missing", ["transformers", "cofitcheck.encoding.causal"])
def test_without_its_libraries_the_install_line_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    save(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'cofitcheck\[train\]'"):
        TransformersEncoder(tmp_path)
