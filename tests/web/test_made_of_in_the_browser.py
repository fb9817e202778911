"""What RAGDesk is made of, in a real browser: the licences of others, and a model that Ollama keeps on this machine."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe
import pytest
from ragdesk_browser import Seen, keep, open_tab, serving, until, window
from scripted import ScriptedModel
from tiny_gguf import gguf

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
MODEL, NAME = "ollama/tiny:1b", "tiny:1b"


class Model(ScriptedModel):
    """Is asked nothing here."""

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        """Nothing to load."""


def pulled(models: Path) -> None:
    """As `ollama pull tiny:1b` leaves a model: its weights, template, licence and settings by their hashes."""
    layers = []
    for kind, content in (
        ("model", gguf(padding=4_096)),
        ("template", b"{{ .Prompt }}"),
        ("license", b"Apache License, Version 2.0"),
        ("params", b'{"stop": ["<|im_end|>"]}'),
    ):
        digest = hashlib.sha256(content).hexdigest()
        blob = models / "blobs" / f"sha256-{digest}"
        blob.parent.mkdir(parents=True, exist_ok=True)
        blob.write_bytes(content)
        name = f"application/vnd.ollama.image.{kind}"
        layers.append({"mediaType": name, "digest": f"sha256:{digest}", "size": len(content)})
    manifest = models / "manifests" / "registry.ollama.ai" / "library" / "tiny" / "1b"
    manifest.parent.mkdir(parents=True)
    written = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
        "layers": layers,
    }
    manifest.write_text(json.dumps(written), encoding="utf-8")


def downloaded(folder: Path) -> None:
    """As LM Studio keeps a model that was fetched with it, with a part of another one that is in several files."""
    models = folder / ".lmstudio" / "models" / "lmstudio-community" / "Small-3B-Instruct-GGUF"
    models.mkdir(parents=True)
    (models / "Small-3B-Instruct-Q4_K_M.gguf").write_bytes(gguf("qwen2", 8_192))
    (models / "Large-70B-Q4_K_M-00001-of-00004.gguf").write_bytes(gguf("llama", 8_192))


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: Path) -> Iterator[tuple[Any, Seen, App]]:
    """The Settings tab, its models drawn."""
    pulled(tmp_path / "ollama")
    monkeypatch.setenv("OLLAMA_MODELS", str(tmp_path / "ollama"))
    downloaded(tmp_path / "person")
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
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


def test_what_ollama_and_lm_studio_have_is_offered_and_chosen(shown: tuple[Any, Seen, App]) -> None:
    page, seen, app = shown
    keep(page, "models-of-others")
    assert axe.violations(page) == []
    assert page.locator("#rd-models li", has_text="Large 70B").count() == 0, "a part is no model"
    here = page.locator("#rd-models ul").first.locator("li").all_inner_texts()
    assert [each.split("\n")[0] for each in here[1:3]] == ["Small 3B", "Tiny 1B"], (
        "those of this computer come first"
    )
    assert "found in LM Studio" in page.locator("#rd-models li", has_text="Small 3B").inner_text()
    row = page.locator("#rd-models li", has_text=NAME)
    assert "found in Ollama" in row.inner_text()
    row.get_by_role("button", name="Use").click()
    until(page, lambda: app.settings.models.llm == MODEL)
    until(page, lambda: "in use" in row.inner_text())
    keep(page, "model-of-ollama-in-use")
    assert seen.foreign() == []


def test_the_licences_are_read(shown: tuple[Any, Seen, App]) -> None:
    page, seen, _ = shown
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
