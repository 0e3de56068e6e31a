"""A document's tables as they were understood: what whoever mends a reading looks at first."""

from cofitcheck.inspection.render import render_list, render_table

__all__ = ["render_list", "render_table"]
