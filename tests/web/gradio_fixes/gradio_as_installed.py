"""Gradio without our patches, for the tests that show what it still does; and a page of it, asked without a browser."""

import asyncio
import importlib.util
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx

from ragdesk.front.web.gradio_fixes.mounted_startup import begin
from ragdesk.front.web.gradio_fixes.on_import import import_gradio


def package() -> Path:
    import_gradio()
    import gradio

    return Path(gradio.__file__).parent


def unpatched(name: str) -> ModuleType:
    """A module loaded once more from its file: its functions are as they were installed, whatever was put in their place."""
    import_gradio()
    installed = importlib.util.find_spec(name)
    assert installed is not None and installed.origin is not None
    spec = importlib.util.spec_from_file_location(name, installed.origin)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mounted(blocks: Any) -> Any:
    """The page as an ASGI app."""
    import_gradio()
    import fastapi
    import gradio as gr

    return gr.mount_gradio_app(fastapi.FastAPI(), blocks, path="/", ssr_mode=False, show_error=False)


@asynccontextmanager
async def client_of(app: Any) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://127.0.0.1:45679", timeout=30
    ) as client:
        yield client


async def messages_of_an_event(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    """Send the page's only event, and read its stream to its end."""
    body = {"data": [], "fn_index": 0, "session_hash": "one"}
    assert (await client.post("/gradio_api/queue/join", json=body)).status_code == 200
    reply = await client.get("/gradio_api/queue/data", params={"session_hash": "one"})
    return [
        json.loads(line.removeprefix("data: "))
        for line in reply.text.splitlines()
        if line.startswith("data: ")
    ]


def stream_of(event: Callable[[], object]) -> list[dict[str, Any]]:
    """What Gradio's page is told of an event that runs when it is loaded."""
    import_gradio()
    import gradio as gr

    with gr.Blocks() as blocks:
        blocks.load(event, None, gr.Textbox())

    async def ask() -> list[dict[str, Any]]:
        app = mounted(blocks)
        await begin(blocks)
        async with client_of(app) as client:
            return await messages_of_an_event(client)

    return asyncio.run(ask())
