"""The page as an ASGI app: builds the tabs and mounts Gradio behind the guard. The window serves and opens it.

Gradio is imported here, on demand: `ragdesk --help` must not wait for it.
"""

import asyncio
import contextlib
import logging
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from ragdesk.front.web import wording
from ragdesk.front.web.events import connect
from ragdesk.front.web.first_page import ROWS, first_page
from ragdesk.front.web.gradio_fixes import old_pydantic
from ragdesk.front.web.gradio_fixes.closed_streams import held_open
from ragdesk.front.web.gradio_fixes.forgotten_windows import keep_few_windows
from ragdesk.front.web.gradio_fixes.on_import import import_gradio
from ragdesk.front.web.gradio_fixes.one_app import enter_app, left_to_the_mount
from ragdesk.front.web.gradio_fixes.unexplained_errors import watch_over
from ragdesk.front.web.guard.arriving import ArrivingFiles
from ragdesk.front.web.guard.guard import Guard, Keys
from ragdesk.front.web.guard.pages import Pages, ServedPage
from ragdesk.front.web.parts import Updates, markdown, shown_tab
from ragdesk.front.web.problems import Catcher, explain
from ragdesk.front.web.replies import offered_files
from ragdesk.front.web.static_files import head, static_route
from ragdesk.front.web.tabs.chat.tab import ChatTab
from ragdesk.front.web.tabs.chat.talks_panel import Listing
from ragdesk.front.web.tabs.citations.tab import CitationsTab
from ragdesk.front.web.tabs.citations.viewer_routes import viewer_routes
from ragdesk.front.web.tabs.library.document_routes import document_routes
from ragdesk.front.web.tabs.library.tab import LibraryTab
from ragdesk.front.web.tabs.memory.tab import MemoryTab
from ragdesk.front.web.tabs.settings import render_settings
from ragdesk.front.web.tabs.settings.model_routes import model_routes
from ragdesk.front.web.tabs.settings.settings_routes import settings_routes
from ragdesk.front.web.tabs.settings.tab import SettingsTab
from ragdesk.front.web.theme import theme
from ragdesk.front.web.wording import t
from ragdesk.front.web.work import Crew
from ragdesk.serve.keeper import DoorKeeper

if TYPE_CHECKING:
    import gradio as gr
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp

    from ragdesk.app.app import App

HOST = "127.0.0.1"
# One drop may hold this many files of the largest size allowed.
FILES_AT_ONCE = 20
# Who opens no window, or a slow one, waits no longer than this for the models.
CALM_SECONDS = 5.0


def build(app: "App", port: int, keys: Keys) -> "ASGIApp":
    """The whole app as ASGI, guarded for 127.0.0.1:`port`. Uploads lie in the home's private folder until taken in."""
    uploads = _private_folder(app.home.temporary)
    from starlette.applications import Starlette
    from starlette.routing import Mount

    import_gradio(uploads)
    wording.use(app.settings.ui.language)
    crew, catcher, keeper = Crew(), Catcher(), DoorKeeper(app)
    limit = app.settings.ingest.max_file_mb * 1024 * 1024

    def make() -> ServedPage:
        made = page(app, crew, keeper)
        return ServedPage(made, held_open(_mounted(made, port, limit), made))

    def first() -> str:
        return first_page(app.library.documents.all(most=ROWS))

    pages = Pages(make, lambda: app.settings.ui.theme, first)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        logging.getLogger("ragdesk").addHandler(catcher)
        tasks = [
            asyncio.create_task(one) for one in (_begin(app, keeper, pages.filled), arriving.keep_swept())
        ]
        try:
            await pages.start()
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.to_thread(keeper.stop)
            crew.stop_all()
            logging.getLogger("ragdesk").removeHandler(catcher)
            shutil.rmtree(uploads, ignore_errors=True)

    asgi = Starlette(
        routes=[*_routes(app, uploads), Mount("/", pages)],
        lifespan=life,
    )
    arriving = ArrivingFiles(asgi, uploads)
    return Guard(arriving, port=port, keys=keys, max_upload=FILES_AT_ONCE * limit)


def _routes(app: "App", uploads: Path) -> list["BaseRoute"]:
    """Our own routes, before Gradio's. Each looks into the app at each request: its parts are exchanged when settings change."""
    return [
        *document_routes(app),
        *viewer_routes(app),
        *settings_routes(app),
        *model_routes(app, uploads),
        offered_files("/ragdesk/handover", lambda token: app.handovers.fetch(token)),
        offered_files("/ragdesk/export", lambda token: app.exports.fetch(token)),
        offered_files("/ragdesk/table", lambda token: app.table_files.fetch(token)),
        static_route(),
    ]


