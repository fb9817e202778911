"""Connections that cost nothing: another account's are closed as they come, a request's head has to be there in time, and only so
many may wait for theirs.

The guard decides over requests; one that never ends is none yet, and holds a descriptor of the app meanwhile. Where all are
taken, nothing works any more: no connection is accepted, no file is opened.
"""

from __future__ import annotations

import asyncio
import logging

from ragdesk.front.web.guard.peer import of_another_account

log = logging.getLogger(__name__)

# A head is a single packet; a page that is being debugged in the browser may take a moment.
HEAD_SECONDS = 20.0
# Connections that the system keeps until they are looked at; as many descriptors are taken at once.
BACKLOG = 128
# Connections without a head; of more, the one that waits longest is hung up on. A browser has a few of them. With those that
# come at once they leave room below the 256 descriptors that some systems give a process.
MOST_WAITING = 64


def bounded_protocol(head_seconds: float = HEAD_SECONDS) -> type[asyncio.Protocol]:
    """uvicorn's HTTP/1.1, with these looks. All connections of one class count together."""
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    waiting: dict[BoundedHeads, None] = {}  # the one that waits longest first

    class BoundedHeads(H11Protocol):
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if self._is_a_strangers():
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

        def _is_a_strangers(self) -> bool:
            ends = (self.transport.get_extra_info(end) for end in ("peername", "sockname"))
            try:
                return of_another_account(*ends)
            except OSError as error:  # every descriptor is taken, so nobody can be asked
                log.info("whose a connection is was not told: %s", error)
                return True

        def _wait(self) -> None:
            self._late = self.loop.call_later(head_seconds, self.transport.abort)
            waiting[self] = None
            if len(waiting) > MOST_WAITING:
                longest = next(iter(waiting))
                longest._stop_waiting()
                longest.transport.abort()

        def _stop_waiting(self) -> None:
            waiting.pop(self, None)
            if self._late is not None:
                self._late.cancel()
                self._late = None

    return BoundedHeads
