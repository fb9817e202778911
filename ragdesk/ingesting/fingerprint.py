"""A file's size, modification time and SHA-256, taken before it is parsed."""

import hashlib

from ragdesk.domain.errors import UnreadableFileError
from ragdesk.domain.intake import Job, SourceInfo
from ragdesk.host.patience import read_patiently
from ragdesk.host.regular import NotAFileError
from ragdesk.ingesting.readers.input_file import too_large


def fingerprint(job: Job, max_bytes: int) -> tuple[SourceInfo, str]:
    """How a file was found, and the SHA-256 of its bytes in hexadecimal.

    Raises:
        UnreadableFileError: not there, not a file, or the disk refuses or does not answer. TooLargeError.
    """
    path = job.path
    try:
        with read_patiently(path) as (status, blocks):
            if status.st_size > max_bytes:
                raise too_large(job.name, status.st_size, max_bytes)
            digest = hashlib.sha256()
            for block in blocks:
                digest.update(block)
    except FileNotFoundError as error:
        raise UnreadableFileError("There is no file {path}.", "Check the path.", path=job.source) from error
    except OSError as error:
        raise unreadable(job.name, error) from error
    info = SourceInfo(job.source, status.st_size, status.st_mtime_ns, job.container, job.parent_id, job.depth)
    return info, digest.hexdigest()


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
