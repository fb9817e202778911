"""A file's size, modification time and SHA-256, taken before it is parsed."""

import hashlib
import os

from ragdesk.domain.errors import UnreadableFileError
from ragdesk.domain.intake import Job, SourceInfo
from ragdesk.host.regular import NotAFileError, open_regular
from ragdesk.ingesting.readers.input_file import too_large


def fingerprint(job: Job, max_bytes: int) -> tuple[SourceInfo, str]:
    """How a file was found, and the SHA-256 of its bytes in hexadecimal.

    Raises:
        UnreadableFileError: not there, not a file, or the disk refuses. TooLargeError.
    """
    path = job.path
    try:
        with open_regular(path) as file:
            status = os.fstat(file.fileno())
            if status.st_size > max_bytes:
                raise too_large(job.name, status.st_size, max_bytes)
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise UnreadableFileError("There is no file {path}.", "Check the path.", path=job.source) from error
    except OSError as error:
        raise unreadable(job.name, error) from error
    info = SourceInfo(job.source, status.st_size, status.st_mtime_ns, job.container, job.parent_id, job.depth)
    return info, sha256


def unreadable(name: str, error: OSError) -> UnreadableFileError:
    """Why the file that a person calls `name` could not be opened, or read."""
    if isinstance(error, NotAFileError):
        return UnreadableFileError("{file} is not a file.", "Give a file or a folder.", file=name)
    return UnreadableFileError(
        "{file} cannot be read: {why}.",
        "Check the file's rights and the disk.",
        file=name,
        why=error.strerror or error,
    )
