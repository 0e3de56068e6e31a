"""Word documents: merged and nested cells, tracked changes, fields, headings, and what is not read."""

import docx
import pytest
from docx.shared import Pt

from cofitcheck.document import Document
from cofitcheck.errors import UnreadableDocumentError
from cofitcheck.readers import ReadSettings, read
from cofitcheck.reports.words import render_unchecked
from tests.readers.html_pages import YEARS, column_path, mention, row_path, texts
from tests.readers.office_files import changed, element, word_bytes, word_of, word_table

SALES = ("Sales", "1,100", "1,200")


def read_word(word: docx.document.Document, settings: ReadSettings | None = None) -> Document:
    return read(word_bytes(word), "report.docx", settings=settings)


def test_rows_columns_and_the_unit_around_the_table_are_read() -> None:
    word = docx.Document()
    word.add_paragraph("(in millions)")
    word_table(word, YEARS, SALES, ("Costs", "(900)", "—"))
    document = read_word(word)
    assert texts(document) == ["1,100", "1,200", "(900)"]
    assert (row_path(document, "(900)"), column_path(document, "(900)")) == (("Costs",), ("2023",))
    assert mention(document, "(900)").number.value == -900_000_000


def test_the_original_and_its_rendition_are_both_kept() -> None:
    data = word_bytes(word_of(YEARS, SALES))
    document = read(data, "report.docx")
    assert document.original == data
    assert b"<table>" in document.source


def test_text_and_headings_around_tables() -> None:
    word = docx.Document()
    word.add_heading("Management report", 1)
    word.add_heading("Results of the year", 2)
    word.add_paragraph("Sales fell because of the weather.")
    word_table(word, YEARS, SALES)
    word.add_paragraph("Costs fell as well.")
    word.add_heading("Outlook", 1)
    word.add_heading("Expected sales", 2)
    word_table(word, YEARS, ("Sales", "1,300", "1,400"))
    first, second = read_word(word).tables
    assert first.title == "Management report — Results of the year"
    assert "because of the weather" in first.text_before
    assert first.text_after.startswith("Costs fell as well.")
    assert second.title == "Outlook — Expected sales"


def test_merged_cells_head_all_their_columns() -> None:
    word = docx.Document()
    table = word_table(word, ("", "Year ended", ""), ("", "2023", "2022"), ("Assets", "", ""), SALES)
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(2, 0).merge(table.cell(2, 2))
    document = read_word(word)
    assert column_path(document, "1,200") == ("Year ended", "2022")
    assert row_path(document, "1,200") == ("Assets", "Sales")


def test_cells_merged_downwards_speak_for_all_their_rows() -> None:
    word = docx.Document()
    table = word_table(
        word, ("", "", "2023"), ("Europe", "Sales", "1,100"), ("", "Costs", "900"), ("Asia", "Sales", "70")
    )
    table.cell(1, 0).merge(table.cell(2, 0))
    document = read_word(word)
    assert row_path(document, "1,100") == ("Europe Sales",)
    assert row_path(document, "900") == ("Europe Costs",)
    grid = {(cell.row, cell.column): cell.rows for cell in document.tables[0].cells}
    assert grid[1, 0] == 2
    assert "70" in texts(document)


def test_rows_that_begin_late_keep_their_columns() -> None:
    word = word_of(YEARS, SALES, ("", "900", "800"))
    row = word.tables[0].rows[2]._tr
    row.remove(row.tc_lst[0])
    row.get_or_add_trPr().append(element('<w:gridBefore w:val="1"/>'))
    assert column_path(read_word(word), "800") == ("2022",)


def test_a_nested_table_is_read_and_the_outer_one_listed() -> None:
    word = docx.Document()
    outer = word_table(word, YEARS, SALES, ("Note", "", ""))
    word_table(outer.cell(2, 1), ("", "2021"), ("Rent", "55"))
    document = read_word(word)
    assert texts(document) == ["55"]
    (unread,) = document.unread
    assert "tables stand inside this table" in str(render_unchecked(unread.reason))


def tracked() -> docx.document.Document:
    """Sales were 1,100, and are 1,150 after the change; a row was inserted, another deleted."""
    word = word_of(YEARS, SALES, ("Rent", "55", "66"), ("Wages", "77", "88"))
    table = word.tables[0]
    paragraph = table.cell(1, 1).paragraphs[0]
    paragraph.runs[0]._r.getparent().remove(paragraph.runs[0]._r)
    author = 'w:id="1" w:author="A. Person" w:date="2024-01-01T00:00:00Z"'
    paragraph._p.append(element(f"<w:del {author}><w:r><w:delText>1,100</w:delText></w:r></w:del>"))
    paragraph._p.append(element(f"<w:ins {author}><w:r><w:t>1,150</w:t></w:r></w:ins>"))
    table.rows[2]._tr.get_or_add_trPr().append(element(f"<w:ins {author}/>"))
    table.rows[3]._tr.get_or_add_trPr().append(element(f"<w:del {author}/>"))
    return word


def test_tracked_changes_are_accepted() -> None:
    document = read_word(tracked())
    assert texts(document) == ["1,150", "1,200", "55", "66"]
    (warning,) = (str(render_unchecked(each)) for each in document.warnings)
    assert "tracked changes" in warning
    assert "accepted" in warning


