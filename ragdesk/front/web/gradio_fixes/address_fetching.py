"""Gradio without its fetching: no value that reaches an event makes the server ask anybody for anything.

Gradio takes each value apart in search of files, and fetches those whose path is an address: from huggingface.co at once, from
others after it has asked dns.google where they are (`gradio.processing_utils.async_ssrf_protected_get`, 6.31). All of it goes
through the two functions of safehttpx that are taken out here. The page never sends an address for a file.
"""

import logging

from ragdesk.front.web.gradio_fixes.replaced import replace_functions

log = logging.getLogger(__name__)

MODULE, FUNCTIONS = "safehttpx", ("get", "async_validate_url")


class FetchingRefusedError(ValueError):
    """Something asked the server to fetch an address. A ValueError, which Gradio's own check raises."""


def stop_fetching() -> None:
    """Take the functions out, for all of this process."""
    replace_functions(MODULE, FUNCTIONS, _refuse)


async def _refuse(*_: object, **__: object) -> None:
    log.warning("an event named an address to be fetched; it was not")
    raise FetchingRefusedError
