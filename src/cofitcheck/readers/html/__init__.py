"""HTML (inline XBRL included, its tags ignored) to `Document`."""

from cofitcheck.readers.html.reader import read_html, read_markup

__all__ = ["read_html", "read_markup"]