async def _begin(app: "App", keeper: DoorKeeper, filled: asyncio.Event) -> None:
    """Start what loads LanceDB and the models when it no longer slows the first page down, then what lets other programs ask."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(filled.wait(), CALM_SECONDS)
    try:
        app.start()
        await asyncio.to_thread(keeper.follow)
    except Exception as problem:  # noqa: BLE001 - nobody waits for this task: it stands in the log and among the errors in Settings
        explain(problem)


def _mounted(made: "gr.Blocks", port: int, limit: int) -> "ASGIApp":
    """Gradio's own app, with everything off that would keep, show or send what is not the person's wish. `limit` in bytes."""
    import fastapi
    import gradio as gr

    with old_pydantic.absent():
        mounted: ASGIApp = gr.mount_gradio_app(
            fastapi.FastAPI(docs_url=None, redoc_url=None, openapi_url=None),
            made,
            path="/",
            server_name=HOST,
            server_port=port,
            theme=theme(),
            head=head(),
            footer_links=[],
            run_history=False,
            enable_monitoring=False,
            max_file_size=limit,
            show_error=False,
            ssr_mode=False,
            pwa=False,
            mcp_server=False,
            allowed_paths=[],
        )
    enter_app(made, mounted)
    return mounted


def _private_folder(temporary: Path) -> Path:
    """An empty folder for this process's uploads. Those that killed runs left behind go; another window's stays."""
    for left in [*temporary.glob("uploads-*"), *temporary.glob("shared-*")]:
        number = left.name.partition("-")[2]
        if not number.isdecimal():
            continue  # a person's
        if not psutil.pid_exists(int(number)):
            shutil.rmtree(left, ignore_errors=True)
    folder = temporary / f"uploads-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return folder


def page(app: "App", crew: Crew, keeper: DoorKeeper) -> "gr.Blocks":
    """The page with its four tabs and the settings; every window that loads it gets states of its own."""
    import gradio as gr

    library, chat, citations = LibraryTab(app), ChatTab(app, crew), CitationsTab(app)
    memory, settings = MemoryTab(app), SettingsTab(app, keeper)
    blocks: gr.Blocks
    with (
        left_to_the_mount(),
        gr.Blocks(title="RAGDesk", analytics_enabled=False, fill_width=True, delete_cache=None) as blocks,
    ):
        markdown("rd-header", render_settings.header())
        for page_tab in (library, chat, citations, memory, settings):
            page_tab.unseen()
        start = gr.Textbox(visible="hidden", elem_id="rd-start", label="start")
        shown = shown_tab()
        with gr.Tabs(selected="library", elem_id="rd-tabs"):
            with gr.Tab(t("Library"), id="library", elem_id="rd-library-tab") as library_tab:
                library.layout()
            with gr.Tab(t("Chat"), id="chat", elem_id="rd-chat-tab") as chat_tab:
                chat.layout()
            with gr.Tab(t("Citations"), id="citations", elem_id="rd-citations-tab") as citations_tab:
                citations.layout()
            with gr.Tab(t("Memory"), id="memory", elem_id="rd-memory-tab") as memory_tab:
                memory.layout()
            with gr.Tab(t("Settings"), id="settings", elem_id="rd-settings-tab") as settings_tab:
                settings.layout()
        library.wire(shown, library_tab)
        chat.wire(shown)
        citations.wire(shown, citations_tab, chat.states.conversation)
        memory.wire(memory_tab)
        settings.wire(shown, settings_tab)
        conversation, listing = chat.states.conversation, chat.talks.listing
        connect(
            chat_tab.select,
            chat.refreshed,
            chat.fresh,
            conversation=conversation,
            listing=listing,
            documents=chat.controls.documents,
        )
        _fill_when_loaded(app, blocks, library, chat, start)
    keep_few_windows(blocks)
    watch_over(blocks, explain)
    return blocks


def _fill_when_loaded(
    app: "App", blocks: "gr.Blocks", library: LibraryTab, chat: ChatTab, start: "gr.Textbox"
) -> None:
    """A new window shows what there is. Who has documents wants to ask; who has none wants to add some: the page opens that
    tab, unless the person has opened one meanwhile."""

    def load(listing: Listing) -> Updates:
        first = "chat" if app.library.documents.ids() else "library"
        return {**library.loaded(), **chat.refreshed("", listing), start: first}

    filled = [*library.loaded_parts, *chat.fresh, start]
    connect(blocks.load, load, filled, listing=chat.talks.listing)
