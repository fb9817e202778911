"""Are there windows open? Each page holds Gradio's heartbeat stream open for as long as it lives; these are counted."""

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEARTBEAT = "/gradio_api/heartbeat/"


class Presence:
    """Wraps the app. A reload closes one stream and opens the next, so `empty_for` says for how long there was none."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app
        self._lock = threading.Lock()
        self._open = 0
        self._left: float | None = None

    def empty_for(self) -> float:
        """Seconds since the last window was closed; 0 while one is open, and before the first one was."""
        with self._lock:
            return 0.0 if self._open or self._left is None else time.monotonic() - self._left

    def shown(self) -> bool:
        """Whether a window is open."""
        return self._open > 0

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] != "http" or not scope["path"].startswith(HEARTBEAT):
            await self._app(scope, receive, send)
            return
        let_in = False

        async def watched(message: "Message") -> None:
            nonlocal let_in
            # What the guard refuses is not a window.
            if message["type"] == "http.response.start" and message["status"] == 200 and not let_in:
                let_in = True
                self._count(1)
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            if let_in:
                self._count(-1)

    def _count(self, change: int) -> None:
        with self._lock:
            self._open += change
            self._left = time.monotonic()
