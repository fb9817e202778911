"""The first page as Gradio writes it, mended: its language, its look, our scripts, and a nonce in each script.

Gradio's template (`gradio/templates/frontend/index.html`, 6.31) says `lang="en"` whatever the page's language is, knows no place
before its own scripts, and has scripts in it without a nonce, which only a policy that lets everything run would let run.
Browsers ask for its manifest without our cookie, and complain of the refusal.
"""

_HTML = b'lang="en"'
_HEAD = b"<head>"
_SCRIPT = b"<script"
_DRAWN = b"<gradio-app"
_MANIFEST = b'<link rel="manifest" href="/manifest.json" />'


def dressed(page: bytes, language: str, look: str, scripts: str, first: str) -> bytes:
    """The page with its language and look in its first element, `scripts` (HTML) before Gradio's own, and `first` (HTML) before
    all that Gradio draws."""
    attributes = f'lang="{language}" data-language="{language}" data-theme="{look}"'.encode()
    page = page.replace(_HTML, attributes, 1).replace(_HEAD, _HEAD + scripts.encode(), 1)
    page = page.replace(_MANIFEST, b"", 1)
    return page.replace(_DRAWN, first.encode() + _DRAWN, 1)


def with_nonces(page: bytes, nonce: str) -> bytes:
    """The page with the nonce in each of its scripts."""
    # Unquoted, so that it is also right inside the page's JSON; base64url needs no quotes.
    return page.replace(_SCRIPT, f"<script nonce={nonce}".encode())
