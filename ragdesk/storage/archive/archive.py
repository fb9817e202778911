"""The archive: for each document its original, its readable text, where its words stand, and what it is.

`archive/<document id>/` appears whole, by one rename, and disappears by another. It knows nothing of what is
in the files, except that `document.md` is exactly the text that all offsets count in. `about.md` is for a person who
looks into the folder with another program: what this is, with links to the rest.
"""

import json
import re
import shutil
import threading
import zipfile
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from ragdesk.domain.documents import Document
from ragdesk.domain.errors import RagdeskError, StoreError, UnknownIdError
from ragdesk.host.hashing import sha256_of
from ragdesk.storage import own
from ragdesk.storage.archive import places
from ragdesk.storage.archive.disk import copy_checked, encoded, sync_folder, write
from ragdesk.storage.own import ABOUT, LAYOUT, METADATA, ORIGINAL, TEXT

# Texts kept in memory: an answer quotes from a handful of documents.
CACHED_TEXTS = 32
# What Python's zipfile raises for damaged archives, besides.
UNPACKING = (zipfile.BadZipFile, zlib.error, NotImplementedError)

_ID = re.compile(r"[0-9a-f]{16}")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}")


class Archive:
    """The archive under `root`; half-made folders live in `temporary`, which is on the same disk."""

    def __init__(self, root: Path, temporary: Path) -> None:
        self._root = root
        self._temporary = temporary
        self._lock = threading.Lock()
        self._texts: OrderedDict[tuple[str, int, int], str] = OrderedDict()

    # ------------------------------------------------------------ reading

    def text(self, document_id: str) -> str:
        """The text of a document, whole.

        Raises:
            UnknownIdError: it is not (or no longer) in the archive.
            StoreError: the disk refuses.
        """
        path = self._folder(document_id) / TEXT
        with _translated(path):
            # Its time and size are part of the key, so what another process replaced is never served.
            stat = path.stat()
            key = (document_id, stat.st_mtime_ns, stat.st_size)
            with self._lock:
                if key in self._texts:
                    self._texts.move_to_end(key)
                    return self._texts[key]
            text = path.read_bytes().decode()
        with self._lock:
            self._texts[key] = text
            while len(self._texts) > CACHED_TEXTS:
                self._texts.popitem(last=False)
        return text

    def original(self, document_id: str) -> Path:
        """Where the original lies. Errors as for `text`."""
        folder = self._folder(document_id)
        with _translated(folder):
            for path in folder.iterdir():
                if path.stem == ORIGINAL:
                    return path
        raise StoreError(
            "The original of {id} is gone from the archive.", "Add the file again.", id=document_id
        )

    def layout_bytes(self, document_id: str) -> bytes | None:
        """What was stored of the document's layout; None for a document without one. Errors as for `text`."""
        folder = self._folder(document_id)
        with _translated(folder):
            path = folder / LAYOUT
            return path.read_bytes() if path.exists() else None

    def ids(self) -> set[str]:
        """The ids of every document in the archive, whole or not."""
        return {path.name for path in self._root.iterdir() if _ID.fullmatch(path.name)}

    def is_whole(self, document_id: str, sha256: str) -> bool:
        """Whether everything of a document is there, its original byte for byte. Reads all of it; never raises for what
        it finds."""
        try:
            names = {path.name for path in self._folder(document_id).iterdir()}
            record = json.loads((self._folder(document_id) / METADATA).read_bytes())
            # Documents of older versions do not say what belongs to them.
            if not {TEXT, *record.get("files", ())} <= names:
                return False
            if sha256_of(self.original(document_id)) != sha256:
                return False
            if LAYOUT not in names:
                return True
            with zipfile.ZipFile(self._folder(document_id) / LAYOUT) as arrays:
                return arrays.testzip() is None
        except (RagdeskError, OSError, ValueError, AttributeError, TypeError, *UNPACKING):
            return False

    def exchanged(self, known: places.KnownHash, among: Iterable[str]) -> dict[str, str]:
        """By folder, the document whose original lies in it in its stead. Reads the originals `among` them."""
        return places.exchanged(self._root, among, known)

    def returning(self) -> bool:
        """Whether a crash left folders on their way back to their places."""
        return bool(places.returning(self._temporary))

    # ------------------------------------------------------------ writing, under the library's write lock

    def stage(self, document: Document, sha256: str, text: str, original: Path, layout: bytes | None) -> Path:
        """Write a document's folder aside, down to the disk. `publish` makes it visible.

        Raises:
            UnreadableFileError: the original's bytes are no longer those of `sha256`, or cannot be read.
        """
        folder = self._temporary / document.id
        self._folder(document.id)  # refuses what is not an id
        with _translated(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700, parents=True)
            copy_checked(original, folder / f"{ORIGINAL}{suffix(document.name)}", sha256)
            _write_contents(folder, document, sha256, text, layout)
        return folder

    def stage_again(self, document: Document, sha256: str, text: str, layout: bytes | None) -> None:
        """Write the new contents of a document that was read again aside; `exchange` puts them in place."""
        folder = self._again(document.id)
        with _translated(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700, parents=True)
            _write_contents(folder, document, sha256, text, layout)

    def exchange(self, document_id: str) -> None:
        """Put what `stage_again` wrote in place. Does nothing where that is done already."""
        staged, folder = self._again(document_id), self._folder(document_id)
        if not (staged / METADATA).exists():
            return
        with _translated(folder):
            if not (staged / LAYOUT).exists() and (staged / TEXT).exists():
                (folder / LAYOUT).unlink(missing_ok=True)
            # The metadata last: as long as it is there, the exchange is not finished.
            for name in (TEXT, LAYOUT, ABOUT, METADATA):
                if (staged / name).exists():
                    (staged / name).replace(folder / name)
            sync_folder(folder)
            staged.rmdir()

    def _again(self, document_id: str) -> Path:
        return self._temporary / f"again-{self._folder(document_id).name}"

    def publish(self, staged: Path) -> None:
        """Make a staged folder a part of the archive."""
        target = self._folder(staged.name)
        with _translated(target):
            if target.exists():
                shutil.rmtree(target)
            staged.rename(target)
            sync_folder(self._root)

    def remove(self, document_id: str) -> tuple[int, int]:
        """Delete a document's folder. Returns how many files and bytes went; (0, 0) if it was not there."""
        folder = self._folder(document_id)
        with self._lock:
            for key in [key for key in self._texts if key[0] == document_id]:
                del self._texts[key]
        with _translated(folder):
            if not folder.exists():
                return 0, 0
            sizes = [path.stat().st_size for path in folder.iterdir()]
            self._temporary.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Renamed first, so that a crash leaves no half of a folder that looks like a document.
            aside = self._temporary / f"removed-{document_id}"
            shutil.rmtree(aside, ignore_errors=True)
            folder.rename(aside)
            shutil.rmtree(aside)
        return len(sizes), sum(sizes)

    def put_back(self, known: places.KnownHash) -> None:
        """Put folders that were exchanged back in their places. Reads every original.

        Raises:
            StoreError: the disk refuses; doing it again goes on.
        """
        with _translated(self._root):
            places.put_back(self._root, self._temporary, self.ids(), known)

    def strays(self, known: set[str]) -> dict[str, str]:
        """By id, the file names of documents that are whole here and not known: the ledger was lost, or is an older one."""
        names = {}
        for document_id in sorted(path.name for path in self._unknown(known)):
            try:
                record = json.loads((self._root / document_id / METADATA).read_bytes())
                name, sha256 = str(record["name"]), str(record["sha256"])
            except (OSError, ValueError, KeyError, TypeError):
                continue
            if sha256.startswith(document_id) and self.is_whole(document_id, sha256):
                names[document_id] = name
        return names

    def lend(self, document_id: str, path: Path) -> None:
        """The original under another path, too: the same file where the disk can do that. Errors as for `text`."""
        original = self.original(document_id)
        with _translated(path):
            path.unlink(missing_ok=True)
            try:
                path.hardlink_to(original)
            except OSError:  # a file system that knows no links
                shutil.copyfile(original, path)

    def discard_strays(self, known: set[str]) -> None:
        """Delete the documents of the archive that are not known, and everything half-made; nothing but what RAGDesk made."""
        with _translated(self._root):
            self._temporary.mkdir(mode=0o700, parents=True, exist_ok=True)
            for path in [*self._unknown(known), *filter(own.is_staged, self._temporary.iterdir())]:
                shutil.rmtree(path)

    def _unknown(self, known: set[str]) -> list[Path]:
        """The folders of documents that are not known."""
        return [path for path in self._root.iterdir() if path.name not in known and own.is_document(path)]

    def _folder(self, document_id: str) -> Path:
        if not _ID.fullmatch(document_id):
            raise UnknownIdError(
                "“{id}” is not the id of a document.", "See the ids with: ragdesk list", id=document_id
            )
        return self._root / document_id


