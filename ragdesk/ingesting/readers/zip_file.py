"""Zip archives → `Parsed`: each file in it is a part, the archive itself only a list of them.

Nothing of what the directory says about sizes is trusted: what comes out is counted while it is written.
"""

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from lzma import LZMAError

from ragdesk.domain.documents import Page, Parsed
from ragdesk.domain.errors import (
    EmptyFileError,
    EncryptedFileError,
    IngestError,
    Problem,
    TooLargeError,
    UnreadableFileError,
    mark,
)
from ragdesk.ingesting.readers.input_file import MAX_PARTS, InputFile, shown_name
from ragdesk.ingesting.readers.mail.message import size_text
from ragdesk.ingesting.readers.titles import from_name
from ragdesk.ingesting.readers.zip_names import member_names

BLOCK = 1 << 18
# What unfolds to more than this, and to this many times its size, was made to fill disks.
BOMB_BYTES = 20_000_000
BOMB_TIMES = 200
_IS_ENCRYPTED = 0x1
_AES = 99
_LEFT_OUT = frozenset((".ds_store", "thumbs.db", "desktop.ini"))
# All that zipfile has been seen to raise on damaged archives.
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    LZMAError,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    struct.error,
    IndexError,
    KeyError,
)


@dataclass(slots=True)
class _Tally:
    """How the members fared."""

    rows: list[str] = field(default_factory=list)
    taken: int = 0
    locked: int = 0
    sealed: int = 0
    damaged: int = 0


def parse_zip(source: InputFile) -> Parsed:
    """Raises UnreadableFileError, EncryptedFileError, EmptyFileError, and TooLargeError for a bomb."""
    tally = _Tally()
    try:
        with zipfile.ZipFile(source.path) as archive:
            told = member_names(archive.infolist())
            members = [
                (info, name)
                for info, name in zip(archive.infolist(), told.names, strict=True)
                if _is_wanted(info, name)
            ]
            _check(source, [info for info, _ in members], source.path.stat().st_size)
            for info, name in members:
                _take(source, archive, info, shown_name(name), tally)
    except IngestError:
        raise
    except (*_DAMAGE, NotImplementedError, RuntimeError) as error:
        raise _damaged(source) from error
    _judge(source, tally)
    title = from_name(source.name)
    text = f"# {title}\n\n" + "\n".join(tally.rows) + "\n"
    return Parsed(
        title=title,
        text=text,
        blocks=(),
        pages=(Page(1, 0, len(text)),),
        kind="archive",
        paged=False,
        properties=(
            ("files", str(len(tally.rows))),
            *((("names_encoding", told.encoding),) if told.encoding else ()),
        ),
        parts=tuple(source.unpacked.parts),
        title_from="name",
    )


def _damaged(source: InputFile) -> UnreadableFileError:
    return UnreadableFileError(
        "{file} is damaged, or not a zip archive.",
        "Get it again, or unpack it and add the folder.",
        file=source.name,
    )


def _is_wanted(info: zipfile.ZipInfo, name: str) -> bool:
    pieces = name.replace("\\", "/").split("/")
    return not (
        info.is_dir()
        or not pieces[-1].strip()
        or "__MACOSX" in pieces
        or pieces[-1].lower() in _LEFT_OUT
        or stat.S_ISDIR(info.external_attr >> 16)
    )


def _check(source: InputFile, members: list[zipfile.ZipInfo], size: int) -> None:
    if not members:
        raise EmptyFileError(
            "{file} holds no files.", "Check whether it was packed completely.", file=source.name
        )
    if len(members) > MAX_PARTS:
        raise TooLargeError(
            "It holds more than {most:,} files.", "Unpack it, and add the folder.", most=MAX_PARTS
        )
    if sum(info.compress_size for info in members) > size:
        raise UnreadableFileError(
            "{file} lists files that overlap, as archives made to do harm do.",
            "Do not open it, unless you know where it is from; then unpack it and add the folder.",
            file=source.name,
        )


def _take(
    source: InputFile, archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, tally: _Tally
) -> None:
    encrypted = bool(info.flag_bits & _IS_ENCRYPTED)
    problem = _obstacle(info, source.password)
    written = [0]
    if not problem:
        try:
            source.unpacked.add(name, _content(archive, info, source.password, written))
        except NotImplementedError:
            problem = Problem(
                "It is packed in a way that is not read here.", "Unpack the archive, and add the folder."
            )
        except RuntimeError:
            problem = Problem(
                "The password is not its password.", "Add the archive again with the right one."
            )
        except _DAMAGE:
            problem = (
                Problem("It is damaged, or the password is wrong.", "Unpack the archive, and add the folder.")
                if encrypted
                else Problem("It is damaged in the archive.", "Get the archive again.")
            )
            tally.damaged += not encrypted
        else:
            tally.taken += 1
    if problem:
        source.unpacked.skip(name, problem)
        tally.locked += encrypted
        tally.sealed += info.compress_type == _AES
    about = size_text(written[0] if not problem else info.file_size)
    tally.rows.append(f"- {name} ({about})" + (" – not read" if problem else ""))


def _obstacle(info: zipfile.ZipInfo, password: str) -> Problem | None:
    """Why a member is not even opened; None where it is."""
    if stat.S_ISLNK(info.external_attr >> 16):
        return Problem("It only points to another file.", "Add that file.")
    if info.compress_type == _AES:
        return Problem(
            "It is encrypted with AES, which is not read here.", "Unpack the archive, and add the folder."
        )
    if info.flag_bits & _IS_ENCRYPTED and not password:
        return Problem("It needs a password.", "Add the archive again with its password.")
    return None


def _content(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, password: str, written: list[int]
) -> Iterator[bytes]:
    with archive.open(info, pwd=password.encode() if password else None) as member:
        while block := member.read(BLOCK):
            written[0] += len(block)
            if written[0] > max(BOMB_BYTES, BOMB_TIMES * info.compress_size):
                raise TooLargeError(
                    "It holds a file that unfolds to more than {times} times its size, as archives made to do harm do.",
                    "If you know where it is from, unpack it, and add the folder.",
                    times=BOMB_TIMES,
                )
            yield block


def _judge(source: InputFile, tally: _Tally) -> None:
    """An archive of which nothing could be taken out is refused as a whole, and so is one with locked files in it: what is
    in it should not be half there, and a password may open the rest."""
    if tally.sealed:
        raise EncryptedFileError(
            "{file} is encrypted with AES, by a password that is not taken here.",
            "Unpack it, and add the folder.",
            file=source.name,
        )
    if tally.locked:
        raise EncryptedFileError(
            mark("{file} is encrypted; the password does not fit.")
            if source.password
            else mark("{file} is encrypted; it needs a password."),
            "Give its password in the app, or with --password on the command line.",
            file=source.name,
        )
    if tally.damaged and not tally.taken:
        raise _damaged(source)
