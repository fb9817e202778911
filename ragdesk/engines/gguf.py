"""The head of a GGUF file: enough to tell a chat model from anything else before native code sees it.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (versions 2 and 3, little-endian). Reads the key-value
section alone, with bounds on every length; knows nothing about tensors.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ragdesk.domain.errors import ModelDamagedError, mark

MAGIC = b"GGUF"
STRING, ARRAY = 8, 9
# Value type → struct format, for all types of fixed size.
SCALARS = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}
MOST_KEYS = 10_000
LONGEST_STRING = 4_000_000
# A vocabulary has some 260,000 entries at most.
LONGEST_ARRAY = 4_000_000

Scalar = int | float | bool | str | None


@dataclass(frozen=True, slots=True)
class Header:
    """What a GGUF says of itself. `context_tokens` is 0 and `name` "" where it does not say."""

    architecture: str
    name: str
    context_tokens: int
    has_chat_template: bool


def read_header(path: Path) -> Header:
    """Read the file's metadata.

    Raises:
        ModelDamagedError: not a GGUF, cut off, or without an architecture.
    """
    try:
        with path.open("rb") as stream:
            values = _metadata(stream)
    except (OSError, EOFError, ValueError, UnicodeDecodeError) as error:
        raise _damaged(path, str(error)) from error
    architecture = values.get("general.architecture")
    if not isinstance(architecture, str) or not architecture:
        raise _damaged(path, mark("it names no architecture"))
    context = values.get(f"{architecture}.context_length")
    return Header(
        architecture=architecture,
        name=str(values.get("general.name") or ""),
        context_tokens=context if isinstance(context, int) else 0,
        has_chat_template=bool(values.get("tokenizer.chat_template")),
    )


def _metadata(stream: BinaryIO) -> dict[str, Scalar]:
    if stream.read(4) != MAGIC:
        raise ValueError(mark("it does not begin as a GGUF file"))
    version, _tensors, keys = struct.unpack("<IQQ", _take(stream, 20))
    if version not in (2, 3) or keys > MOST_KEYS:
        raise ValueError(f"GGUF version {version} with {keys} keys is not supported")
    return {_string(stream): _value(stream, _number(stream, "<I")) for _ in range(keys)}


def _value(stream: BinaryIO, kind: int) -> Scalar:
    """One value; arrays are skipped and come back as None."""
    if kind == STRING:
        return _string(stream)
    if kind == ARRAY:
        element, count = _number(stream, "<I"), _number(stream, "<Q")
        _skip(stream, element, count)
        return None
    if kind not in SCALARS:
        raise ValueError(f"value type {kind} is unknown")
    value: Scalar = struct.unpack(SCALARS[kind], _take(stream, struct.calcsize(SCALARS[kind])))[0]
    return value


def _skip(stream: BinaryIO, element: int, count: int) -> None:
    if count > LONGEST_ARRAY:
        raise ValueError(f"an array of {count} elements is too long")
    if element == STRING:
        for _ in range(count):
            _take(stream, _length(stream))
    elif element in SCALARS:
        _take(stream, count * struct.calcsize(SCALARS[element]))
    else:
        raise ValueError(f"arrays of value type {element} are not supported")


def _string(stream: BinaryIO) -> str:
    return _take(stream, _length(stream)).decode("utf-8", errors="replace")


def _length(stream: BinaryIO) -> int:
    length = _number(stream, "<Q")
    if length > LONGEST_STRING:
        raise ValueError(f"a string of {length} bytes is too long")
    return length


def _number(stream: BinaryIO, form: str) -> int:
    number: int = struct.unpack(form, _take(stream, struct.calcsize(form)))[0]
    return number


def _take(stream: BinaryIO, count: int) -> bytes:
    block = stream.read(count)
    if len(block) != count:
        raise EOFError(mark("it is cut off"))
    return block


def _damaged(path: Path, reason: str) -> ModelDamagedError:
    return ModelDamagedError(
        "{path} is no usable GGUF model: {why}.", "Download the file again.", path=path, why=reason
    )
