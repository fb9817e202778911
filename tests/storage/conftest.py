"""A home and a library for the store's tests."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from storage.samples import make_document, open_library

from ragdesk.domain.intake import NewDocument
from ragdesk.host.paths import Home, open_home
from ragdesk.storage.library import Library


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return open_home(tmp_path / "home")


@pytest.fixture
def library(home: Home) -> Iterator[Library]:
    with open_library(home) as library:
        yield library


@pytest.fixture
def new(tmp_path: Path) -> Callable[..., NewDocument]:
    """`make_document`, with the files outside of the home."""
    folder = tmp_path / "files"
    folder.mkdir()
    return partial(make_document, folder)
