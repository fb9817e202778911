"""What a chat server sends, read with bounds: whoever answers at that address may send anything, for ever."""

from collections.abc import Iterator
from typing import Any

import httpx
from pydantic import BaseModel, ConfigDict

from ragdesk.domain.errors import mark

# Bytes. A line holds a token or two; what is said of an error, a sentence.
LONGEST_LINE = 1_000_000
LONGEST_BODY = 64_000
# Characters a token at most: English has four, and some servers send several tokens at once.
TOKEN_CHARS = 16


class _Delta(BaseModel):
    model_config = ConfigDict(strict=True)
    content: str | None = None


class _Alternative(BaseModel):
    delta: _Delta | None = None


class ChatEvent(BaseModel):
    """One event of a stream; what else stands in it is passed over."""

    choices: list[_Alternative] | None = None
    error: Any = None

    @property
    def piece(self) -> str:
        """What it adds to the answer."""
        delta = self.choices[0].delta if self.choices else None
        return (delta.content if delta else None) or ""


class Allowance:
    """How much of an answer is taken: a server need not keep to the length that it was asked for."""

    def __init__(self, tokens: int) -> None:
        self._pieces, self._characters = tokens, tokens * TOKEN_CHARS

    def take(self, piece: str) -> str:
        """As much of the piece as may still come."""
        taken = piece[: self._characters] if self._pieces > 0 else ""
        self._pieces -= 1
        self._characters -= len(taken)
        return taken

    @property
    def spent(self) -> bool:
        return self._pieces <= 0 or self._characters <= 0


def lines(response: httpx.Response) -> Iterator[str]:
    """The lines of a body that is not compressed, and was not asked to be.

    Raises:
        httpx.DecodingError: it is compressed, or a line does not end. UnicodeDecodeError.
    """
    _refuse_compressed(response)
    pending = bytearray()
    for block in response.iter_raw():
        pending += block
        if b"\n" in block:
            *whole, rest = pending.split(b"\n")
            pending = rest
            for line in whole:
                yield line.decode().rstrip("\r")
        if len(pending) > LONGEST_LINE:
            raise httpx.DecodingError(mark("it sent a line without an end"))
    if pending:
        yield pending.decode()


def short_body(response: httpx.Response) -> str:
    """The beginning of a body; the rest is not waited for. Raises as `lines`."""
    _refuse_compressed(response)
    body = bytearray()
    for block in response.iter_raw():
        body += block
        if len(body) >= LONGEST_BODY:
            break
    return body[:LONGEST_BODY].decode("utf-8", "replace")


def _refuse_compressed(response: httpx.Response) -> None:
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise httpx.DecodingError(mark("it sent a compressed answer, which was not asked for"))
