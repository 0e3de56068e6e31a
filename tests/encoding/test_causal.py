import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cofitcheck.encoding.layouts import ParallelLayout
from cofitcheck.encoding.passes import Batch, pad
from cofitcheck.errors import ModelError
from tests.encoding.causal_models import FAMILIES, HIDDEN, SIZES, body, save
from tests.encoding.context_documents import debt, long_table, pieces

torch = pytest.importorskip("torch", reason="causal encoders run on torch")
pytest.importorskip("transformers", reason="causal models are of transformers")

from cofitcheck.encoding.causal import CausalEncoder, inputs_of  # noqa: E402


def batch() -> Batch:
    layout = ParallelLayout(pieces())
    return pad([*layout.passes(debt()), *layout.passes(long_table(3))], layout.padding)


def forward(encoder: Any, made: Batch) -> Any:
    arrays = (made.tokens, made.positions, made.attention, made.queries)
    return encoder(*(torch.from_numpy(each) for each in arrays))


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("attention", ["sdpa", "eager"])
def test_a_mention_is_as_if_it_were_alone_in_a_plain_forward_pass(family: str, attention: str) -> None:
    encoder, made = CausalEncoder(body(family, attention)), batch()
    with torch.no_grad():
        (vectors,) = forward(encoder, made)
        passes = [ParallelLayout(pieces()).passes(each)[0] for each in (debt(), long_table(3))]
        for row, one in enumerate(passes):
            for which in range(len(one.asked)):
                tokens = torch.from_numpy(one.only(which).tokens[None]).long()
                state = encoder.body(input_ids=tokens).last_hidden_state[0, -1]
                alone = torch.nn.functional.normalize(state, dim=-1)
                assert torch.allclose(vectors[row, which], alone, atol=1e-5)


def test_vectors_have_unit_length_and_differ() -> None:
    made = batch()
    with torch.no_grad():
        (vectors,) = forward(CausalEncoder(body("qwen3")), made)
    real = vectors[torch.from_numpy(made.real)]
    assert real.shape == (11, HIDDEN)
    assert torch.allclose(real.norm(dim=-1), torch.ones(11), atol=1e-5)
    assert ((real @ real.T)[~torch.eye(11, dtype=torch.bool)] < 1 - 1e-6).all()


def test_it_trains_the_same_with_gradient_checkpointing() -> None:
    gradients = []
    for checkpointing in (False, True):
        encoder = CausalEncoder(body("qwen2")).train()
        if checkpointing:
            encoder.body.activation_checkpointing_enable()
        (vectors,) = forward(encoder, batch())
        vectors[:, 0].sum().backward()
        gradients.append([each.grad for each in encoder.parameters() if each.grad is not None])
    plain, checkpointed = gradients
    assert len(plain) == len(checkpointed) > 10
    assert all(torch.allclose(*pair, atol=1e-6) for pair in zip(plain, checkpointed, strict=True))
    assert max(float(each.abs().max()) for each in plain) > 0


def test_heads_survive_saving(tmp_path: Path) -> None:
    widths = {"fact": 6, "indicator": 5, "breakdown": 4, "period": 3}
    encoder = CausalEncoder(body("llama"), widths).eval()
    encoder.save(tmp_path)
    again = CausalEncoder.load(tmp_path).eval()
    assert again.widths == widths
    with torch.no_grad():
        first = dict(zip(encoder.heads, forward(encoder, batch()), strict=True))
        second = dict(zip(again.heads, forward(again, batch()), strict=True))
    assert {name: each.shape[-1] for name, each in second.items()} == widths
    assert all(torch.equal(first[name], second[name]) for name in widths)


def test_bfloat16_gives_float32_vectors_near_those_of_float32(tmp_path: Path) -> None:
    save(tmp_path)
    made = batch()
    with torch.no_grad():
        (small,) = forward(CausalEncoder.load(tmp_path, "bfloat16").eval(), made)
        (full,) = forward(CausalEncoder.load(tmp_path).eval(), made)
    assert small.dtype == torch.float32
    assert float((small * full).sum(-1)[torch.from_numpy(made.real)].min()) > 0.98


def test_the_whole_language_model_loads_without_its_head(tmp_path: Path) -> None:
    from transformers import Qwen2Config, Qwen2ForCausalLM

    torch.manual_seed(0)
    model = Qwen2ForCausalLM(Qwen2Config(**SIZES))
    model.save_pretrained(tmp_path)
    assert torch.equal(CausalEncoder.load(tmp_path).body.norm.weight, model.model.norm.weight)


@pytest.mark.parametrize("one_pass", [True, False])
@pytest.mark.parametrize(
    "changes",
    [
        {"use_sliding_window": True, "sliding_window": 8, "max_window_layers": 1},
        {"layer_types": ["sliding_attention", "full_attention"], "use_sliding_window": True},
    ],
)
def test_sliding_windows_are_refused_for_one_pass(
    tmp_path: Path, changes: dict[str, Any], one_pass: bool
) -> None:
    save(tmp_path, "qwen3", **changes)
    if not one_pass:
        CausalEncoder.load(tmp_path, one_pass=False)
        return
    with pytest.raises(ModelError, match=r"sliding attention.*ask one thing a pass"):
        CausalEncoder.load(tmp_path)


def test_a_model_that_ignores_masks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from transformers import Qwen2Model

    save(tmp_path)
    whole = Qwen2Model.forward

    def deaf(self: Any, attention_mask: Any = None, **given: Any) -> Any:
        return whole(self, attention_mask=None, **given | {"position_ids": None})

    monkeypatch.setattr(Qwen2Model, "forward", deaf)
    with pytest.raises(ModelError, match="does not honour an attention mask"):
        CausalEncoder.load(tmp_path)
    CausalEncoder.load(tmp_path, one_pass=False)


