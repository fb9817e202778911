"""Moving a finished model to its name, with the rights that its folder gives."""

import os
import shutil
from pathlib import Path


def place(draft: Path, target: Path) -> None:
    """Move a finished file or folder to its name, over an older one, so that no crash leaves half of it."""
    files = [path for path in draft.rglob("*") if path.is_file()] if draft.is_dir() else [draft]
    _copy_rights(draft, target.parent)
    for path in files:
        with path.open("rb") as stream:
            os.fsync(stream.fileno())
    if target.is_dir():
        old = target.with_name(f".{target.name}.old")
        shutil.rmtree(old, ignore_errors=True)
        target.rename(old)
        draft.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    else:
        draft.replace(target)
    if hasattr(os, "O_DIRECTORY"):  # Windows cannot sync a folder
        handle = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(handle)
        os.close(handle)


def _copy_rights(draft: Path, folder: Path) -> None:
    """Who may read a models folder may read the models in it: one beside the program may be everybody's on the machine."""
    readers = folder.stat().st_mode & 0o055
    for path in (draft, *draft.rglob("*")):
        path.chmod(0o700 | readers if path.is_dir() else 0o600 | readers & 0o044)
