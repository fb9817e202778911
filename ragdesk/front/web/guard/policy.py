"""What the app's answers say to the browser: the Content-Security-Policy and the other headers.

Gradio's own sanitising lets remote pictures, styles and media through; the policy is what stops them. Everything
comes from this very server; scripts of the page itself carry a nonce that is new for each load. No
'unsafe-eval': the page uses no component that compiles code (`gr.HTML` would, `gr.Markdown` does not).
"""

import html
import secrets
from collections.abc import Iterable, Mapping

from starlette.types import Send

from ragdesk.front.web.gradio_fixes.page_html import with_nonces
from ragdesk.front.web.guard.whole_page import Raw
from ragdesk.front.web.wording import language

_PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self' blob:; media-src 'self' blob:; object-src 'none'; frame-src 'none'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
# Everything that is not the page: nothing in it may run or load, should it be opened on its own.
_CLOSED_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

_ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), "
    "display-capture=(), browsing-topics=()",
}
# Gradio's files carry a hash in their names or change with the program: the browser may keep them. Nothing of a document may lie
# in the browser's own cache, where removing the document would not reach it.
_MAY_BE_KEPT = ("/assets/", "/static/")
# Headers of Gradio's that would open the app to others, or that we set ourselves.
_DROPPED = (b"access-control-", b"content-security-policy", b"x-frame-options", b"server")


def headers_for(path: str, before: Iterable[tuple[bytes, bytes]], policy: str = _CLOSED_POLICY) -> Raw:
    """The headers that the app gave for `path`, with ours put over them."""
    ours = dict(_ALWAYS, **{"content-security-policy": policy})
    if not path.startswith(_MAY_BE_KEPT):
        ours["cache-control"] = "no-store"
    names = {name.encode() for name in ours}
    left = [
        (name, value)
        for name, value in before
        if name.lower() not in names and not name.lower().startswith(_DROPPED)
    ]
    return [*left, *((name.encode(), value.encode()) for name, value in ours.items())]


def with_nonce(page: bytes, headers: Raw) -> tuple[bytes, Raw]:
    """The page with a fresh nonce in each of its scripts, and the headers that allow these alone."""
    nonce = secrets.token_urlsafe(18)
    return with_nonces(page, nonce), headers_for("/", headers, _PAGE_POLICY.format(nonce=nonce))


async def refusal(send: Send, status: int, sentence: str, extra: Mapping[str, str] | None = None) -> None:
    """Answer with a status and one sentence, as a small page without scripts."""
    page = (
        f"<!doctype html><html lang={language()}><meta charset=utf-8><title>RAGDesk</title>"
        "<body style='font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem'>"
        f"<p>{html.escape(sentence)}</p>"
    ).encode()
    plain = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(page)).encode())]
    headers = headers_for("", plain)
    headers += [(name.encode(), value.encode()) for name, value in (extra or {}).items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": page})
