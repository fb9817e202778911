"""Whether the bundle's own files are as they were packed: a failing disk, a broken unpacking or a virus scanner shows here."""

import os
import sys
from pathlib import Path

from ragdesk.domain.models import Check
from ragdesk.host.hashing import sha256_of
from ragdesk.host.paths import bundled_models

HASHES = "files.sha256"
# At most so many names are listed; of more, their number.
MAX_NAMES = 3
MEND = "Install RAGDesk again; your documents and answers are not touched."


def bundle_folder() -> Path | None:
    """The folder of the standalone program; None where RAGDesk runs in a Python of its own."""
    return Path(sys.executable).resolve().parent if getattr(sys, "frozen", False) else None


def checks(folder: Path | None = None) -> list[Check]:
    """Compare every file of the bundle with the hash in `files.sha256`; nothing where there is no bundle.

    The models are left to their own check, which knows what to do about them.
    """
    folder = folder or bundle_folder()
    if folder is None:
        return []
    try:
        lines = (folder / HASHES).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        return [Check("program files", False, f"{HASHES} cannot be read: {error.strerror}", MEND)]
    models = os.path.relpath(bundled_models(), folder)
    listed = [(name, digest) for digest, _, name in (line.partition("  ") for line in lines)]
    listed = [(name, digest) for name, digest in listed if not name.startswith(f"{models}/")]
    wrong = [name for name, digest in listed if _digest(folder / name) != digest]
    if not wrong:
        return [Check("program files", True, f"{len(listed):,} as they were packed")]
    more = f" and {len(wrong) - MAX_NAMES} more" if len(wrong) > MAX_NAMES else ""
    return [Check("program files", False, f"damaged or missing: {', '.join(wrong[:MAX_NAMES])}{more}", MEND)]


def _digest(path: Path) -> str:
    """The file's SHA-256; "" where it cannot be read."""
    try:
        return sha256_of(path)
    except OSError:
        return ""
