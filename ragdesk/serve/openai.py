"""The HTTP API: OpenAI's models and chat, and beside them search and documents. It knows nothing of who may ask: the door
does."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from ragdesk import __version__
from ragdesk.app.app import App
from ragdesk.domain.errors import RagdeskError, UnknownIdError
from ragdesk.front.contract import Json
from ragdesk.serve import chat, looking
from ragdesk.serve.callers import Callers
from ragdesk.serve.door import MCP, MOST_BYTES, problem
from ragdesk.serve.mcp import held, mcp_server
from ragdesk.serve.page import page
from ragdesk.serve.replies import explained, failed
from ragdesk.serve.shapes import (
    MOST_CHARS,
    MOST_HITS,
    ChatRequest,
    ChatShape,
    DocumentsShape,
    FoundShape,
    ModelShape,
    ModelsShape,
    SearchRequest,
    TextShape,
)
from ragdesk.serve.turns import AskedFromOutside, Turns

# The whole library, as a program chooses what to ask; one collection of it is `ragdesk/NAME`.
LIBRARY = "ragdesk"
# Programs that speak MCP over HTTP at once.
MOST_SESSIONS = 50


def behind(app: App, turns: Turns, callers: Callers, *, api: bool = True) -> FastAPI:
    """What stands behind the door, and how it fails. Nothing of FastAPI's own pages, which fetch scripts from elsewhere."""
    server = mcp_server(held(app, turns), callers)
    over_http = server.streamable_http_app(
        streamable_http_path=MCP, max_request_body_size=MOST_BYTES, max_sessions=MOST_SESSIONS
    )

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        async with server.session_manager.run():
            yield

    made = FastAPI(
        lifespan=life,
        title="RAGDesk",
        version=__version__,
        description="Ask the documents of this computer, with checked citations. Each request carries "
        "`Authorization: Bearer KEY`; `ragdesk serve --show-token` shows the key.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        redirect_slashes=False,
    )
    if api:
        made.include_router(_asking(app, turns))
        made.include_router(_looking(app))
        made.add_route("/", lambda _: HTMLResponse(page(made.openapi())), include_in_schema=False)
    _say_what_fails(made)
    made.mount("/", over_http)
    return made


def _asking(app: App, turns: Turns) -> APIRouter:
    routes = APIRouter()

    @routes.get("/v1/models", response_model=ModelsShape, summary="What can be asked")
    def models() -> Json:
        """The whole library, and each of its collections."""
        return {"data": [_model(name) for name in _names(app)]}

    @routes.get("/v1/models/{name:path}", response_model=ModelShape, summary="One of them")
    def model(name: str) -> Json:
        """Whether a library or collection can be asked."""
        _collection(app, name)
        return _model(name)

    @routes.post("/v1/chat/completions", response_model=ChatShape, summary="Ask")
    async def completions(request: ChatRequest) -> Response:
        """A checked answer to the last message. The messages before it are the conversation; nothing of it is kept. With
        `stream`, comments keep the line open until the answer is checked; then it comes at once."""
        question, history = chat.conversation(request.messages)
        turns.refuse_when_full()
        scope = looking.scope_of(_collection(app, request.model))
        return chat.ChatReply(request, lambda: turns.ask(AskedFromOutside(question, history, scope)))

    return routes


def _looking(app: App) -> APIRouter:
    routes = APIRouter()

    @routes.post("/v1/search", response_model=FoundShape, summary="Search")
    def search(request: SearchRequest) -> Json:
        """The best passages, without the language model."""
        scope = looking.scope_of(request.collection, request.documents)
        return looking.search(app, request.query, request.limit, request.mode, scope)

    @routes.get("/v1/documents", response_model=DocumentsShape, summary="The documents")
    def documents(
        collection: str = "",
        offset: Annotated[int, Query(ge=0)] = 0,
        limit: Annotated[int, Query(ge=1, le=MOST_HITS)] = MOST_HITS,
    ) -> Json:
        """The documents of the library, the newest first."""
        return looking.documents(app, looking.scope_of(collection), offset, limit)

    @routes.get("/v1/documents/{document_id}", response_model=TextShape, summary="A document's text")
    def document(
        document_id: str,
        start: Annotated[int, Query(ge=0)] = 0,
        length: Annotated[int, Query(ge=1, le=MOST_CHARS)] = MOST_CHARS,
    ) -> Json:
        """The text in which citations count, from a character on."""
        return looking.text(app, document_id, start, length)

    return routes


def _names(app: App) -> list[str]:
    return [LIBRARY, *(f"{LIBRARY}/{one.name}" for one in app.library.collections.all())]


def _model(name: str) -> Json:
    return {"id": name, "created": int(time.time())}


def _collection(app: App, model: str) -> str:
    """The collection that a model stands for, "" for the whole library. Raises UnknownIdError."""
    if model not in _names(app):
        raise UnknownIdError("There is no model “{name}”.", "GET /v1/models lists them.", name=model)
    return model.removeprefix(LIBRARY).removeprefix("/")


def _say_what_fails(made: FastAPI) -> None:
    @made.exception_handler(RagdeskError)
    async def known(_: Request, error: RagdeskError) -> Response:
        return failed(error)

    @made.exception_handler(RequestValidationError)
    async def not_valid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return JSONResponse(problem(400, f"{where}: {first['msg']}".lstrip(": ")), status_code=400)

    @made.exception_handler(HTTPException)
    async def no_such_route(_: Request, error: HTTPException) -> Response:
        return JSONResponse(problem(error.status_code, str(error.detail)), status_code=error.status_code)

    @made.exception_handler(Exception)
    async def unexpected(_: Request, error: Exception) -> Response:
        status, sentence, code = explained(error)
        return JSONResponse(problem(status, sentence, code), status_code=status)
