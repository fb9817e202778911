"""A shared library on a real object store: published, read by a desk whose key cannot write, missed when the store stops."""

import http.server
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import pytest
from bulk_running import bulk, table
from seaweed import BUCKET, Seaweed, running_seaweed

from ragdesk.app.app import App
from ragdesk.bulk.probe import probe, refuse_a_store_that_loses_commits
from ragdesk.domain.errors import StoreError
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.bulk
TARGET = f"s3://{BUCKET}/library"
QUESTION = "How long must the autoclave cool down before the door is opened?"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seaweed]:
    with running_seaweed(tmp_path_factory.mktemp("seaweed")) as store:
        yield store


@pytest.fixture(scope="module")
def published(store: Seaweed, examples: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("publisher") / "home"
    results = bulk(examples, TARGET, home=home, environment=store.environment("publisher"))
    assert {result["status"] for result in results} == {"ready"}


@pytest.fixture
def desk(store: Seaweed, published: None, tmp_path: Path) -> Iterator[App]:
    home = open_home(tmp_path / "desk")
    home.settings.write_text(
        f'[libraries.department]\nurl = "{TARGET}"\nendpoint = "{store.endpoint}"\n'
        'region = "us-east-1"\nkey_id = "desk"\nkey = "desk-secret"\n'
    )
    (tmp_path / "pump.md").write_text("# Pump\n\nThe pump in the cellar runs at 40 bar.\n")
    app = App.open(home)
    assert [result.status for result in app.intake.add([tmp_path / "pump.md"])] == ["ready"]
    yield app
    app.close()


def test_a_desk_searches_both_and_opens_the_cited_page(desk: App) -> None:
    [first, *_] = desk.passages.search(QUESTION, top=3)
    assert (first.document, first.library) == ("sop-autoclave.pdf", "department")
    assert "45 minutes" in first.chunk.text
    [own, *_] = desk.passages.search("At how many bar does the pump run?", top=3)
    assert (own.document, own.library) == ("pump.md", "")
    document_id, page = first.chunk.document_id, first.chunk.page_start
    assert page == 2
    assert desk.contents.page_picture(document_id, page).startswith(b"\x89PNG")
    assert desk.citations.boxes(document_id, first.chunk.char_start, first.chunk.char_end)
    assert desk.shelves.text(document_id)[first.chunk.char_start : first.chunk.char_end] == first.chunk.text


def test_a_desk_s_key_cannot_write(store: Seaweed, published: None, examples: Path, tmp_path: Path) -> None:
    [refused] = bulk(examples, TARGET, home=tmp_path / "home", environment=store.environment("desk"))
    assert refused["error"]["code"] == "store"
    assert len(table(TARGET, "documents", store.options("desk"))) == len(list(examples.iterdir()))


def test_a_store_that_stops_answering_is_said_and_the_own_library_goes_on(desk: App, store: Seaweed) -> None:
    store.process.send_signal(signal.SIGSTOP)
    try:
        [own, *_] = desk.passages.search("At how many bar does the pump run?", top=3)
        assert own.library == "" and "40 bar" in own.chunk.text
        assert "department" in desk.passages.away()
    finally:
        store.process.send_signal(signal.SIGCONT)


def test_a_store_that_keeps_its_promise_is_told_from_one_that_does_not(store: Seaweed) -> None:
    assert probe(TARGET, store.options("publisher")).passed
    refuse_a_store_that_loses_commits(TARGET, store.options("publisher"))
    with _forgetful_store() as endpoint:
        options = store.options("publisher") | {"aws_endpoint": endpoint}
        assert not probe(TARGET, options).passed
        with pytest.raises(StoreError, match="loses commits"):
            refuse_a_store_that_loses_commits(TARGET, options)


@contextmanager
def _forgetful_store() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _ForgetfulStore) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _ForgetfulStore(http.server.BaseHTTPRequestHandler):
    """An object store that does not know If-None-Match: a PUT writes over what is there."""

    objects: ClassVar[dict[str, bytes]] = {}

    def do_PUT(self) -> None:
        self.objects[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self._reply(200, b"")

    def do_GET(self) -> None:
        self._reply(200, self.objects[self.path])

    def do_DELETE(self) -> None:
        self._reply(204, b"")

    def do_POST(self) -> None:  # several deletions at once
        asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
        keys = re.findall("<Key>(.*?)</Key>", asked)
        gone = "".join(f"<Deleted><Key>{key}</Key></Deleted>" for key in keys)
        self._reply(200, f"<DeleteResult>{gone}</DeleteResult>".encode())

    def _reply(self, status: int, content: bytes) -> None:
        self.send_response(status)
        self.send_header("ETag", '"0"')
        self.send_header("Last-Modified", "Thu, 26 Nov 2026 12:00:00 GMT")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:
        """Tests say nothing."""
