"""HTML: one page with the table, each quote below its value; it runs nothing and fetches nothing."""

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ragdesk.domain.tables import TableSheet
from ragdesk.extras.export.plain import clean, line
from ragdesk.extras.tables import words
from ragdesk.text.jinja import environment

# Contrast by WCAG 2.2: text at least 4.5:1 on its ground, in both schemes.
STYLE = """
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1d2327;--soft:#5b646b;--line:#e2dfd7;--warn:#7a5200;--mark:#e0b93f}
@media(prefers-color-scheme:dark){:root{--paper:#14181a;--ink:#e8e9e6;--soft:#a3adb2;--line:#2f373b;--warn:#e9c46a;--mark:#8a7324}}
body{background:var(--paper);color:var(--ink);font:.95rem/1.5 system-ui,sans-serif;margin:2rem;overflow-wrap:anywhere}
h1{font-size:1.4rem}table{border-collapse:collapse}
th,td{border:1px solid var(--line);padding:.4rem .6rem;text-align:start;vertical-align:top;min-width:7rem;max-width:22rem}
th{font-weight:600}.absent,.asked{color:var(--soft)}.state{color:var(--warn);font-size:.85rem}p{margin:0}
blockquote{margin:.3rem 0 0;padding-inline-start:.6rem;border-inline-start:3px solid var(--mark);color:var(--soft);
font-size:.85rem}
"""
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"


def as_html(sheet: TableSheet) -> bytes:
    """The table as a page of its own, UTF-8."""
    page: Any = _page().get_template("table.html.j2").module
    return str(page.page(sheet, words.DOCUMENT, STYLE, _POLICY)).encode()


@cache
def _page() -> Any:
    functions: dict[str, Callable[..., object]] = {
        "title_of": words.title_of,
        "said": words.said,
        "state": words.state,
        "quotes": words.quotes,
        "style_of": Markup,
    }
    return environment(
        Path(__file__).parent / "pages",
        filters={"line": line, "clean": clean},
        functions=functions,
    )
