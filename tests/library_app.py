"""The app for the Library's browser tests: one library, one browser and one page for a whole file of tests, a scripted model."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paced import PacedModel
from ragdesk_browser import Seen, open_tab, serving, until, window
from scripted import make_document

from ragdesk.app.app import App
from ragdesk.domain.documents import Document
from ragdesk.host.paths import open_home
from ragdesk.ingesting.readers.version import INGEST_VERSION
from ragdesk.storage.ledger.collections import assign
from ragdesk.storage.ledger.documents import Documents


@dataclass
class RunningApp:
    """A library, and a page that shows it."""

    app: App
    page: Any
    seen: Seen
    url: str

    def fresh(self) -> Any:
        """The page with an empty library, as a person opens it."""
        self.clear()
        return self.load()

    def clear(self) -> App:
        """The desk with nothing in it, as after the first start."""
        app = self.app
        for folder in app.watched_folders.all():
            app.watched_folders.remove(folder)
        for entry in app.library.entries.all():
            app.entries.delete(entry.id)
        for conversation in app.conversations.all():
            app.library.conversations.delete(conversation.id)
        app.removals.remove([document.id for document in app.library.documents.all()])
        for name in [each.name for each in app.library.collections.all()]:
            app.library.collections.delete(name)
        app.intake.clear_finished()
        return app

    def load(self) -> Any:
        """The page anew, with the Library open."""
        self.page.goto(self.url)
        # Gradio complains of what a reload cuts off.
        self.seen.console.clear()
        self.page.wait_for_selector("#rd-drop input[type=file]", state="attached")
        open_tab(self.page, "Library")
        return self.page

    def add(self, *paths: Path) -> list[str]:
        """The ids of files that were taken in without the page."""
        found = [result.document_id for result in self.app.intake.add(paths)]
        assert None not in found
        return [each for each in found if each]

    def quiet(self) -> None:
        """Nothing was asked of elsewhere, and nothing complained."""
        assert self.seen.foreign() == [] and self.seen.violations() == []


@contextmanager
def running_app(folder: Path, **size: Any) -> Iterator[RunningApp]:
    app, model = App.open(open_home(folder / "home")), PacedModel(["The documents say nothing about it."])
    app.engines.llm = lambda: model  # type: ignore[method-assign, assignment, return-value]
    try:
        with serving(app) as url, window(**size) as (page, seen):
            page.goto(url)
            page.wait_for_selector("#rd-drop input[type=file]", state="attached")
            yield RunningApp(app, page, seen, url.split("?")[0])
    finally:
        app.close()


def write_note(path: Path, words: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {path.stem}\n\n{words}\n", encoding="utf-8")
    return path


def put_documents(app: App, count: int) -> list[Document]:
    """Documents that are in the ledger alone: enough to be listed, filtered and sorted."""
    made = []
    for number in range(count):
        sha256 = hashlib.sha256(str(number).encode()).hexdigest()
        kind = ("pdf", "docx", "md", "eml")[number % 4]
        document = replace(
            make_document(sha256[:16], f"report-{number:04d}.{kind}", paged=number % 2 == 0),
            title=f"Report {number:04d} on plant {number % 7}",
            pages=1 + number % 31,
            ingest_version=INGEST_VERSION,
            added_at=f"2026-01-{1 + number % 28:02d}T08:00:00+00:00",
            properties=(("department", f"Department {number % 5}"),),
        )
        made.append(document)
    with app.library._ledger.database.writing() as connection:
        for document in made:
            sha256 = hashlib.sha256(document.title.encode()).hexdigest()
            Documents.insert(connection, document, sha256, "made", (), ())
        Documents.set_state(connection, [each.id for each in made], "ready")
        assign(connection, [each.id for each in made[::10]], "Tenths")
    return made


def delete_documents(app: App, documents: Sequence[Document]) -> None:
    """Take out what `put_documents` put in; there is nothing of it in any other store."""
    with app.library._ledger.database.writing() as connection:
        Documents.delete(connection, [each.id for each in documents])


def rows(page: Any) -> list[str]:
    """The titles of the listed documents, from the top."""
    return [each.inner_text() for each in page.query_selector_all("#rd-documents li a.rd-title")]


def shows(page: Any, count: int, seconds: float = 60) -> None:
    until(page, lambda: len(page.query_selector_all("#rd-documents li")) == count, seconds)


def drop_from_disk(page: Any, paths: Sequence[Path], *, hold: bool = False) -> None:
    """What a person does who drags files and folders from the desktop on the page: the browser reads them from the disk.
    `hold`: they are held over the page, not let go."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver") if hold else ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 600, "y": 600, "data": data})
    session.detach()
