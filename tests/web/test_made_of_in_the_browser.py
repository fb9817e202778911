"""What RAGDesk is made of, in a real browser: the licences of others, and a model that Ollama keeps on this machine."""

import hashlib
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ragdesk_browser import Seen, open_tab, serving, until, window
from scripted import ScriptedModel

from ragdesk.app.app import App
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.engines.engines import Engines
from ragdesk.host.paths import open_home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(200),
    # uvicorn's and gradio's own, on these versions
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
MODEL = "ollama/tiny:1b"


class Model(ScriptedModel):
    """Is asked nothing here."""

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """Nothing to load."""


def pulled(models: Path) -> None:
    """As `ollama pull tiny:1b` leaves a model that has a head alone."""

    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    head = text("general.architecture") + struct.pack("<I", 8) + text("llama")
    content = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + head
    digest = hashlib.sha256(content).hexdigest()
    blob = models / "blobs" / f"sha256-{digest}"
    manifest = models / "manifests" / "registry.ollama.ai" / "library" / "tiny" / "1b"
    for path in (blob, manifest):
        path.parent.mkdir(parents=True)
    blob.write_bytes(content)
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}"}
    manifest.write_text(json.dumps({"layers": [layer]}), encoding="utf-8")


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: Path) -> Iterator[tuple[Any, Seen, App]]:
    """The Settings tab, its models drawn."""
    pulled(tmp_path / "ollama")
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "ollama"))
    monkeypatch.setattr(Engines, "llm", lambda self: Model(["Nothing."]))
    app = App.open(open_home(tmp_path / "home"))
    list(app.intake.add([examples / "handbook.md"]))
    with serving(app) as url, window() as (page, seen):
        page.goto(url)
        page.wait_for_selector("#rd-question:visible")  # the page has chosen its first tab
        open_tab(page, "Settings")
        page.wait_for_selector("#rd-models li")
        yield page, seen, app
    app.close()


def test_ollama_s_model_is_chosen_and_the_licences_are_read(shown: tuple[Any, Seen, App]) -> None:
    page, seen, app = shown
    row = page.locator("#rd-models li", has_text=MODEL)
    row.get_by_role("button", name="Use").click()
    until(page, lambda: app.settings.models.llm == MODEL)
    until(page, lambda: "in use" in row.inner_text())
    page.click('a.rd-section[href$=":help"]')
    page.wait_for_selector("#rd-in-help", state="visible")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="What RAGDesk is made of, and its licences").click()
    opened.value.wait_for_load_state()
    said = opened.value.inner_text("body")
    assert opened.value.url.endswith("/ragdesk/notices")
    assert "RAGDesk contains the following works of others" in said
    assert "gradio 6" in said
    assert seen.foreign() == []
