"""The instruction format: context and prompt in a chat's frame, mentions and answers where it ends."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from cofitcheck.classification.description import ClassifierDescription
from cofitcheck.encoding.description import EncoderDescription, Frame, chat_frame
from cofitcheck.encoding.layouts.parallel import PROMPTS, ParallelLayout
from cofitcheck.errors import ModelError
from tests.classification.question_documents import pairs, statements
from tests.encoding.context_documents import tokenizer

TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
BEFORE, AFTER = "<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"


def model_folder(folder: Path, template: object = TEMPLATE) -> Path:
    made = tokenizer()
    made.add_special_tokens(["<|im_start|>", "<|im_end|>"])
    made.add_tokens(["Yes", "No"])
    made.save(str(folder / "tokenizer.json"))
    settings = {"chat_template": template, "bos_token": {"content": "<s>"}}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    return folder


def test_the_frame_is_that_of_the_template(tmp_path: Path) -> None:
    frame = Frame(BEFORE, AFTER)
    assert chat_frame(model_folder(tmp_path)) == frame
    named = [{"name": "tools", "template": "x"}, {"name": "default", "template": TEMPLATE}]
    assert chat_frame(model_folder(tmp_path, named)) == frame
    (tmp_path / "tokenizer_config.json").unlink()
    (tmp_path / "chat_template.jinja").write_text(TEMPLATE)
    assert chat_frame(tmp_path) == frame


@pytest.mark.parametrize(
    ("template", "said"),
    [(None, "has no chat template"), ("{{ messages", "cannot be used"), ("hello", "leaves out")],
)
def test_a_template_that_cannot_be_used_is_said(template: object, said: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=said):
        chat_frame(model_folder(tmp_path, template))


def test_a_missing_model_is_said_with_where_models_come_from(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"there is no such model; docs/paper\.md says where"):
        chat_frame(tmp_path / "gone")


def test_context_and_prompt_are_what_the_user_says_and_mentions_begin_the_answer(tmp_path: Path) -> None:
    tokenizer_file = model_folder(tmp_path) / "tokenizer.json"
    document = statements()
    plain = EncoderDescription().make_layout(tokenizer_file)
    framed = EncoderDescription(chat=True).make_layout(tokenizer_file)
    assert isinstance(framed, ParallelLayout)
    ids = framed._pieces.ids
    prompt = PROMPTS[1]
    for one, other in zip(plain.passes(document), framed.passes(document), strict=True):
        end, last = one.context(), other.context()
        context = one.tokens[: end - len(ids(prompt))]
        expected = [*ids(BEFORE), *context, *ids(prompt + AFTER)]
        assert other.tokens[:last].tolist() == expected
        assert np.array_equal(one.tokens[end:], other.tokens[last:])


def test_a_question_is_framed_and_answered_without_a_space(tmp_path: Path) -> None:
    tokenizer_file = model_folder(tmp_path) / "tokenizer.json"
    layout = ClassifierDescription(chat=True).make_layout(tokenizer_file)
    document = statements()
    ids = layout._pieces.ids
    (yes,), (no,) = ids("Yes"), ids("No")
    assert layout.answers() == (yes, no)
    for each in layout.passes(document, pairs(document)):
        alone = each.only(0).tokens.tolist()
        assert alone[: len(ids(BEFORE))] == list(ids(BEFORE))
        assert alone.count(ids("<|im_start|>")[0]) == 2
        assert alone[-len(ids(AFTER)) :] == list(ids(AFTER))
