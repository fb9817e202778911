"""Files that the browser sent: their names as a person knows them, and their way into the queue."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragdesk.domain.documents import document_id
from ragdesk.domain.errors import UsageError
from ragdesk.front.web.wording import t
from ragdesk.host.hashing import sha256_of

if TYPE_CHECKING:
    from ragdesk.app.app import App

# Of each part of a name, and parts that are kept.
NAME_LENGTH, FOLDERS = 200, 8


def uploaded(app: "App", files: Sequence[Mapping[str, Any]]) -> dict[Path, str]:
    """Uploaded files and the names that the person knows them by. A name is the browser's word: it is only shown. So is a
    path: one that is not of an upload is passed over, because these files are moved and deleted."""
    folder = app.home.temporary.resolve()
    names: dict[Path, str] = {}
    for file in files:
        path = Path(file["path"])
        if _lies_in(folder, path):
            names[path] = shown_name(file.get("orig_name") or path.name)
    return names


def arrived(app: "App", files: Sequence[Mapping[str, Any]]) -> dict[Path, str]:
    """As `uploaded`, for files that a person waits for.

    Raises:
        UsageError: they were sent, and none is there any more: everything was erased while they were on their way.
    """
    names = uploaded(app, files)
    if files and not names:
        raise UsageError("These files are gone.", "Add them again.")
    return names


def _lies_in(folder: Path, path: Path) -> bool:
    """Whether there is a file at `path` that really lies in `folder`; a name that no file can have is none."""
    try:
        return path.resolve().is_relative_to(folder) and path.is_file()
    except (OSError, ValueError):
        return False


def dropped(sent: str) -> list[Mapping[str, Any]]:
    """The files that the page's script has uploaded and names here; their paths are checked by `uploaded`.

    Raises:
        UsageError: that is not what the script writes.
    """
    try:
        files = json.loads(sent)["files"]
        return [{"path": str(file["path"]), "orig_name": str(file["name"])} for file in files]
    except (ValueError, TypeError, KeyError) as error:
        raise UsageError(
            "The page sent files in a way that cannot be read.", "Load the page anew."
        ) from error


def shown_name(name: str) -> str:
    """A file's name as the browser gives it, printable and not too long: alone, or below the dropped folder that it lay in."""
    parts = [
        "".join(character for character in part if character.isprintable())[-NAME_LENGTH:]
        for part in name.replace("\\", "/").split("/")
    ]
    shown = [part for part in parts if part.strip(". ")][-FOLDERS:]
    return "/".join(shown) or t("unnamed")


def queue_uploads(app: "App", names: Mapping[Path, str], collection: str) -> None:
    """Queue uploaded files; what the upload leaves behind is deleted. Errors as for `BackgroundIntake.queue_copies`."""
    try:
        app.intake.queue_copies(names, collection)
    finally:
        for path in names:
            path.unlink(missing_ok=True)
            if path.parent.is_dir() and not any(path.parent.iterdir()):
                path.parent.rmdir()


def document_ids(names: Mapping[Path, str]) -> list[str]:
    """The documents that these files will be."""
    return list(dict.fromkeys(document_id(sha256_of(path)) for path in names))
