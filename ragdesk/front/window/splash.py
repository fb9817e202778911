"""A page that stands on the app's port while the app is loaded: nothing heavy, so that it is there at once.

The page asks once for `/ready`; the answer is held back until there is something to say: where the app is (the page then goes
there), or why it cannot be opened. Only who shows the token of the address is answered, and no other account of the
machine, which may have seen the token among the arguments of the browser.
"""

import contextlib
import hmac
import html
import json
import secrets
import select
import socket
import threading
from urllib.parse import parse_qs, urlsplit

from ragdesk.front.web.guard.peer import of_another_account
from ragdesk.front.window.listening import HOST

LOOK_SECONDS = 0.1
LONGEST_REQUEST = 16_384
# A page that was opened for it has read a problem by then; the browser's first start on a slow disk included.
FETCHED_SECONDS = 30.0

_STYLE = """
:root{color-scheme:light dark;--page:#f7f8f7;--ink:#1d2a27;--quiet:#51615d;--brand:#0b6b5d}
@media (prefers-color-scheme:dark){:root{--page:#141a18;--ink:#e6ecea;--quiet:#a6b4b0;--brand:#4fb8a5}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);
color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;padding:1.5rem;text-align:center}h1{font-size:1.5rem;font-weight:600;margin:1rem 0 .25rem}
p{margin:.5rem 0;color:var(--quiet)}p.problem{color:var(--ink)}
.bar{height:4px;width:12rem;max-width:100%;margin:1.5rem auto 0;border-radius:2px;overflow:hidden;
background:color-mix(in srgb,var(--brand) 25%,transparent)}
.bar i{display:block;height:100%;width:40%;border-radius:2px;background:var(--brand);animation:go 1.2s infinite ease-in-out}
@keyframes go{from{transform:translateX(-100%)}to{transform:translateX(250%)}}
@media (prefers-reduced-motion:reduce){.bar i{animation:none;width:100%}}
"""
_SCRIPT = """
fetch("/ready?token="+encodeURIComponent(new URLSearchParams(location.search).get("token"))).then(r=>r.json()).then(said=>{
if(said.url){location.replace(said.url);return}
document.querySelector(".bar").remove();
const lines=[[said.message,"problem"],[said.hint,""]];
document.querySelector("h1").textContent=said.title;
document.querySelector("#say").replaceChildren(...lines.map(([text,kind])=>{
const p=document.createElement("p");p.textContent=text;p.className=kind;return p}));
}).catch(()=>{document.querySelector(".bar").remove();
document.querySelector("#say").textContent="RAGDesk has ended. You can close this window."});
"""
_ICON = (
    '<svg width="72" height="72" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b6b5d"/>'
    '<path d="M9 7h10l5 5v13H9z" fill="#fff"/><path d="M12 15h9M12 21h6" stroke="#0b6b5d" stroke-width="2"/>'
    '<path d="M11 18h11" stroke="#f2c84b" stroke-width="3"/></svg>'
)


class Splash:
    """Answers on `listening` until the app takes the socket over.

    `address` is what a window is opened with. Call `hand_over` before the app accepts on the socket, then `lead_to` or
    `refuse` to end the wait of the pages.
    """

    def __init__(self, listening: socket.socket) -> None:
        listening.listen()
        self._listening = listening
        self._token = secrets.token_urlsafe(32)
        self._port = int(listening.getsockname()[1])
        self._stopped, self._said, self._fetched = threading.Event(), threading.Event(), threading.Event()
        self._message: dict[str, str] = {}
        self._thread = threading.Thread(target=self._accept, name="splash", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self._port}/?token={self._token}"

    def hand_over(self) -> None:
        """Accept nothing more; connections that come wait for the app."""
        self._stopped.set()
        self._thread.join()

    def lead_to(self, address: str) -> None:
        """Send the pages that wait to the app."""
        self._say({"url": address})

    def refuse(self, title: str, message: str, hint: str) -> None:
        """Show on the pages why there is no app; waits until one has been told, for `FETCHED_SECONDS` at most."""
        self._say({"title": title, "message": message, "hint": hint})
        self._fetched.wait(FETCHED_SECONDS)
        self.hand_over()

    def _say(self, message: dict[str, str]) -> None:
        self._message = message
        self._said.set()

    def _accept(self) -> None:
        while not self._stopped.is_set():
            if select.select([self._listening], [], [], LOOK_SECONDS)[0]:
                with contextlib.suppress(OSError):
                    connection, peer = self._listening.accept()
                    if of_another_account(peer, connection.getsockname()):
                        connection.close()
                        continue
                    threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError), connection:
            connection.setblocking(True)
            connection.settimeout(FETCHED_SECONDS)
            head = _head(connection)
            path, token, host = _asked(head)
            mine = hmac.compare_digest(token.encode(), self._token.encode())
            if host not in (f"{HOST}:{self._port}", f"localhost:{self._port}") or not mine:
                connection.sendall(_response("401 Unauthorized", "text/plain", b"This is RAGDesk."))
            elif path == "/ready":
                self._said.wait()
                body = json.dumps(self._message).encode()
                connection.sendall(_response("200 OK", "application/json", body))
                self._fetched.set()
            else:
                nonce = secrets.token_urlsafe(16)
                connection.sendall(
                    _response("200 OK", "text/html; charset=utf-8", _page(nonce), _policy(nonce))
                )


def _head(connection: socket.socket) -> str:
    """The request up to its empty line. Raises ValueError where there is none."""
    read = b""
    while b"\r\n\r\n" not in read:
        more = connection.recv(4_096)
        read += more
        if not more or len(read) > LONGEST_REQUEST:
            raise ValueError("not a request")
    return read.decode("latin-1")


def _asked(head: str) -> tuple[str, str, str]:
    """(path, token, host) of a GET; empty strings where they are missing."""
    first, *lines = head.split("\r\n")
    method, _, rest = first.partition(" ")
    parts = urlsplit(rest.partition(" ")[0])
    token = parse_qs(parts.query).get("token", [""])[0] if method == "GET" else ""
    hosts = [line.partition(":")[2].strip() for line in lines if line.lower().startswith("host:")]
    return parts.path, token, hosts[0] if len(hosts) == 1 else ""


def _policy(nonce: str) -> str:
    return (
        f"default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _page(nonce: str) -> bytes:
    nonce = html.escape(nonce, quote=True)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>RAGDesk</title>'
        '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">'
        f'<style nonce="{nonce}">{_STYLE}</style></head><body><main>{_ICON}<h1>RAGDesk</h1>'
        '<div id="say" role="status"><p>Getting ready…</p></div><div class="bar"><i></i></div></main>'
        f'<script nonce="{nonce}">{_SCRIPT}</script></body></html>'
    ).encode()


def _response(status: str, kind: str, body: bytes, policy: str = "default-src 'none'") -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nCache-Control: no-store\r\n"
        f"Content-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
