"""The marked copy beside the tape: its numbers can be clicked, by the one script that its policy lets run.

The frame has no origin, so the script can do nothing but tell the page around it numbers of cells, and
nothing of the document can run at all.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

_SCRIPT = Path(__file__).with_name("static") / "cells.js"
_OWN_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy"[^>]*>')
_STYLE = b"""<style>[id^="m"]:is(td,th,span,p,div){cursor:pointer;touch-action:none}
.cofitcheck-over{background:#fff3c4!important}
.cofitcheck-total{box-shadow:inset 0 0 0 3px #1f3a5f!important;background:#dbe7f6!important}
.cofitcheck-added{box-shadow:inset 0 0 0 2px #24613d!important;background:#e3f2e8!important}
.cofitcheck-deducted{box-shadow:inset 0 0 0 2px #8a5a00!important;background:#fdf0d8!important}
</style></head>"""


@cache
def _script() -> bytes:
    return _SCRIPT.read_bytes()


def clickable(content: bytes) -> bytes:
    """Return a copy that was made safe, with the script behind all that it holds.

    The copy's own policy lets no script run, so the one that it is sent with takes its place.
    """
    content = _OWN_POLICY.sub(b"", content, count=1)
    head, end, rest = content.rpartition(b"</body>")
    script = b"<script>" + _script() + b"</script>"
    whole = head + script + end + rest if end else content + script
    return whole.replace(b"</head>", _STYLE, 1)


@cache
def clickable_policy() -> str:
    """Return the policy of such a copy: the script by its hash, and no origin."""
    digest = b64encode(sha256(_script()).digest()).decode()
    return (
        f"sandbox allow-scripts; default-src 'none'; script-src 'sha256-{digest}'; "
        "style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'self'"
    )
