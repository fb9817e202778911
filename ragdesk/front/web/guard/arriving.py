"""Files on their way from the browser to Gradio: what the disk has no room for is refused before it is written, and what nobody
takes in does not stay.

Gradio (6.31) writes without asking for room; it leaves the files of a request that ends halfway, and keeps those that no event
came for until the app ends.
"""

import asyncio
import contextlib
import shutil
import time
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from ragdesk.front.web.wording import t
from ragdesk.host.disk import room

UPLOAD, MODEL = "/gradio_api/upload", "/ragdesk/model"
# What has arrived is taken in within seconds. Where it still lies here so long after, its window has gone.
KEPT_SECONDS = 3_600.0
# How often that is looked for.
SWEEP_SECONDS = 300.0


class ArrivingFiles:
    """Wraps the app. `folder` is where Gradio and the route for models put what arrives, and nobody else anything."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self._app = app
        self._folder = folder
        self._coming: list[int] = []  # the bytes of each request that is on its way

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or scope["path"] not in (UPLOAD, MODEL):
            await self._app(scope, receive, send)
            return
        size = _length(scope)
        # The route for models looks for room itself, and says how much is missing.
        if scope["path"] == UPLOAD and room(self._folder) < size + sum(self._coming):
            await _refuse(receive, send)
            return
        self._coming.append(size)
        try:
            await self._app(scope, receive, send)
        finally:
            self._coming.remove(size)
            self._drop_halves()

    async def keep_swept(self) -> None:
        """`sweep` now and then, for ever."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Delete what arrived long ago. Nothing while files are on their way: those of one drop are taken in when all are here.
        In the server's thread, so that none begins meanwhile."""
        if self._coming:
            return
        for path in _inside(self._folder):
            with contextlib.suppress(OSError):
                if _newest(path) < time.time() - KEPT_SECONDS:
                    _delete(path)

    def _drop_halves(self) -> None:
        """What arrives whole gets a folder of its own; a file beside those is half of one, unless it still arrives."""
        if self._coming:
            return
        for path in _inside(self._folder):
            if not path.is_dir():
                _delete(path)


def _length(scope: Scope) -> int:
    """The bytes of the request; the guard lets none through that does not say them."""
    return next(int(value) for name, value in scope["headers"] if name.lower() == b"content-length")


async def _refuse(receive: Receive, send: Send) -> None:
    """Say why, once everything was sent: a browser reads no answer before."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message.get("more_body"):
            break
    why = t(
        "There is too little free space on the disk for these files: RAGDesk leaves some of it free for other programs. "
        "Make room on it, then add them again."
    )
    body = why.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 507, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _inside(folder: Path) -> list[Path]:
    """Nothing where the folder is gone: everything was erased."""
    return list(folder.iterdir()) if folder.is_dir() else []


def _newest(path: Path) -> float:
    """When something in it, or it, was last written, in seconds of the clock."""
    return max(one.lstat().st_mtime for one in (path, *path.rglob("*")))


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()
