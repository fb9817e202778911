"""Gradio's import without reading the certificates of the web's authorities.

Gradio and its client make HTTP clients when they are imported (`gradio.processing_utils`, 6.31), and each one reads all of these
certificates, 20 ms each. None of the clients is ever used: the app fetches nothing. Here they trust nobody.
"""

import ssl
from contextlib import AbstractContextManager

from ragdesk.front.web.gradio_fixes.replaced import replaced_for_a_while


def unread() -> AbstractContextManager[None]:
    """While this is open, a client that httpx makes trusts no authority."""
    import httpx._transports.default

    return replaced_for_a_while(httpx._transports.default, "create_ssl_context", _trusting_nobody)


def _trusting_nobody(**_: object) -> ssl.SSLContext:
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
