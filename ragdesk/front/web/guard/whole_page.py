"""A response that can only be changed once all of it is there."""

from collections.abc import Callable

from starlette.types import Message, Send

Raw = list[tuple[bytes, bytes]]
# The body and the headers, the length left out, as they are to be sent.
Change = Callable[[bytes, Raw], tuple[bytes, Raw]]


class WholePage:
    """Stands in for ASGI's `send`: holds the response back until it is whole, then sends what `change` makes of it."""

    def __init__(self, send: Send, change: Change) -> None:
        self._send = send
        self._change = change
        self._start: Message = {}
        self._body = bytearray()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        self._body += message.get("body", b"")
        if message.get("more_body"):
            return
        headers = [
            (name, value) for name, value in self._start["headers"] if name.lower() != b"content-length"
        ]
        page, headers = self._change(bytes(self._body), headers)
        headers = [*headers, (b"content-length", str(len(page)).encode())]
        await self._send({**self._start, "headers": headers})
        await self._send({"type": "http.response.body", "body": page})
