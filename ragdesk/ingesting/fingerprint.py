"""A file's size, modification time and SHA-256, taken before it is parsed."""

import stat

from ragdesk.domain.errors import TooLargeError, UnreadableFileError
from ragdesk.domain.intake import Job, SourceInfo
from ragdesk.host.hashing import sha256_of


def fingerprint(job: Job, max_bytes: int) -> tuple[SourceInfo, str]:
    """How a file was found, and the SHA-256 of its bytes in hexadecimal.

    Raises:
        UnreadableFileError: not there, not a file, or the disk refuses. TooLargeError.
    """
    path = job.path
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableFileError("{file} is not a file.", "Give a file or a folder.", file=job.name)
        if status.st_size > max_bytes:
            raise TooLargeError(
                "{file} has {size:,.0f} MB; files up to {most:,.0f} MB are taken.",
                "Split it, or raise ingest.max_file_mb in settings.toml.",
                file=job.name,
                size=status.st_size / 1e6,
                most=max_bytes / 1e6,
            )
        sha256 = sha256_of(path)
    except FileNotFoundError as error:
        raise UnreadableFileError("There is no file {path}.", "Check the path.", path=job.source) from error
    except OSError as error:
        raise UnreadableFileError(
            "{file} cannot be read: {why}.",
            "Check the file's rights and the disk.",
            file=job.name,
            why=error.strerror or error,
        ) from error
    info = SourceInfo(job.source, status.st_size, status.st_mtime_ns, job.container, job.parent_id, job.depth)
    return info, sha256
