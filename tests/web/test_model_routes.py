"""Models that are dropped on the page: what the app makes of their files. Over a real desk, without a browser."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from tiny_gguf import gguf

from ragdesk.app.app import App
from ragdesk.front.web.problems import PROBLEMS
from ragdesk.front.web.tabs.settings import model_routes
from ragdesk.host.paths import open_home

DROP = "0123456789abcdef" * 2


class Page:
    """What `static/models.js` does."""

    def __init__(self, app: App, client: TestClient, uploads: Path) -> None:
        self.app, self.uploads, self._client = app, uploads, client

    def drop(self, **files: bytes) -> dict[str, Any]:
        """The last answer."""
        said: dict[str, Any] = {}
        for index, (name, content) in enumerate(files.items(), 1):
            said = self.send(name, content, last=index == len(files)).json()
        return said

    def send(self, name: str, content: bytes, last: bool = True, drop: str = DROP) -> Any:
        asked = {"drop": drop, "name": name} | ({"last": "1"} if last else {})
        return self._client.post("/ragdesk/model", params=asked, content=content)

    def models(self) -> set[str]:
        folder = self.app.home.models
        return {
            path.name for path in folder.iterdir() if not path.name.startswith(".") and path.suffix != ".lock"
        }


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    app = App.open(open_home(tmp_path / "home"))
    uploads = tmp_path / "uploads"
    uploads.mkdir()
    with TestClient(Starlette(routes=model_routes.model_routes(app, uploads))) as client:
        yield Page(app, client, uploads)
    app.close()
    PROBLEMS.clear()


def test_a_gguf_file_is_among_the_models_and_nothing_is_left_of_its_way(page: Page) -> None:
    content = gguf(padding=3 * model_routes.BLOCK)
    said = page.drop(**{"My model (1).gguf": content})
    assert said == {
        "said": "The model My-model-1 is added. Choose it in Settings, under Models.",
        "good": True,
    }
    assert (page.app.home.models / "My-model-1.gguf").read_bytes() == content
    assert any(one.name == "My-model-1" and one.role == "llm" for one in page.app.engines.models())
    assert list(page.uploads.iterdir()) == []


def test_a_folder_arrives_file_by_file_and_its_pickles_stay_behind(page: Page) -> None:
    config = json.dumps({"architectures": ["BertModel"]}).encode()
    said = page.drop(
        **{
            "bge/config.json": config,
            "bge/modules.json": b"[]",
            "bge/1_Pooling/config.json": b"{}",
            "bge/pytorch_model.bin": b"\x80\x04.",
            "bge/model.safetensors": b"weights",
        }
    )
    assert said["good"], said
    added = page.app.home.models / "bge"
    assert {path.relative_to(added).as_posix() for path in added.rglob("*") if path.is_file()} == {
        "config.json",
        "modules.json",
        "1_Pooling/config.json",
        "model.safetensors",
    }
    assert list(page.uploads.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("text.gguf", b"no model at all", "is not a GGUF file"),
        ("bert.gguf", gguf("bert"), "no chat model"),
        ("cut.gguf", gguf()[:40], "cut"),
        ("weights.bin", b"\x80\x04.", "can run code"),
    ],
)
def test_what_is_no_model_is_refused_with_a_sentence(page: Page, name: str, content: bytes, why: str) -> None:
    before = page.models()
    reply = page.send(name, content)
    assert reply.status_code == 422 and not reply.json()["good"] and why in reply.json()["said"]
    assert page.models() == before and list(page.uploads.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["../../evil.gguf", "/etc/evil.gguf", "..\\..\\evil.gguf", "a/../../evil.gguf", "C:\\evil.gguf"]
)
def test_a_name_leads_nowhere_else(page: Page, tmp_path: Path, name: str) -> None:
    page.send(name, gguf())
    beside = set(tmp_path.rglob("*evil*"))
    assert all(path.is_relative_to(page.app.home.models) for path in beside), beside
    assert not Path("/etc/evil.gguf").exists()


@pytest.mark.parametrize("drop", ["", "..", "x" * 32, DROP + "0", "../" + DROP])
def test_a_drop_that_the_page_does_not_make_is_nothing(page: Page, drop: str) -> None:
    assert page.send("a.gguf", gguf(), drop=drop).status_code == 404
    assert list(page.uploads.iterdir()) == []


def test_a_window_that_is_closed_on_the_way_leaves_nothing(page: Page) -> None:
    (route,) = model_routes.model_routes(page.app, page.uploads)
    messages = iter([
        {"type": "http.request", "body": b"GGUF", "more_body": True},
        {"type": "http.disconnect"},
    ])  # fmt: skip
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/ragdesk/model",
        "headers": [(b"content-length", b"9")],
        "query_string": f"drop={DROP}&name=a.gguf".encode(),
    }

    async def receive() -> Any:
        return next(messages)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(route.handle(scope, receive, send))  # type: ignore[arg-type]
    assert sent[0]["status"] == 400 and list(page.uploads.iterdir()) == []


def test_a_disk_without_room_is_said(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_routes, "room", lambda folder: -1)
    reply = page.send("a.gguf", gguf())
    assert reply.status_code == 422 and "Make room on the disk" in reply.json()["said"]
    assert list(page.uploads.iterdir()) == []
