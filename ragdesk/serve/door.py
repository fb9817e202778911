"""The door: an ASGI layer that decides whether a program of this computer may pass, before anything else sees its request.

It stands on what the page's guard looks at, too; in the place of the page's cookie there is the home's key. It adds no header
that would let a website in (no CORS), and refuses in JSON, as programs expect it.

The steps, in order: Host (421) → Origin, Sec-Fetch-Site (403) → another account of the machine (403) → path (400) → key (401) →
route (404) → size (411, 413) → the app.
"""

import hmac
import json
from collections.abc import Callable, Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ragdesk.front.web.guard.checks import Headers, Refused, direct, outsider, too_large
from ragdesk.front.web.guard.policy import headers_for
from ragdesk.front.web.wording import t
from ragdesk.serve.callers import Callers

# What a request may weigh: a conversation, without pictures.
MOST_BYTES = 4 * 1024 * 1024
MCP = "/mcp"
# What says nothing of anybody's documents: how to ask. A browser can show no key.
_OPEN = frozenset({"/", "/openapi.json"})
_API: Mapping[str, tuple[str, ...]] = {
    "GET": ("/v1/models", "/v1/documents"),
    "POST": ("/v1/chat/completions", "/v1/search"),
}
_NAMES = {400: "bad_request", 401: "invalid_api_key", 403: "forbidden", 404: "not_found", 421: "wrong_host"}


class Door:
    """Wraps the app that listens on 127.0.0.1:`port`. `key` gives the key that opens it now, "" for none. `api` false: behind it
    is MCP alone."""

    def __init__(
        self, app: ASGIApp, *, port: int, key: Callable[[], str], callers: Callers, api: bool = True
    ) -> None:
        self._app = app
        self._port = port
        self._key = key
        self._callers = callers
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http":
            await self._decide(scope, receive, send)

    async def _decide(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope["headers"])
        refused = outsider(scope, headers, self._port)
        if refused is None and not self._is_open(scope):
            refused = self._keyless(headers) or self._no_route(scope)
        if refused is None and scope["method"] == "POST":
            refused = too_large(headers, MOST_BYTES)
        if refused is not None:
            await refuse(send, *refused)
            return
        if scope["path"].startswith("/v1/"):
            self._callers.note(headers.only("user-agent"), "http")
        await self._app(direct(scope), receive, _with_policy(scope["path"], send))

    def _is_open(self, scope: Scope) -> bool:
        return self._api and scope["method"] in ("GET", "HEAD") and scope["path"] in _OPEN

    def _keyless(self, headers: Headers) -> Refused | None:
        scheme, _, shown = headers.only("authorization").partition(" ")
        key = self._key()
        if key and scheme.lower() == "bearer" and hmac.compare_digest(key.encode(), shown.strip().encode()):
            return None
        return 401, t("This needs RAGDesk's key. `ragdesk serve --show-token` shows it.")

    def _no_route(self, scope: Scope) -> Refused | None:
        path, method = scope["path"], scope["method"]
        if path == MCP and method in ("GET", "POST", "DELETE"):
            return None
        routes = _API.get("GET" if method == "HEAD" else method, ()) if self._api else ()
        below = method in ("GET", "HEAD") and any(path.startswith(f"{route}/") for route in routes)
        return None if path in routes or below else (404, t("There is nothing here."))


def _with_policy(path: str, send: Send) -> Send:
    async def with_policy(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": headers_for(path, message["headers"])}
        await send(message)

    return with_policy


async def refuse(send: Send, status: int, sentence: str) -> None:
    """Answer with a status and one sentence, in the shape of OpenAI's errors."""
    body = json.dumps(problem(status, sentence)).encode()
    plain = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers = headers_for("", plain)
    headers += [(b"www-authenticate", b"Bearer")] if status == 401 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def problem(status: int, sentence: str, code: str = "") -> dict[str, object]:
    """An error as OpenAI's clients read it."""
    kind = (
        "authentication_error"
        if status == 401
        else "invalid_request_error"
        if status < 500
        else "server_error"
    )
    told = {"message": sentence, "type": kind, "param": None, "code": code or _NAMES.get(status, "refused")}
    return {"error": told}
