"""What every door of the app looks at before anything else: the host that is named, the site that asks, whose program it is, the
path, the size. The page's guard and the door for other programs both stand on it; neither a cookie nor a token is known here.
"""

import re
from collections.abc import Iterable, Mapping

from starlette.types import Scope

from ragdesk.front.web.guard.peer import of_another_account
from ragdesk.front.web.wording import t

# Ours have up to 90 characters. What is longer than a file's name may be is an error in Gradio's routes instead of an answer.
LONGEST_PATH = 250
# No path of ours needs an escape; a dot may only stand inside a name.
_PLAIN_PATH = re.compile(r"/(?:[A-Za-z0-9_~@=-][A-Za-z0-9_.~@=-]*(?:/|$))*")
# Not passed on. What a proxy would add: there is none, and Gradio writes the host that it finds there into the page. And the
# browser's offer to take compressed replies: they go from one process of this machine to another, and the page is changed.
_LEFT_OUT = (
    b"accept-encoding",
    b"x-forwarded-",
    b"forwarded",
    b"x-real-ip",
    b"x-original-",
    b"x-rewrite-",
    b"x-direct-url",
)
# The status and the sentence of a request that may not pass.
Refused = tuple[int, str]


class Headers:
    """Request headers where a repeated one counts as wrong instead of being picked from."""

    def __init__(self, raw: Iterable[tuple[bytes, bytes]]) -> None:
        self._values: Mapping[str, list[str]] = {}
        collected: dict[str, list[str]] = {}
        for name, value in raw:
            collected.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        self._values = collected

    def has(self, name: str) -> bool:
        return name in self._values

    def only(self, name: str, absent: str = "") -> str:
        """The header's value, `absent` where there is none, and "" where there are several."""
        values = self._values.get(name, [])
        return absent if not values else values[0].strip() if len(values) == 1 else ""

    def cookie(self, name: str) -> str:
        """The cookie's value; "" where it is missing or given twice."""
        pairs = (
            part.strip().partition("=") for line in self._values.get("cookie", []) for part in line.split(";")
        )
        values = [value for key, _, value in pairs if key == name]
        return values[0] if len(values) == 1 else ""


def outsider(scope: Scope, headers: Headers, port: int) -> Refused | None:
    """Why a request to 127.0.0.1:`port` is refused whatever it brings along; None where it may be looked at."""
    return _stranger(headers, port) or _another_account(scope) or _odd_path(scope)


def too_large(headers: Headers, limit: int) -> Refused | None:
    """Why a request with a body is refused: it does not say its length, or has more than `limit` bytes."""
    length = headers.only("content-length")
    if not length.isascii() or not length.isdigit() or headers.has("transfer-encoding"):
        return 411, t("A request must say how long it is.")
    return (413, t("That is more than RAGDesk takes at once.")) if int(length) > limit else None


def direct(scope: Scope) -> Scope:
    """The request without what only a proxy would have added."""
    return {
        **scope,
        "headers": [pair for pair in scope["headers"] if not pair[0].lower().startswith(_LEFT_OUT)],
    }


def _stranger(headers: Headers, port: int) -> Refused | None:
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
    if headers.only("host") not in hosts:
        return 421, t("RAGDesk answers on this computer's own address only.")
    if headers.only("origin", absent="same") not in {"same", *(f"http://{host}" for host in hosts)}:
        return 403, t("Another site may not talk to RAGDesk.")
    if headers.only("sec-fetch-site", absent="none") not in {"none", "same-origin"}:
        return 403, t("Another site may not talk to RAGDesk.")
    return None


def _another_account(scope: Scope) -> Refused | None:
    if of_another_account(scope.get("client"), scope.get("server")):
        return 403, t("RAGDesk belongs to another user of this computer.")
    return None


def _odd_path(scope: Scope) -> Refused | None:
    """Refuse escapes, dot names, doubled slashes and endless names before anything compares or decodes paths."""
    raw = scope.get("raw_path") or scope["path"].encode()
    plain = len(raw) <= LONGEST_PATH and _PLAIN_PATH.fullmatch(scope["path"])
    if raw != scope["path"].encode() or not plain:
        return 400, t("That address is not well formed.")
    return None
