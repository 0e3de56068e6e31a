"""Makes an HTML document safe to open: it keeps its look, but nothing in it runs, loads or submits anything.

`lxml_html_clean` removes what is not in our lists of allowed tags and attributes. What it leaves to its
caller (links that lead out, style sheets that load something) is removed here. A content security policy is
the second line of defence.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from lxml.html import HtmlElement

from cofitcheck import patterns as re
from cofitcheck.caching import cached

if TYPE_CHECKING:
    from lxml_html_clean import Cleaner

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

_KEPT_TAGS = frozenset(
    {
        "html", "head", "title", "style", "body", "a", "abbr", "address", "article", "aside", "b", "bdi",
        "bdo", "big", "blockquote", "br", "caption", "center", "cite", "code", "col", "colgroup", "dd",
        "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "font", "footer", "h1",
        "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "img", "ins", "kbd", "li", "main", "mark",
        "nav", "nobr", "ol", "p", "pre", "q", "s", "samp", "section", "small", "span", "strike",
        "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt",
        "u", "ul", "var", "wbr",
    }
)  # fmt: skip
# Only tags without text for readers. libxml2 puts what follows an unclosed tag into it, which must stay.
_KILLED_TAGS = frozenset({"script", "input", "link", "meta", "base", "frame", "isindex", "area", "param"})
_KEPT_ATTRIBUTES = frozenset(
    {
        "id", "class", "title", "name", "href", "src", "alt", "style", "lang", "dir", "align", "valign",
        "width", "height", "bgcolor", "color", "face", "size", "border", "cellpadding", "cellspacing",
        "colspan", "rowspan", "nowrap", "noshade", "start", "type", "value", "clear", "rules", "frame",
        "scope", "span", "data-ticks",
    }
)  # fmt: skip
# Everything in CSS that can load something, and the backslash, as it can spell any of these.
_LOADING_CSS = re.compile(
    r"url|image|src\s*\(|cross-fade|element\s*\(|expression|behavior|binding|@|\\|<", re.IGNORECASE
)
_LOADING_SHEET = re.compile(
    r"url\s*\(|image(?:-set)?\s*\(|src\s*\(|expression|behavior|binding|@import|@charset|@namespace|\\|<",
    re.IGNORECASE,
)
_IMPORT = re.compile(r"@import[^;]*(?:;|$)", re.IGNORECASE)
_URL = re.compile(r"url\s*+\([^)]*+\)", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*\Z", re.IGNORECASE)


@cache
def _cleaner() -> Cleaner:
    from lxml_html_clean import Cleaner

    # javascript=False: rewriting links takes seconds on a large filing. `_clean_attributes` removes links
    # that lead out of the page and styles that could hold a script; event attributes are not allowed.
    return Cleaner(
        scripts=True,
        javascript=False,
        comments=True,
        style=False,
        inline_style=False,
        links=True,
        meta=True,
        page_structure=False,
        processing_instructions=True,
        embedded=True,
        frames=True,
        forms=True,
        annoying_tags=True,
        kill_tags=_KILLED_TAGS,
        allow_tags=_KEPT_TAGS,
        remove_unknown_tags=False,
        safe_attrs_only=True,
        safe_attrs=_KEPT_ATTRIBUTES,
    )


def sanitise(root: HtmlElement) -> None:
    """Make the tree under `root` (an `html` element) safe, in place; ids and harmless styles stay."""
    for element in root.iter("*"):
        if element.tag not in _KEPT_TAGS and element.tag not in _KILLED_TAGS:
            # Inline XBRL, frames, forms, drawings. Renaming them is faster than moving their content up.
            element.tag = "span"
    _cleaner()(root)
    for element in root.iter("*"):
        if element.attrib:
            _clean_attributes(element)
    for sheet in list(root.iter("style")):
        _clean_sheet(sheet)


def _clean_attributes(element: HtmlElement) -> None:
    attributes = element.attrib
    style = attributes.get("style")
    if style is not None and (harmless := _harmless(style)) != style:
        attributes["style"] = harmless
    if not attributes.get("href", "#").startswith("#"):
        del attributes["href"]
    source = attributes.get("src")
    if source is not None and not (element.tag == "img" and _PICTURE.match(source)):
        del attributes["src"]


@cached(20_000)
def _harmless(style: str) -> str:
    """Return a style without the parts that load something.

    Results are cached, since a filing has the same few hundred styles on all its cells.
    """
    if not _LOADING_CSS.search(style):
        return style
    return ";".join(part for part in style.split(";") if not _LOADING_CSS.search(part))


def _clean_sheet(sheet: HtmlElement) -> None:
    text = _URL.sub("none", _IMPORT.sub("", sheet.text or ""))
    if len(sheet) or _LOADING_SHEET.search(text):
        sheet.drop_tree()
        return
    sheet.text = text
