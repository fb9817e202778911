"""The files inside Office files: what was put in as an object, handed out as parts."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import IO

from ragdesk.domain.errors import Problem
from ragdesk.ingesting.readers.input_file import InputFile
from ragdesk.ingesting.readers.office.package import BLOCK, OLE2_MAGIC

_EMBEDDING = re.compile(r"(?:^|/)embeddings/[^/]+$", re.IGNORECASE)
_CHART = re.compile(rb'Target="[^"]*?embeddings/([^"/]+)"', re.IGNORECASE)
_NATIVE = "\x01Ole10Native"
# Streams of an OLE object that are a file as it is, and the ending of what they are.
_WHOLE = {"package": "", "contents": ".pdf", "embeddedodf": ".odt"}
_ENDINGS = (("word/", ".docx"), ("xl/", ".xlsx"), ("ppt/", ".pptx"))


def add_embedded(source: InputFile, archive: zipfile.ZipFile) -> None:
    """Hand out every embedded file, but for the workbooks behind charts: the chart shows what is in them."""
    behind = {
        target.decode("utf-8", "replace").lower()
        for name in archive.namelist()
        if "/charts/_rels/" in name
        for target in _CHART.findall(archive.read(name))
    }
    for info in archive.infolist():
        name = info.filename.replace("\\", "/")
        if not _EMBEDDING.search(name) or name.rpartition("/")[2].lower() in behind or not info.file_size:
            continue
        try:
            _add(source, archive, info, name.rpartition("/")[2])
        except (OSError, zipfile.BadZipFile, NotImplementedError, EOFError) as error:
            source.unpacked.skip(
                name,
                Problem(
                    "It is damaged ({kind}).",
                    "Open {file} and save the object by itself.",
                    kind=error,
                    file=source.name,
                ),
            )


def _add(source: InputFile, archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> None:
    with archive.open(info) as member:
        if member.read(len(OLE2_MAGIC)) == OLE2_MAGIC:
            name, content = _from_object(name, archive.read(info))
            source.unpacked.add(name, [content])
        else:
            member.seek(0)
            source.unpacked.add(name, _blocks(member))


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    while block := file.read(BLOCK):
        yield block


def _from_object(name: str, data: bytes) -> tuple[str, bytes]:
    """The file that an OLE object wraps, with its own name where it has one; else the object itself."""
    import olefile

    stem = name.rpartition(".")[0] or name
    with olefile.OleFileIO(BytesIO(data)) as ole:
        streams = {path[-1].lower(): path for path in ole.listdir() if len(path) == 1}
        if _NATIVE.lower() in streams:
            native = native_file(ole.openstream(streams[_NATIVE.lower()]).read())
            if native:
                return native
        for stream, ending in _WHOLE.items():
            if stream in streams:
                content = ole.openstream(streams[stream]).read()
                if content.startswith(b"PK") or content.startswith(b"%PDF"):
                    return stem + (ending or _ending(content)), content
        for stream, ending in (
            ("worddocument", ".doc"),
            ("workbook", ".xls"),
            ("powerpoint document", ".ppt"),
        ):
            if stream in streams:
                return stem + ending, data
    return name, data


def _ending(content: bytes) -> str:
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError):
        return ".zip"
    return next((ending for folder, ending in _ENDINGS if any(n.startswith(folder) for n in names)), ".zip")


def native_file(stream: bytes) -> tuple[str, bytes] | None:
    """(name, content) of an Ole10Native stream, what "insert file as object" makes; None where it is not one.

    Its layout: size of what follows (4 bytes), type (2), label and path, each ended by NUL, two numbers (4 each, the second
    the length of what follows), a temporary path, the content's size (4), the content.
    """
    label_end = stream.find(b"\0", 6)
    path_end = stream.find(b"\0", label_end + 1)
    if stream[4:6] != b"\x02\x00" or label_end < 0 or path_end < 0:
        return None
    size_at = path_end + 1 + 8 + int.from_bytes(stream[path_end + 5 : path_end + 9], "little")
    size = int.from_bytes(stream[size_at : size_at + 4], "little")
    content = stream[size_at + 4 : size_at + 4 + size]
    if not size or len(content) != size:
        return None
    label = stream[6:label_end].decode("cp1252", "replace")
    return label.replace("\\", "/").rpartition("/")[2] or "object", content