def _write_contents(folder: Path, document: Document, sha256: str, text: str, layout: bytes | None) -> None:
    write(folder / TEXT, encoded(text))
    if layout is not None:
        write(folder / LAYOUT, layout)
    _describe(folder, document, sha256)
    sync_folder(folder)


def _describe(folder: Path, document: Document, sha256: str) -> None:
    files = sorted({path.name for path in folder.iterdir()} & {TEXT, LAYOUT})
    record = asdict(document) | {"sha256": sha256, "files": files}
    write(folder / METADATA, json.dumps(record, ensure_ascii=False, indent=1).encode())
    facts = [
        ("File", document.name),
        ("Type", document.kind),
        ("Size", f"{document.bytes:,} bytes"),
        ("Pages", str(document.pages) if document.paged else "none in this format"),
        ("Added", document.added_at),
        *document.properties,
        ("SHA-256", sha256),
    ]
    lines = [f"- {key}: {' '.join(value.split())}" for key, value in facts]
    links = f"[Readable text]({TEXT}) · [Original]({ORIGINAL}{suffix(document.name)})"
    about = f"# {' '.join(document.title.split())}\n\n" + "\n".join(lines) + f"\n\n{links}\n"
    write(folder / ABOUT, about.encode(errors="replace"))


def suffix(name: str) -> str:
    """The file name's extension if it is a plain one; the rest of the name never reaches the disk."""
    suffix = Path(name).suffix
    return suffix.lower() if _SUFFIX.fullmatch(suffix) else ""


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise UnknownIdError(
            "{path} is not in the archive.", "See the ids with: ragdesk list", path=path
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(
            "The archive cannot be used: {why}.", "Check the disk, then run: ragdesk doctor", why=error
        ) from error
