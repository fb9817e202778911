"""Connections that cost nothing: another account's are closed as they come, and a request's head has to be there in time.

The guard decides over requests; one that never ends is none yet, and holds a descriptor of the app meanwhile.
"""

import asyncio

from ragdesk.front.web.guard.peer import of_another_account

# A head is a single packet; a page that is being debugged in the browser may take a moment.
HEAD_SECONDS = 20.0
# Connections that the system keeps until they are looked at; as many descriptors are taken at once.
BACKLOG = 128


def bounded_protocol(head_seconds: float = HEAD_SECONDS) -> type[asyncio.Protocol]:
    """uvicorn's HTTP/1.1, with both looks."""
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class BoundedHeads(H11Protocol):
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if of_another_account(transport.get_extra_info("peername"), transport.get_extra_info("sockname")):
                transport.abort()
            else:
                self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._stop_waiting()
            elif self._late is None:
                self._wait()  # the beginning of a further request on this connection

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            super().connection_lost(exc)

        def _wait(self) -> None:
            self._late = self.loop.call_later(head_seconds, self.transport.abort)

        def _stop_waiting(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

    return BoundedHeads
