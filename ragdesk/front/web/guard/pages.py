"""The page in the language and the look that its person chose: Gradio's app is made once for each language and handed out by
this layer, which also says both in the page's first line, so that nothing flashes up in another colour.

    GET /  → the right __theme? (303) → the app of the language in use → <html lang=… data-theme=…>
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ragdesk.front.web import wording
from ragdesk.front.web.gradio_fixes.mounted_startup import begin
from ragdesk.front.web.gradio_fixes.page_html import dressed
from ragdesk.front.web.guard.whole_page import Change, WholePage
from ragdesk.front.web.static_files import scripts

if TYPE_CHECKING:
    import gradio as gr

log = logging.getLogger(__name__)

JOIN, DATA = "/gradio_api/queue/join", "/gradio_api/queue/data"
# What a window's stream says when an event was answered.
_ANSWERED = b'"msg":"process_completed"'
# Gradio gives the page its name only when it draws it.
_TITLE = "<title>RAGDesk</title>"


@dataclass(frozen=True, slots=True)
class ServedPage:
    """One language's Gradio page, and the ASGI app that serves it."""

    blocks: "gr.Blocks"
    app: ASGIApp


class Pages:
    """ASGI: the page and all that Gradio serves for it. `make` builds it in the language in use; `look` is the theme's name, and
    `first` the HTML that the window shows until it is drawn."""

    def __init__(
        self, make: Callable[[], ServedPage], look: Callable[[], str], first: Callable[[], str]
    ) -> None:
        self._make = make
        self._look = look
        self._first = first
        self._made = {wording.language(): make()}
        self._now = wording.language()
        self._one_at_a_time = asyncio.Lock()
        # Set when a window's first event was answered: it has drawn the page by then, and shows what there is.
        self.filled = asyncio.Event()

    async def start(self) -> None:
        """Begin the queue of the page that was made; to be called in the server's loop."""
        await begin(self._made[self._now].blocks)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/":
            watched = scope["path"] == DATA and not self.filled.is_set()
            await self._made[self._now].app(scope, receive, self._watching(send) if watched else send)
            return
        look = self._look()
        if parse_qs(scope["query_string"].decode("latin-1")).get("__theme", ["system"]) != [look]:
            await _redirect(send, "/" if look == "system" else f"/?__theme={look}")
            return
        page = await self._in_use()
        first = await run_in_threadpool(self._first)
        await page.app(scope, receive, WholePage(send, _dressed(self._now, look, first)).send)

    def _watching(self, send: Send) -> Send:
        async def passed_on(message: Message) -> None:
            await send(message)
            if _ANSWERED in message.get("body", b""):
                self.filled.set()

        return passed_on

    async def _in_use(self) -> ServedPage:
        """The page in the language in use; from now on, everything else is asked of it, too."""
        async with self._one_at_a_time:
            language = wording.language()
            if language not in self._made:
                log.info("the page in language=%s", language)
                made = await run_in_threadpool(self._make)
                await begin(made.blocks)
                self._made[language] = made
            self._now = language
            return self._made[language]


async def _redirect(send: Send, address: str) -> None:
    headers = [(b"location", address.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _dressed(language: str, look: str, first: str) -> Change:
    """Names the page's language and its look in its first element, and puts our scripts, and the first page, before Gradio's."""
    return lambda page, headers: (dressed(page, language, look, _TITLE + scripts(), first), headers)
