"""A port of this computer, and the server behind it: of the page, and of the door for other programs."""

import socket
import sys
from collections.abc import Callable
from typing import Any

from ragdesk.domain.errors import UsageError

HOST = "127.0.0.1"
# Seconds that open connections get to finish when the server ends.
PATIENCE = 2


def listen(port: int) -> socket.socket:
    """A socket bound to 127.0.0.1:`port`. Raises UsageError where the port cannot be had."""
    # The protocol by name: asyncio switches Nagle's algorithm off for sockets that say it, and for no others. With it, a reply on
    # a connection that stays open waits 40 ms for the browser's delayed acknowledgement between its head and its body.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # Connections of the app before keep its port for a minute, unless both have this option: so a free port has it, too,
        # which a person may ask for by its number next time. On Windows the option would give a port to two programs.
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
        listening.listen()  # until somebody listens, another app could have the same port
    except (OSError, OverflowError) as error:
        listening.close()
        raise UsageError(
            "Port {port} cannot be used: {why}.", "Leave --port out for a free one.", port=port, why=error
        ) from error
    return listening


def server_of(asgi: Any, opened: Callable[[], None]) -> Any:
    """A uvicorn server for an ASGI app, that calls `opened` once it listens; `run(sockets=[…])` begins, `should_exit` ends it."""
    import uvicorn

    from ragdesk.front.window.heads import BACKLOG, bounded_protocol

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            opened()

    return Server(
        uvicorn.Config(
            asgi,
            http=bounded_protocol(),
            backlog=BACKLOG,
            ws="none",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=PATIENCE,
        )
    )
