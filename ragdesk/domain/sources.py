"""The names of sources. A source is the place where a person knows a document by; the ledger keeps it as one string.

    /home/ada/manual.pdf            a file on the disk
    dropped/0123456789abcdef/a.pdf  a copy: dropped on the window, which does not tell where it came from
    faq/0123456789abcdef            an approved question with its answer
    /mails/a.eml!/list.pdf          a file inside of another file

Homes hold these strings, so their form is for ever.
"""

import re

# Between a file's name and that of a file in it, as Java and others write it.
_INSIDE = "!/"
_DROPPED = "dropped/"
_DROPPED_BEFORE_NAME = re.compile(r"dropped/[0-9a-f]{16}/")
ENTRY_PREFIX = "faq/"


def part_source(container: str, name: str) -> str:
    """The source of a file inside of the file at `container`."""
    return f"{container}{_INSIDE}{name}"


def is_part(source: str) -> bool:
    """Whether the source lies inside of another file."""
    return _INSIDE in source


def lies_in(source: str, container: str) -> bool:
    """Whether the source lies in the file at `container`, or in a file in that one."""
    return source.startswith(container + _INSIDE)


def name_in(source: str, container: str) -> str:
    """What a part is called in the file that holds it."""
    return source.removeprefix(container + _INSIDE)


def nesting(source: str) -> list[str]:
    """The outermost file's path first, then the name of each file in the one before it."""
    return source.split(_INSIDE)


def dropped_source(document_id: str, name: str) -> str:
    """The source of a copy. A dropped file has no place of its own: its content and its name stand for one, so that two
    different files of one name live side by side."""
    return f"{_DROPPED}{document_id}/{name}"


def dropped_name(source: str) -> str:
    """The source of a copy without what RAGDesk put before its name; any other source as it is."""
    return _DROPPED_BEFORE_NAME.sub("", source, count=1)


def is_dropped_as(source: str, document_id: str) -> bool:
    """Whether the source is a copy of this document, or lies in one."""
    return source.startswith(f"{_DROPPED}{document_id}/")


def entry_source(entry_id: str) -> str:
    """The source of an approved entry, which has no file."""
    return f"{ENTRY_PREFIX}{entry_id}"


def is_entry(source: str) -> bool:
    return source.startswith(ENTRY_PREFIX)
