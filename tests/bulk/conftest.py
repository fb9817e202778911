"""What the tests of `ragdesk bulk` have in common: some documents, and what `ragdesk add` makes of them."""

from pathlib import Path

import pytest
from bulk_running import write_documents

from ragdesk.front.cli import main
from ragdesk.host.paths import open_home
from ragdesk.storage.library import Library


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bulk")


@pytest.fixture(scope="session")
def documents(folder: Path, examples: Path) -> Path:
    return write_documents(folder / "documents", examples)


@pytest.fixture(scope="session")
def local(folder: Path, documents: Path) -> dict[str, bytes]:
    """Chunk ids and vectors as `ragdesk add` stores them."""
    home = folder / "laptop"
    assert main(["add", str(documents), "--json", "--home", str(home)]) == 1  # one file is broken
    with Library.open(open_home(home)) as library:
        index = library._indexes.current()
        assert index is not None
        found = {}
        for document_id in library.documents.ids():
            found |= {one: each.tobytes() for one, each in index.vectors.of_document(document_id).items()}
        return found
