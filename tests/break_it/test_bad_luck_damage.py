"""Files of the home are damaged, each in turn: cut off, emptied, with changed bytes, deleted. `doctor` finds it or nothing is
lost by it, and what it advises mends it: an index is made again from the ledger, a document from its file."""

import hashlib
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from storage.samples import encode, make_document, open_library

from break_it.counting import MUCH, count
from ragdesk.domain.errors import RagdeskError, StoreError
from ragdesk.domain.intake import NewDocument
from ragdesk.domain.search import Scope
from ragdesk.host.paths import Home, open_home
from ragdesk.storage.library import Library

WORDS = ("autoclave", "xylophone", "gatehouse", "centrifuge", "periscope", "astrolabe")
Damage = Callable[[Path, random.Random], None]


def halve(path: Path, rng: random.Random) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path, rng: random.Random) -> None:
    path.write_bytes(b"")


def flip(path: Path, rng: random.Random) -> None:
    """One byte in sixty, eight at least."""
    content = bytearray(path.read_bytes())
    for at in rng.choices(range(len(content)), k=max(8, len(content) // 60)):
        content[at] ^= 1 << rng.randrange(8)
    path.write_bytes(content)


def scratch(path: Path, rng: random.Random) -> None:
    """One bit."""
    content = bytearray(path.read_bytes())
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content)


def blank(path: Path, rng: random.Random) -> None:
    """As a file system leaves a file whose blocks were never written: the right length, all zeros."""
    path.write_bytes(bytes(path.stat().st_size))


def delete(path: Path, rng: random.Random) -> None:
    path.unlink()


DAMAGES: tuple[Damage, ...] = (halve, empty, flip, scratch, blank, delete)


class Furnished:
    """A home with documents, and what they say."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "files"
        self.files.mkdir()
        self.home = open_home(folder / "home")
        self.documents = [self._document(word) for word in WORDS]
        with open_library(self.home) as library:
            for document in self.documents:
                with library.write_session() as writer:
                    writer.put([document])
            self.seen = seen(library)

    def _document(self, word: str) -> NewDocument:
        text = "\n".join(f"The {word} {number} is checked every {number + 2} weeks." for number in range(6))
        return make_document(
            self.files, text, name=f"{word}.txt", title=f"About the {word}", layout=layout(text)
        )

    def damaged(self, folder: Path, inside: str, damage: Damage, rng: random.Random) -> Home:
        """A copy of the home in which one file is damaged."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.home.root, folder)
        damage(folder / inside, rng)
        return open_home(folder)


def layout(text: str) -> bytes:
    import numpy as np

    from ragdesk.domain.documents import Layout
    from ragdesk.ingesting.layout import save_layout

    spans = np.array([[found.start(), found.end()] for found in re.finditer(r"\S+", text)], np.int32)
    boxes = np.tile(np.array([[10, 10, 20, 20]], np.float32), (len(spans), 1))
    return save_layout(Layout(spans, np.ones(len(spans), np.int32), boxes))


def seen(library: Library) -> dict[str, object]:
    """Everything that a person can see of the documents."""
    found: dict[str, object] = {}
    for document in library.documents.all():
        found[document.id] = (
            document.name,
            library.text(document.id),
            library.original(document.id).read_bytes(),
            library.layout_bytes(document.id),
            [chunk.text for chunk in library.chunks.of_document(document.id)],
        )
    for word in WORDS:
        found[word] = {hit.chunk.id for hit in library.search_words(word, 100, Scope())}
        found[f"near {word}"] = {
            hit.chunk.id for hit in library.search_vector(encode([word])[0], 100, Scope())
        }
    return found


def outcome(furnished: Furnished, home: Home) -> str:
    """What became of a damaged home, after the advice of `doctor` was taken; "" where something is wrong with it."""
    try:
        library = open_library(home)
    except StoreError as error:
        return "said" if advises(error.hint) else ""
    with library:
        library.settle()
        try:
            found = [check for check in library.check() if not check.passed]
        except RagdeskError as error:
            return "said" if advises(error.hint) else ""
        if not found:
            return "harmless" if unchanged(furnished, library) or all_wait(furnished, library) else ""
        if not all(advises(check.hint) for check in found):
            return ""
        if any(check.name == "ledger" for check in found):
            return "said"
        mend(furnished, library, [check.name for check in found], " ".join(check.detail for check in found))
        whole = not [check for check in library.check() if not check.passed]
        return "mended" if whole and unchanged(furnished, library) else ""


def unchanged(furnished: Furnished, library: Library) -> bool:
    try:
        return seen(library) == furnished.seen
    except RagdeskError:
        return False


def all_wait(furnished: Furnished, library: Library) -> bool:
    """The ledger was lost: every document is on its way back."""
    waiting = {hashlib.sha256(job.path.read_bytes()).hexdigest() for job in library.jobs.all()}
    return waiting == {one.sha256 for one in furnished.documents}


def advises(hint: str) -> bool:
    return bool(re.search(r"ragdesk doctor|[Rr]estore|[Rr]emove|[Aa]dd", hint))


def mend(furnished: Furnished, library: Library, names: list[str], details: str) -> None:
    """Do as `doctor` says: remove the documents that it names and add their files again, rebuild the indexes."""
    if {"words", "vectors", "encoded"} & set(names):
        library.rebuild(encode)
    again = [
        one
        for one in furnished.documents
        if one.document.id in details or any(chunk.id in details for chunk in one.chunks)
    ]
    if again:
        with library.write_session() as writer:
            writer.remove([one.document.id for one in again])
        with library.write_session() as writer:
            writer.put(again)


def cases(furnished: Furnished) -> Iterator[tuple[str, str, Damage]]:
    """(store, path in the home, damage): two files of each kind and all damages in the long part, else two damages of one."""
    kinds: dict[str, list[str]] = {}
    for path in sorted(furnished.home.root.rglob("*")):
        inside = path.relative_to(furnished.home.root)
        if path.is_file() and path.stat().st_size and inside.parts[0] in ("index", "archive", "library.db"):
            store = inside.parts[3] if inside.parts[0] == "index" else inside.parts[0]
            ending = path.suffix if store in ("vectors", "words") and path.suffix else path.name
            kinds.setdefault(f"{store} {ending}", []).append(str(inside))
    for number, (kind, paths) in enumerate(kinds.items()):
        for path in paths[:2] if MUCH else paths[:1]:
            for damage in DAMAGES if MUCH else DAMAGES[number % 3 :: 3]:
                yield kind.split()[0], path, damage


@pytest.mark.timeout(900)
def test_each_damaged_file_is_found_and_mended(tmp_path: Path) -> None:
    furnished, rng = Furnished(tmp_path), random.Random(11)
    wrong = []
    for number, (store, path, damage) in enumerate(cases(furnished)):
        home = furnished.damaged(tmp_path / f"damaged-{number}", path, damage, rng)
        became = outcome(furnished, home)
        if not count(f"damaged file: {store}", became):
            wrong.append(f"{number}: {damage.__name__} {path}")
        shutil.rmtree(home.root, ignore_errors=True)
    assert wrong == []