def test_a_model_that_takes_no_mask_of_ours_is_refused(tmp_path: Path) -> None:
    from transformers import FalconConfig, FalconModel

    sizes = {"vocab_size": 99, "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    FalconModel(FalconConfig(alibi=True, **sizes)).save_pretrained(tmp_path)
    with pytest.raises(ModelError, match=r"does not take our mask.*ask one thing a pass") as caught:
        CausalEncoder.load(tmp_path)
    assert "\n" not in str(caught.value)


def test_flex_attention_is_refused(tmp_path: Path) -> None:
    save(tmp_path)
    with pytest.raises(ModelError, match="flex_attention ignores the mask"):
        CausalEncoder.load(tmp_path, attention="flex_attention")
    model = body("qwen2")
    model.config._attn_implementation = "flex_attention"
    with pytest.raises(ModelError, match="flex_attention ignores the mask"):
        CausalEncoder(model)


def test_a_bert_is_refused(tmp_path: Path) -> None:
    from transformers import BertConfig, BertModel

    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    BertModel(BertConfig(vocab_size=99, **sizes)).save_pretrained(tmp_path)
    with pytest.raises(ModelError, match="architecture bert, which is not a causal language model"):
        CausalEncoder.load(tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "has no config.json"), ("{", "config.json cannot be used"), ('{"model_type": "birch"}', "birch")],
)
def test_a_folder_without_a_usable_config_is_refused(
    tmp_path: Path, content: str | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "config.json").write_text(content)
    with pytest.raises(ModelError, match=message) as caught:
        CausalEncoder.load(tmp_path)
    assert "\n" not in str(caught.value)


def test_weights_that_are_missing_or_of_another_model_are_refused(tmp_path: Path) -> None:
    save(tmp_path, "qwen2")
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 3, "layer_types": None}))
    with pytest.raises(ModelError, match=r"another architecture than its config\.json, qwen2: 12 tensors"):
        CausalEncoder.load(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps(config | {"hidden_size": 64}))
    with pytest.raises(ModelError, match="cannot be loaded") as caught:
        CausalEncoder.load(tmp_path)
    assert "\n" not in str(caught.value)
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "model.safetensors").write_bytes(b"torn")
    with pytest.raises(ModelError, match="cannot be loaded"):
        CausalEncoder.load(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(ModelError, match="cannot be loaded"):
        CausalEncoder.load(tmp_path)


def test_heads_of_another_width_are_refused(tmp_path: Path) -> None:
    save(tmp_path)
    other = CausalEncoder(body("qwen2", hidden_size=64), {"fact": 4})
    (tmp_path / "other").mkdir()
    other.save(tmp_path / "other")
    (tmp_path / "other" / "heads.safetensors").rename(tmp_path / "heads.safetensors")
    with pytest.raises(ModelError, match="no heads for a model of width 32"):
        CausalEncoder.load(tmp_path)
    (tmp_path / "heads.safetensors").write_bytes(b"torn")
    with pytest.raises(ModelError, match=r"heads\.safetensors cannot be read"):
        CausalEncoder.load(tmp_path)


def test_the_mask_that_a_device_makes_is_that_of_the_passes() -> None:
    layout = ParallelLayout(pieces())
    (short,), (long,) = layout.passes(debt()), layout.passes(long_table(3))
    made = pad([long, short, replace(long, causal=False)], layout.padding)
    attention = inputs_of(made, torch.device("cpu"))[2].numpy()
    assert np.array_equal(attention, made.attention)
    for row, one in zip(attention, (long, short, replace(long, causal=False)), strict=True):
        assert np.array_equal(row[: len(one), : len(one)], one.attention())
        assert np.array_equal(row[len(one) :], np.eye(len(row), dtype=np.bool_)[len(one) :])


def test_padding_does_not_change_a_vector() -> None:
    layout = ParallelLayout(pieces())
    (short,), (long,) = layout.passes(debt()), layout.passes(long_table(12))
    encoder = CausalEncoder(body("qwen2"))
    with torch.no_grad():
        (alone,), (padded,) = forward(encoder, pad([short], 0)), forward(encoder, pad([long, short], 0))
    assert np.allclose(alone[0], padded[1, : len(short.asked)], atol=1e-5)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch's compiler uses what torch deprecates
def test_flex_attention_would_bring_the_same_states() -> None:
    """SDPA is what runs (docs/scale.md); the mask means the same to the other."""
    flex = pytest.importorskip("torch.nn.attention.flex_attention", reason="torch has no FlexAttention")
    made = batch()
    attends = torch.from_numpy(made.attention)
    rows, length, _ = attends.shape
    mask = flex.create_block_mask(
        lambda row, head, query, key: attends[row, query, key], rows, None, length, length, device="cpu"
    )
    inputs = {"input_ids": torch.from_numpy(made.tokens), "position_ids": torch.from_numpy(made.positions)}
    with torch.inference_mode():
        expected = forward(CausalEncoder(body("qwen2")), made)[0]
        states = body("qwen2", "flex_attention")(**inputs, attention_mask=mask, use_cache=False)[0]
    queries = torch.from_numpy(made.queries).unsqueeze(-1).expand(-1, -1, HIDDEN)
    found = torch.nn.functional.normalize(states.gather(1, queries), dim=-1)
    assert torch.allclose(found[made.real], expected[made.real], atol=1e-5)
