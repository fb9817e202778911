"""Whether the files of a Tantivy index hold the bytes that were written: each one ends with a checksum of the rest.

The layout (tantivy/src/directory/footer.rs, version 0.27): the content; a JSON object with the content's CRC-32 as "crc"; the
length of that object and the number 1337, each a little-endian 32-bit integer. Tantivy itself looks at the CRC only when it is
asked to, and its Python package has no way to ask.
"""

import json
import struct
import zlib
from pathlib import Path

END = struct.Struct("<II")
MAGIC = 1337
BLOCK = 1 << 20
# The parts of a segment (tantivy/src/index/segment_component.rs); deletions have a list of their own.
PARTS = ("idx", "pos", "term", "store", "fast", "fieldnorm")


def damaged(folder: Path) -> list[str]:
    """The files of the last commit that are missing or not as they were written, by name. Raises OSError."""
    try:
        meta = json.loads((folder / "meta.json").read_bytes())
        segments = [
            (entry["segment_id"].replace("-", ""), entry.get("deletes")) for entry in meta["segments"]
        ]
        names = [f"{segment}.{part}" for segment, _ in segments for part in PARTS]
        names += [f"{segment}.{deletes['opstamp']}.del" for segment, deletes in segments if deletes]
    except (ValueError, KeyError, TypeError, AttributeError, FileNotFoundError):
        return ["meta.json"]
    return [name for name in names if not _is_whole(folder / name)]


def _is_whole(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(size - END.size)
            length, magic = END.unpack(file.read())
            content = size - END.size - length
            file.seek(content)
            stated = json.loads(file.read(length))["crc"]
            file.seek(0)
            crc = 0
            while content and (block := file.read(min(BLOCK, content))):
                crc = zlib.crc32(block, crc)
                content -= len(block)
    except (FileNotFoundError, ValueError, KeyError, TypeError, struct.error):
        return False
    return bool(magic == MAGIC and crc == stated)
