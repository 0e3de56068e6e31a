"""A document is asked about in its own language, where the prompts have it."""

from __future__ import annotations

import numpy as np
import pytest

from cofitcheck.classification.questions.prompts import Language, is_chinese, prompt_for
from cofitcheck.classification.servers import ServerConfig
from cofitcheck.classification.servers.classifier import ServerClassifier
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.filtering import CandidatePairs
from cofitcheck.readers import read
from tests.classification.servers.fake_server import said, serving

ROWS = {
    "en": ("Net sales", "Net income"),
    "zh": ("营业收入（Revenue）", "净利润"),
    "ja": ("売上高のうち国内", "当期純利益について"),
}


def page(language: str) -> Document:
    sales, income = ROWS[language]
    table = (
        "<table><tr><td></td><td>2024</td><td>2023</td></tr>"
        f"<tr><td>{sales}</td><td>4,310</td><td>4,120</td></tr>"
        f"<tr><td>{income}</td><td>310</td><td>290</td></tr></table>"
    )
    return read(f"<html><body>{table}<p>.</p>{table}</body></html>".encode(), "page.htm")


@pytest.mark.parametrize(("language", "chinese"), [("en", False), ("zh", True), ("ja", False)])
def test_chinese_is_told_from_english_and_japanese(language: str, chinese: bool) -> None:
    assert is_chinese(page(language)) is chinese


@pytest.mark.parametrize(
    ("asked", "document", "prompt"),
    [
        (None, "zh", "learnt"),
        ("auto", "zh", "chinese-1"),
        ("auto", "en", "english-1"),
        ("en", "zh", "english-1"),
        ("zh", "en", "chinese-1"),
    ],
)
def test_the_prompt_follows_from_language_and_document(
    asked: Language | None, document: str, prompt: str
) -> None:
    assert prompt_for(page(document), asked, "learnt") == prompt


def test_a_server_is_asked_about_each_document_in_its_language() -> None:
    nothing = np.zeros((8, 0), np.float32)
    pair = CandidatePairs(np.array([0], np.int32), np.array([4], np.int32), np.ones(1, np.float32))
    with serving(lambda _, body: said("是" if "是否" in str(body["messages"]) else "Yes")) as server:
        asked = ServerClassifier(ServerConfig(server.url, "tiny"))
        for language in ("zh", "en"):
            document = page(language)
            assert asked.classify(document, Encoded(nothing), pair).probability.tolist() == [1.0]
        chinese, english = (body["messages"][1]["content"] for body in server.asked)
    assert "请回答" in chinese
    assert "Answer Yes or No" in english
