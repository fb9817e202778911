"""Exports that a person saves under a name: whole, or not at all, and never over a file that was not meant."""

import os
import secrets
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from ragdesk.domain.errors import UsageError, mark
from ragdesk.host.paths import as_usual


def refuse_unknown(format: str, formats: Collection[str]) -> None:
    """Raises:
    UsageError: there is no such format.
    """
    if format not in formats:
        raise UsageError(
            "There is no export format {format!r}.",
            "Choose one of {formats}.",
            format=format,
            formats=", ".join(formats),
        )


def refuse_taken(path: Path, force: bool) -> None:
    """Raises:
    UsageError: there is a file, which is not to be replaced, or a folder.
    """
    if path.exists() and not (force and path.is_file()):
        hint = (
            mark("Choose another name, or add --force.") if path.is_file() else mark("Choose another name.")
        )
        raise UsageError("{path} is there already.", hint, path=path)


def write_whole(path: Path, content: bytes) -> None:
    """The file appears under its name by one rename.

    Raises:
        UsageError: the place cannot be written to.
    """
    temporary = path.with_name(f".{path.name[:40]}-{secrets.token_hex(6)}.part")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        as_usual(temporary)
        temporary.replace(path)
    except OSError as error:
        with suppress(
            OSError
        ):  # what made the writing fail may make this fail, too: the first reason is told
            temporary.unlink(missing_ok=True)
        raise UsageError(
            "{path} cannot be written: {why}.", "Choose another place.", path=path, why=error.strerror
        ) from error
