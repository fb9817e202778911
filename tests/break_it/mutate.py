"""A small seeded mutator: the changes that find most in parsers, and, for archives, the same inside of their members."""

import io
import random
import struct
import warnings
import zipfile
from collections.abc import Callable, Sequence

# Values at which lengths, counts and offsets go wrong.
EDGES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF)
# What means something to one format or another.
TOKENS = tuple(
    token.encode("latin-1")
    for token in (
        "\0", "\r\n", "\x1a", "\x1b[31m", "ÿþ", "ï»¿", "From ", "--", "{{", "}}", "[" * 600, "{" * 600, "<" * 600,
        "<!DOCTYPE a [",
        '<!ENTITY a "b">', "&a;", "&#x10FFFF;", "&#0;", "<![CDATA[", "]]>", "\\u-1?", "\\bin99999999 ", "\\'", "1e999", "NaN",
        "-1", "99999999999999999999", "obj", "endobj", "stream", "endstream", "/Length 999999", "/Kids [1 0 R]", "/Parent 1 0 R",
        "xref", "trailer", "=?utf-8?b?", "?=", "boundary=", "charset=utf-7", "Content-Transfer-Encoding: base64\r\n\r\n", "%00",
        "../", "\xed\xa0\x80", "number-columns-repeated=\"1000000000\"", "gridSpan w:val=\"-1\"", "'" * 300, '"' * 301, ";" * 500,
    )
)  # fmt: skip
Change = Callable[[bytearray, random.Random, Sequence[bytes]], None]


def flip(data: bytearray, rng: random.Random, others: Sequence[bytes]) -> None:
    for _ in range(rng.choice((1, 1, 2, 8, 32))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def cut(data: bytearray, rng: random.Random, others: Sequence[bytes]) -> None:
    del data[rng.randrange(len(data)) :]


def drop(data: bytearray, rng: random.Random, others: Sequence[bytes]) -> None:
    start = rng.randrange(len(data))
    del data[start : start + rng.choice((1, 2, 4, 16, 256))]


def edge(data: bytearray, rng: random.Random, others: Sequence[bytes]) -> None:
    """A length, a count or an offset that is too large, or negative."""
    form = rng.choice(("B", "<H", ">H", "<I", ">I", "<Q", ">Q"))
    size = struct.calcsize(form)
    start = rng.randrange(max(1, len(data) - size))
    value = rng.choice(EDGES) & ((1 << 8 * size) - 1)
    data[start : start + size] = struct.pack(form, value)


def repeat(data: bytearray, rng: random.Random, others: Sequence[bytes]) -> None:
    start = rng.randrange(len(data))
    piece = data[start : start + rng.choice((1, 8, 64, 512))]
    data[start:start] = piece * rng.choice((1, 2, 16, 200))


def insert(data: bytearray, rng: random.Random, others: Sequence[bytes]) -> None:
    start = rng.randrange(len(data))
    data[start:start] = rng.choice(TOKENS)


def splice(data: bytearray, rng: random.Random, others: Sequence[bytes]) -> None:
    """A piece of another file, or of another place."""
    other = rng.choice([*others, bytes(data)])
    at = rng.randrange(len(other) or 1)
    start = rng.randrange(len(data))
    length = rng.choice((4, 64, 1_024))
    data[start : start + rng.choice((0, length))] = other[at : at + length]


CHANGES: tuple[Change, ...] = (flip, flip, cut, drop, edge, edge, repeat, insert, insert, splice)


def mutated(seed: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """The seed with one to four changes; half of the time, in an archive, with a member changed instead."""
    if seed.startswith(b"PK") and rng.random() < 0.6:
        return _repacked(seed, rng, others)
    return _changed(seed, rng, others)


def _changed(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    data = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 4))):
        if data:
            rng.choice(CHANGES)(data, rng, others)
    return bytes(data)


def _repacked(seed: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(seed)) as old:
        members = {name: old.read(name) for name in old.namelist() if not name.endswith("/")}
    for name in rng.sample(sorted(members), min(len(members), rng.choice((1, 1, 2)))):
        members[name] = _changed(members[name], rng, others)
    if rng.random() < 0.1:
        del members[rng.choice(sorted(members))]
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        warnings.simplefilter("ignore")
        for name, content in members.items():
            new.writestr(name, content)
    return out.getvalue()
