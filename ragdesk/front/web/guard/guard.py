"""The door of the app: an ASGI layer that decides, before Gradio sees a request, whether it may pass.

Gradio checks neither Host nor Origin for uploads, and serves routes that fetch foreign addresses. So the guard
lets through only what the page itself needs: right host, right origin, a cookie that was given for
a single-use launch token, and a route on the list. It adds the policy that keeps the page from
fetching anything from elsewhere. It knows nothing of documents, and nothing of what the routes do.

The steps, in order: Host (421) → Origin, Sec-Fetch-Site (403) → another account of the machine (403) → path (400) → launch
token (303) → cookie (401) → route (404) → size (411, 413) → the app, with the headers of `policy.py` on what it answers.
"""

import hmac
import secrets
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ragdesk.front.web.guard.arriving import MODEL, UPLOAD
from ragdesk.front.web.guard.checks import Headers, Refused, direct, outsider, too_large
from ragdesk.front.web.guard.policy import headers_for, refusal, with_nonce
from ragdesk.front.web.guard.whole_page import WholePage
from ragdesk.front.web.wording import t

# What Gradio 6.31's page asks for, found by recording a whole session; everything else is refused, so that encoded,
# upper-case or doubled-slash spellings of dangerous routes (file=, proxy=, info, runs, api, call…) need no list.
READABLE = frozenset(
    {
        "/",
        "/config",
        "/favicon.ico",
        "/gradio_api/queue/data",
        "/gradio_api/startup-events",
        "/gradio_api/upload_progress",
        "/manifest.json",
        "/theme.css",
    }
)
READABLE_BELOW = ("/assets/", "/gradio_api/heartbeat/", "/ragdesk/", "/static/")
WRITABLE = frozenset({"/gradio_api/cancel", "/gradio_api/queue/join", "/gradio_api/reset", UPLOAD, MODEL})
# The largest models that ordinary machines run have some 50 GB; what the disk has no room for is refused where it is written.
LARGEST_MODEL = 128 * 1024**3
# What the page posts besides files is a few fields; the largest is a memory file in its editor.
SMALL_BODY = 8 * 1024 * 1024


@dataclass(slots=True)
class Keys:
    """The launch tokens that are still good (each opens one window) and the cookie value that they buy."""

    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    _tokens: set[str] = field(default_factory=set)

    def mint(self) -> str:
        """A new launch token."""
        token = secrets.token_urlsafe(32)
        self._tokens.add(token)
        return token

    def redeem(self, token: str) -> bool:
        """Whether the token was good; it is not good a second time."""
        match = next(
            (known for known in self._tokens if hmac.compare_digest(known.encode(), token.encode())), None
        )
        if match is None:
            return False
        self._tokens.discard(match)
        return True

    def opens(self, cookie: str) -> bool:
        return hmac.compare_digest(self.cookie.encode(), cookie.encode())


class Guard:
    """Wraps the app that listens on 127.0.0.1:`port`; uploads may have at most `max_upload` bytes a request."""

    def __init__(self, app: ASGIApp, *, port: int, keys: Keys, max_upload: int) -> None:
        self._app = app
        self._port = port
        self._cookie_name = f"ragdesk_{port}"
        self._keys = keys
        self._max_upload = max_upload

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        elif scope["type"] == "http":
            await self._guard(scope, receive, send)

    async def _guard(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope["headers"])
        refused = outsider(scope, headers, self._port)
        if refused:
            await refusal(send, *refused)
            return
        if scope["path"] == "/" and scope["method"] == "GET" and self._token_is_good(scope):
            await self._let_in(send)
            return
        if not self._keys.opens(headers.cookie(self._cookie_name)):
            await refusal(
                send,
                401,
                t("This window is not connected to RAGDesk. Start RAGDesk again to get a new window."),
            )
            return
        refused = self._no_route(scope) or self._too_large(scope, headers)
        if refused:
            await refusal(send, *refused)
            return
        await self._pass_on(scope, receive, send)

    def _token_is_good(self, scope: Scope) -> bool:
        tokens = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        return len(tokens) == 1 and self._keys.redeem(tokens[0])

    async def _let_in(self, send: Send) -> None:
        cookie = f"{self._cookie_name}={self._keys.cookie}; Path=/; HttpOnly; SameSite=Strict"
        await refusal(send, 303, "", extra={"location": "/", "set-cookie": cookie})

    def _no_route(self, scope: Scope) -> Refused | None:
        path, method = scope["path"], scope["method"]
        if method in {"GET", "HEAD"} and (path in READABLE or path.startswith(READABLE_BELOW)):
            return None
        if method == "POST" and path in WRITABLE:
            return None
        return 404, t("There is nothing here.")

    def _too_large(self, scope: Scope, headers: Headers) -> Refused | None:
        if scope["method"] != "POST":
            return None
        return too_large(
            headers, {UPLOAD: self._max_upload, MODEL: LARGEST_MODEL}.get(scope["path"], SMALL_BODY)
        )

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = direct(scope)
        if scope["path"] == "/":
            page = WholePage(send, with_nonce)
            await self._app(scope, receive, page.send)
            return

        async def with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": headers_for(scope["path"], message["headers"])}
            await send(message)

        await self._app(scope, receive, with_policy)
