"""Reports in the languages there are: every sentence is translated, and each reader has theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from lxml import html

from cofitcheck.cli.check import check
from cofitcheck.readers import read
from cofitcheck.reports.formats import save
from cofitcheck.reports.html import render_html
from cofitcheck.reports.marked.html import mark_document
from cofitcheck.reports.model.report import Report
from cofitcheck.reports.words import LANGUAGES, counted, language_of, negotiated, phrase, speaking
from tests.golden.statements import DOCUMENTS

ROOT = Path(__file__).parents[2]
KEYWORDS = {
    "phrase": None, "say": None, "_": None,
    "counted": (1, 2), "_counted": (1, 2), "_n": (1, 2),
}  # fmt: skip
TRANSLATED = [tag for tag in LANGUAGES if tag != "en"]
EAST_ASIAN = [tag for tag in TRANSLATED if tag != "es"]
MAY_LACK_SOME = {"es"}
"""Catalogues that may lack one sentence in twenty, which is said in English then."""


def sentences() -> Iterator[str | tuple[str, ...]]:
    """Yield every sentence of the code and the templates, as `make words` finds them."""
    methods = [("**.py", "python"), ("**/templates/**.j2", "jinja2")]
    options: dict[str, dict[str, str]] = {"**/templates/**.j2": {"trimmed": "true", "silent": "false"}}
    found = extract_from_dir(
        str(ROOT / "src" / "cofitcheck"), methods, options, keywords=KEYWORDS, comment_tags=()
    )
    return (message for _, _, message, _, _ in found)


def catalogue(tag: str) -> dict[str | tuple[str, ...], Message]:
    name = f"{tag.replace('-', '_')}.po"
    with (files("cofitcheck.reports.words") / "catalogues" / name).open("rb") as stream:
        read = read_po(stream, locale=tag.replace("-", "_"))
    return {tuple(m.id) if isinstance(m.id, tuple | list) else m.id: m for m in read if m.id}


def names(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_sentence_is_translated_and_no_other(tag: str) -> None:
    translated = catalogue(tag)
    wanted = set(sentences())
    lacking = {each for each in wanted if not translated.get(each) or not translated[each].string}
    assert len(lacking) <= (len(wanted) // 20 if tag in MAY_LACK_SOME else 0), lacking
    assert tag in MAY_LACK_SOME or set(translated) - wanted == set()


@pytest.mark.parametrize("tag", TRANSLATED)
def test_a_translation_names_the_same_values(tag: str) -> None:
    for told, message in catalogue(tag).items():
        if isinstance(told, str):
            assert names(str(message.string)) == names(told), told
        else:
            said = str((message.string or [""])[-1])
            assert names(said) <= names(told[0]) | names(told[1]), told
            assert names(said) >= names(told[1]) - {"agree", "differ"}, told


def test_a_sentence_is_said_in_the_language_of_the_moment() -> None:
    told = counted("{n} finding", "{n} findings", 1234)
    assert str(told) == "1,234 findings"
    with speaking("ja"):
        assert str(told) == "1,234 件の指摘"
        with speaking("zh-Hant"):
            assert str(phrase("Likely error")) == "錯誤可能性"
        assert str(phrase("Likely error")) == "誤りの可能性"
    assert str(phrase("Likely error")) == "Likely error"


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        ("", "en"),
        ("de-DE,de;q=0.9", "en"),
        ("de,zh-CN;q=0.8,en;q=0.5", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hant-HK;q=0.3, ja;q=0.4", "ja"),
        ("en-GB,ja", "en"),
        ("ja;q=x,zh", "zh-Hans"),
        ("es-MX,en;q=0.5", "es"),
    ],
)
def test_a_browser_has_the_language_that_it_asks_for(accepted: str, tag: str) -> None:
    assert negotiated(accepted) == tag


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("songlin.htm", "zh-Hant"),
        ("baihe.pdf", "zh-Hans"),
        ("sakura.zip", "ja"),
        ("larch.htm", "en"),
        ("kirschbaum.xbri", "en"),
        ("cerisier.xbri", "en"),
        ("encina.htm", "es"),
    ],
)
def test_a_document_is_reported_on_in_its_own_language(name: str, tag: str) -> None:
    assert language_of(read(DOCUMENTS[name](), name)) == tag


@pytest.mark.parametrize(("title", "tag"), [("株主資本等変動計算書", "ja"), ("所有者权益变动表", "zh-Hans")])
def test_a_table_without_kana_may_be_japanese(title: str, tag: str) -> None:
    made = f"<p>{title}</p><table><tr><td></td><td>2031</td></tr><tr><td>合計</td><td>1,204</td></tr></table>"
    assert language_of(read(made.encode(), "a.htm")) == tag


@pytest.mark.parametrize("tag", EAST_ASIAN)
def test_a_report_is_in_one_language_throughout(report: Report, tag: str, tmp_path: Path) -> None:
    page: Any = html.document_fromstring(save(report, tmp_path, "x", tag)[0].read_bytes())
    assert page.get("lang") == tag
    for own in page.xpath("//style | //*[contains(@class, 'doc')] | //table[@class='sheet']"):
        own.drop_tree()
    heads = " ".join(page.xpath("//h2//text() | //th[@scope='col']//text() | //dt//text()"))
    assert re.findall(r"[A-Za-z]{3,}", heads) == []
    with speaking(tag):
        assert "{" not in render_html(report).partition("</style>")[2].partition("<script>")[0].replace(
            "{{ 7*7 }}", ""
        )
        marked: Any = html.document_fromstring(mark_document(report))
    (legend,) = marked.find_class("cofitcheck-note")
    legend.find("h1").drop_tree()  # it names the document
    assert re.findall(r"[a-z]{4,}", legend.text_content()) == ["cofitcheck"]


@pytest.mark.parametrize("tag", EAST_ASIAN)
def test_a_heading_joins_its_sentences_as_its_language_does(report: Report, tag: str) -> None:
    finding = report.found[1]
    told = replace(report, found=(replace(finding, right=finding.mention), *report.found[2:]))
    with speaking(tag):
        page: Any = html.document_fromstring(render_html(told))
    heading = page.xpath("//article[1]//h3")[0].text_content()
    assert re.search(r"。(?! )", heading)
    assert ". " not in heading


def test_a_spanish_report_says_nothing_in_english(report: Report, tmp_path: Path) -> None:
    page: Any = html.document_fromstring(save(report, tmp_path, "x", "es")[0].read_bytes())
    assert page.get("lang") == "es"
    own = {cell.text for table in report.document.tables for cell in table.cells}
    heads = {each.strip() for each in page.xpath("//h2//text() | //th[@scope='col']//text() | //dt//text()")}
    english = {told for told, said in catalogue("es").items() if said.string != told}
    assert heads & english - own == set()
    assert "Comprobación cruzada de" in page.text_content()


def test_the_command_line_offers_every_language() -> None:
    (option,) = (each for each in check.params if each.name == "language")
    assert isinstance(option.type, click.Choice)
    assert list(option.type.choices) == list(LANGUAGES)
