"""The real app behind its guard, asked in process: every route as a browser reaches it, without a browser."""

import asyncio

import httpx

from ragdesk.app.app import App
from ragdesk.front.web.app import build
from ragdesk.front.web.guard.guard import Keys

PORT = 45_678
HOST = f"127.0.0.1:{PORT}"


class Door:
    """The guarded app, asked in process."""

    def __init__(self, app: App) -> None:
        self.keys = Keys()
        self.app = build(app, PORT, self.keys)

    def ask(self, method: str, path: str, *, cookie: bool = True, **more: object) -> httpx.Response:
        headers = {"host": HOST, **more.pop("headers", {})}  # type: ignore[dict-item]
        if cookie:
            headers.setdefault("cookie", f"ragdesk_{PORT}={self.keys.cookie}")

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False, client=None)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await client.request(method, path, headers=headers, **more)  # type: ignore[arg-type]

        return asyncio.run(send())
