"""Where the embedder's tokens begin in a text of any length.

A tokenizer needs hundreds of bytes for each token, so it never gets more than a window of text at once; what is kept are four
bytes a token.
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ragdesk.domain.documents import Block
from ragdesk.domain.ports import TokenCounter

# Characters that a tokenizer gets at once.
WINDOW = 200_000

Starts: TypeAlias = "array[int]"


def block_starts(text: str, blocks: Sequence[Block], counter: TokenCounter) -> list[Starts]:
    """For each block, where its tokens begin: offsets into the block."""
    starts: list[Starts] = []
    batch: list[str] = []
    waiting = 0
    for block in blocks:
        size = block.char_end - block.char_start
        if waiting + size > WINDOW:
            starts.extend(_of_batch(batch, counter))
            batch, waiting = [], 0
        if size > WINDOW:
            starts.append(token_starts(text[block.char_start : block.char_end], counter))
        else:
            batch.append(text[block.char_start : block.char_end])
            waiting += size
    starts.extend(_of_batch(batch, counter))
    return starts


def token_starts(text: str, counter: TokenCounter) -> Starts:
    """Where the tokens of a text begin."""
    starts = array("i")
    for first, last in _windows(text):
        (spans,) = counter.token_spans([text[first:last]])
        starts.extend(first + start for start, _ in spans)
    return starts


def _of_batch(texts: Sequence[str], counter: TokenCounter) -> Iterator[Starts]:
    for spans in counter.token_spans(texts) if texts else ():
        yield array("i", [start for start, _ in spans])


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """The text in stretches that end behind a line, a word, or where neither ends, anywhere."""
    first = 0
    while len(text) - first > WINDOW:
        last = first + WINDOW
        last = max(text.rfind("\n", first, last), text.rfind(" ", first, last)) + 1 or last
        yield first, last
        first = last
    yield first, len(text)
