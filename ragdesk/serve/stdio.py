"""MCP with the program that starts this one: it writes to standard input and reads from standard output.

Nothing but the protocol may stand on standard output. The SDK takes that stream for itself and turns what else would be written
there, by Python, by native code or by a child, to standard error; so it is taken before the app is opened.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.to_thread

from ragdesk.app.app import App
from ragdesk.front.web import wording
from ragdesk.host.paths import Home
from ragdesk.serve.callers import Callers
from ragdesk.serve.mcp import Desk, mcp_server
from ragdesk.serve.turns import Turns


def speak(home: Home) -> None:
    """Serve the program at the other end until it closes our input. Raises SettingsError, StoreError."""
    callers = Callers(home)

    @asynccontextmanager
    async def desk(_: Any) -> AsyncIterator[Desk]:
        app = await anyio.to_thread.run_sync(App.open, home)
        try:
            wording.use(app.settings.ui.language)
            app.warm()
            yield Desk(app, Turns(app))
        finally:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(app.close)

    try:
        anyio.run(mcp_server(desk, callers).run_stdio_async)
    finally:
        callers.close()