def test_or_the_original_is_read() -> None:
    document = read_word(tracked(), ReadSettings(tracked_changes="original"))
    assert texts(document) == ["1,100", "1,200", "77", "88"]
    assert "as it was before them" in str(render_unchecked(document.warnings[0]))


def test_a_field_counts_by_its_result() -> None:
    word = word_of(YEARS, ("Sales", "", "1,200"))
    paragraph = word.tables[0].cell(1, 1).paragraphs[0]._p
    for piece in (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
        "<w:r><w:instrText> =SUM(B3:B9) 77 </w:instrText></w:r>",
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>',
        "<w:r><w:t>1,100</w:t></w:r>",
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
        '<w:fldSimple w:instr="PAGE"><w:r><w:t> </w:t></w:r></w:fldSimple>',
    ):
        paragraph.append(element(piece))
    assert texts(read_word(word)) == ["1,100", "1,200"]


def test_content_controls_and_links_are_looked_into() -> None:
    word = word_of(YEARS, ("Sales", "", ""))
    for column, markup in (
        (1, "<w:sdt><w:sdtContent><w:r><w:t>1,100</w:t></w:r></w:sdtContent></w:sdt>"),
        (2, "<w:hyperlink><w:r><w:t>1,200</w:t></w:r></w:hyperlink>"),
    ):
        word.tables[0].cell(1, column).paragraphs[0]._p.append(element(markup))
    assert texts(read_word(word)) == ["1,100", "1,200"]


def test_footnote_marks_are_no_digits() -> None:
    word = word_of(YEARS, SALES)
    mark = word.tables[0].cell(1, 1).paragraphs[0].add_run("1")
    mark.font.superscript = True
    assert texts(read_word(word)) == ["1,100", "1,200"]


def test_hidden_text_is_not_read_and_that_is_said() -> None:
    word = word_of(YEARS, SALES)
    hidden = word.tables[0].cell(1, 1).paragraphs[0].add_run("99")
    hidden.font.hidden = True
    document = read_word(word)
    assert texts(document) == ["1,100", "1,200"]
    assert "hidden text" in str(render_unchecked(document.warnings[0]))


def test_indents_and_bold_print_say_what_is_a_section() -> None:
    word = word_of(YEARS, ("Assets", "", ""), ("Cash", "1", "2"), ("Debt", "3", "4"), ("Total", "5", "6"))
    table = word.tables[0]
    table.cell(1, 0).paragraphs[0].runs[0].bold = True
    for row in (2, 3):
        table.cell(row, 0).paragraphs[0].paragraph_format.left_indent = Pt(12)
    document = read_word(word)
    assert row_path(document, "3") == ("Assets", "Debt")


def test_the_outline_level_of_a_style_makes_a_heading() -> None:
    word = docx.Document()
    style = word.styles.add_style("Kapitel", 1)
    style.base_style = word.styles["Heading 1"]
    for title in ("Lagebericht", "Ausblick"):
        word.add_paragraph(title, style="Kapitel")
        word.add_heading("Umsatz", 2)
        word_table(word, YEARS, SALES)
    assert [table.title for table in read_word(word).tables] == ["Lagebericht — Umsatz", "Ausblick — Umsatz"]


def test_text_boxes_are_read_once() -> None:
    word = docx.Document()
    box = "<w:txbxContent><w:p><w:r><w:t>(in millions)</w:t></w:r></w:p></w:txbxContent>"
    word.add_paragraph()._p.append(element(f"<w:r><w:pict>{box}</w:pict></w:r>"))
    word_table(word, YEARS, SALES)
    (table,) = read_word(word).tables
    assert table.caption == "(in millions)"
    assert table.text_before.count("in millions") == 1


def test_embedded_objects_are_listed() -> None:
    word = word_of(YEARS, SALES)
    word.add_paragraph()._p.append(element("<w:r><w:object/></w:r>"))
    assert "embedded objects" in str(render_unchecked(read_word(word).warnings[0]))


def test_a_damaged_document_is_refused() -> None:
    data = word_bytes(word_of(YEARS, SALES))
    with pytest.raises(UnreadableDocumentError, match=r"report\.docx: this Word document is damaged"):
        read(changed(data, {"word/document.xml": b"<w:document"}), "report.docx")
    with pytest.raises(UnreadableDocumentError, match="zip archive is damaged"):
        read(data[: len(data) // 2], "report.docx")


def test_entities_are_refused() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "boom">]><w:document/>'
    data = changed(word_bytes(word_of(YEARS, SALES)), {"word/document.xml": bomb})
    with pytest.raises(UnreadableDocumentError, match="declares XML entities"):
        read(data, "report.docx")


def test_a_chapter_that_is_a_statement_is_named_once() -> None:
    word = docx.Document()
    word.add_heading("Consolidated balance sheets", 1)
    word.add_heading("Harbor Inc.", 2)
    word_table(word, YEARS, SALES)
    word.add_heading("Outlook", 1)
    word_table(word, YEARS, SALES)
    table, _ = read_word(word).tables
    assert (table.title, table.name) == (
        "Consolidated balance sheets — Harbor Inc.", "Consolidated balance sheets",
    )  # fmt: skip
