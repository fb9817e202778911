"""The doors, opened: a server on a port of this computer. What it needs is imported only now."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ragdesk.front.window.listening import HOST, server_of
from ragdesk.serve.callers import Callers
from ragdesk.serve.key import key_of, known_key

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from ragdesk.app.app import App


@contextmanager
def opened(
    app: "App", listening: socket.socket, announce: Callable[[str], None], *, api: bool = True
) -> Iterator[Any]:
    """A server over the bound socket: `run(sockets=[listening])` serves until `should_exit` is set. `announce` gets its address
    once it listens. `api` false: MCP alone.

    Raises:
        StoreError: the key cannot be made.
    """
    key_of(app.home)
    port = int(listening.getsockname()[1])
    callers = Callers(app.home)
    door = door_of(app, port, callers, api=api)
    try:
        yield server_of(door, lambda: announce(f"http://{HOST}:{port}"))
    finally:
        callers.close()


def door_of(app: "App", port: int, callers: Callers, *, api: bool = True) -> "ASGIApp":
    """What `opened` serves, as ASGI, for 127.0.0.1:`port`."""
    from ragdesk.serve.door import Door
    from ragdesk.serve.openai import behind
    from ragdesk.serve.turns import Turns

    return Door(
        behind(app, Turns(app), callers, api=api),
        port=port,
        key=lambda: known_key(app.home),
        callers=callers,
        api=api,
    )
