"""Who may come through the door for other programs: every rule on every route, in process."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import pump_app
from starlette.types import ASGIApp

from ragdesk.app.app import App
from ragdesk.domain.ports import Embedder
from ragdesk.front.web.guard import checks
from ragdesk.serve.callers import Callers, connected
from ragdesk.serve.door import MOST_BYTES
from ragdesk.serve.key import key_of, new_key
from ragdesk.serve.run import door_of

PORT = 45_679
HOST = f"127.0.0.1:{PORT}"
OPEN = [("GET", "/"), ("GET", "/openapi.json")]
KEYED = [
    ("GET", "/v1/models"),
    ("GET", "/v1/models/ragdesk"),
    ("POST", "/v1/chat/completions"),
    ("POST", "/v1/search"),
    ("GET", "/v1/documents"),
    ("GET", "/v1/documents/0123456789abcdef"),
    ("GET", "/mcp"),
    ("POST", "/mcp"),
    ("DELETE", "/mcp"),
]
EVERY = [*OPEN, *KEYED]


class Asked:
    """The door in process, with a key at hand."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.callers = Callers(app.home)
        self.key = key_of(app.home)
        self.door: ASGIApp = door_of(app, PORT, self.callers)

    def ask(self, method: str, path: str, *, key: bool = True, **more: Any) -> httpx.Response:
        headers = [("host", HOST)] if "host" not in dict(more.get("headers", ())) else []
        headers += list(more.pop("headers", ()))
        if key:
            headers.append(("authorization", f"Bearer {self.key}"))
        encoded = [(name.encode(), value.encode()) for name, value in headers]
        if method == "POST" and "content" not in more:
            more["content"] = b"{}"

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.door, raise_app_exceptions=False, client=None)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await client.request(method, path, headers=encoded, **more)

        return asyncio.run(send())


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory, embedder: Embedder) -> Iterator[Asked]:
    with pump_app(tmp_path_factory.mktemp("door"), embedder) as app:
        yield Asked(app)


def test_the_list_of_routes_is_the_whole_one(asked: Asked) -> None:
    """A route that is added has to be put to the attacks below."""
    described = asked.ask("GET", "/openapi.json", key=False).json()["paths"]
    there = {
        (method.upper(), path.replace("{name}", "ragdesk").replace("{document_id}", "0123456789abcdef"))
        for path, methods in described.items()
        for method in methods
    }
    assert there == {pair for pair in KEYED if pair[1] != "/mcp"}


@pytest.mark.parametrize(("method", "path"), EVERY)
@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", f"[::1]:{PORT}", ""]
)
def test_another_host_name_is_misdirected(asked: Asked, method: str, path: str, host: str) -> None:
    assert asked.ask(method, path, headers=[("host", host)]).status_code == 421


@pytest.mark.parametrize(("method", "path"), EVERY)
@pytest.mark.parametrize(
    "header",
    [
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("origin", f"https://{HOST}"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ],
    ids=str,
)
def test_another_site_is_refused_even_with_the_key(
    asked: Asked, method: str, path: str, header: tuple[str, str]
) -> None:
    reply = asked.ask(method, path, headers=[header])
    assert reply.status_code == 403
    assert not any(name.startswith("access-control") for name in reply.headers)


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_another_account_of_the_machine_is_refused(
    asked: Asked, method: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "of_another_account", lambda peer, here: True)
    assert asked.ask(method, path).status_code == 403


@pytest.mark.parametrize(("method", "path"), KEYED)
def test_without_the_key_nothing_is_told(asked: Asked, method: str, path: str) -> None:
    key = asked.key
    wrong: list[list[tuple[str, str]]] = [
        [],
        [("authorization", "Bearer")],
        [("authorization", "Bearer ")],
        [("authorization", f"Bearer {key[:-1]}")],
        [("authorization", f"Bearer {key}x")],
        [("authorization", f"Basic {key}")],
        [("authorization", key)],
        [("authorization", f"Bearer {key}"), ("authorization", "Bearer other")],
        [("authorization", f"Bearer {key}, Bearer {key}")],
        [("cookie", f"key={key}")],
        [("x-api-key", key)],
        [("authorization", "Bearer ü")],
    ]
    for headers in wrong:
        reply = asked.ask(method, path, key=False, headers=headers)
        assert reply.status_code == 401 and reply.headers["www-authenticate"] == "Bearer", headers
        assert "pump" not in reply.text and key not in reply.text
    assert asked.ask(method, f"{path}?key={key}&token={key}", key=False).status_code == 401


def test_a_scheme_may_be_written_in_any_case(asked: Asked) -> None:
    reply = asked.ask("GET", "/v1/models", key=False, headers=[("Authorization", f"bearer {asked.key}")])
    assert reply.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "//v1/models",
        "/v1//models",
        "/v1/%6dodels",
        "/v1/models/%2e%2e",
        "/v1/documents/..%2f..%2flibrary.db",
        "/V1/models",
        "/v1/models.json",
        "/docs",
        "/redoc",
        "/v1",
        "/v1/",
        "/mcp/",
        "/mcp/x",
        "/v1/embeddings",
        "/v1/responses",
        "/gradio_api/queue/data",
        "/ragdesk/state",
        "/" + "a" * 300,
    ],
)
def test_there_is_nothing_else(asked: Asked, path: str) -> None:
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        assert asked.ask(method, path).status_code in (400, 404), method


@pytest.mark.parametrize(("method", "path"), EVERY)
def test_no_route_takes_another_method(asked: Asked, method: str, path: str) -> None:
    for other in ("PUT", "PATCH", "OPTIONS", "TRACE"):
        assert asked.ask(other, path).status_code == 404


@pytest.mark.parametrize("path", [path for method, path in KEYED if method == "POST"])
def test_a_request_says_how_long_it_is_and_stays_small(asked: Asked, path: str) -> None:
    async def pieces():  # type: ignore[no-untyped-def]
        yield b"x"

    assert asked.ask("POST", path, headers=[("content-length", str(MOST_BYTES + 1))]).status_code == 413
    assert asked.ask("POST", path, content=pieces()).status_code == 411


@pytest.mark.parametrize(
    ("method", "path"), [*OPEN, ("GET", "/v1/models"), ("POST", "/v1/search"), ("GET", "/nothing")]
)
def test_every_reply_forbids_what_a_browser_could_do_with_it(asked: Asked, method: str, path: str) -> None:
    reply = asked.ask(method, path)
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src" not in policy and "http" not in policy
    assert (
        reply.headers["x-content-type-options"] == "nosniff" and reply.headers["cache-control"] == "no-store"
    )
    assert not any(name.startswith("access-control") for name in reply.headers)


def test_the_page_needs_nothing_from_elsewhere_and_says_nothing_of_the_library(asked: Asked) -> None:
    told = asked.ask("GET", "/", key=False).text
    assert "<script" not in told and "src=" not in told and "http" not in told.replace("http-", "")
    assert "/v1/chat/completions" in told and asked.key not in told
    assert "pump" not in told and "machines" not in told
    described = asked.ask("GET", "/openapi.json", key=False).text
    assert asked.key not in described and "machines" not in described


def test_websockets_are_closed(asked: Asked) -> None:
    sent: list[dict[str, object]] = []

    async def talk() -> None:
        async def receive() -> dict[str, object]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        await asked.door({"type": "websocket", "path": "/mcp", "headers": []}, receive, send)  # type: ignore[arg-type]

    asyncio.run(talk())
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_another_key_closes_out_who_had_the_old_one_and_no_key_everybody(
    tmp_path: Path, embedder: Embedder
) -> None:
    with pump_app(tmp_path, embedder) as app:
        asked = Asked(app)
        assert asked.ask("GET", "/v1/models").status_code == 200
        renewed = new_key(app.home)
        assert asked.ask("GET", "/v1/models").status_code == 401
        asked.key = renewed
        assert asked.ask("GET", "/v1/models").status_code == 200
        app.privacy.erase()
        assert not (app.home.doors / "key").exists(), "it goes with everything else"
        assert asked.ask("GET", "/v1/models").status_code == 401
        assert (
            asked.ask("GET", "/v1/models", key=False, headers=[("authorization", "Bearer ")]).status_code
            == 401
        )


def test_a_damaged_key_opens_nothing(tmp_path: Path, embedder: Embedder) -> None:
    with pump_app(tmp_path, embedder) as app:
        asked = Asked(app)
        for damaged in ("", "\n", "ragdesk-", "short", "ü" * 51):
            (app.home.doors / "key").write_text(damaged, encoding="utf-8")
            asked.key = damaged.strip()
            reply = asked.ask(
                "GET", "/v1/models", key=False, headers=[("authorization", f"Bearer {asked.key}")]
            )
            assert reply.status_code == 401
        assert len(key_of(app.home)) == 51, "the next start makes another"


def test_the_key_is_its_owner_s_alone(tmp_path: Path, embedder: Embedder) -> None:
    with pump_app(tmp_path, embedder) as app:
        assert not app.home.doors.exists(), "nothing is there until a person asks"
        key_of(app.home)
        assert (app.home.doors / "key").stat().st_mode & 0o777 == 0o600
        assert app.home.doors.stat().st_mode & 0o777 == 0o700


def test_only_who_came_through_counts_as_connected(tmp_path: Path, embedder: Embedder) -> None:
    with pump_app(tmp_path, embedder) as app:
        asked = Asked(app)
        asked.ask("GET", "/v1/models", key=False, headers=[("user-agent", "Thief/1")])
        assert connected(app.home) == []
        asked.ask("GET", "/v1/models", headers=[("user-agent", "Notes/2.1 \u202e<b>" + "x" * 200)])
        asked.ask("GET", "/v1/models", headers=[("user-agent", "Notes/2.1 \u202e<b>" + "x" * 200)])
        [caller] = connected(app.home)
        assert caller.program.startswith("Notes/2.1") and len(caller.program) == 60 and caller.way == "http"
        assert "\u202e" not in caller.program
        for number in range(100):
            asked.ask("GET", "/v1/models", headers=[("user-agent", f"Many/{number}")])
        assert len(connected(app.home)) <= 50
        asked.callers.close()
        assert connected(app.home) == []


def test_who_was_connected_to_a_process_that_was_killed_is_so_no_more(
    tmp_path: Path, embedder: Embedder
) -> None:
    with pump_app(tmp_path, embedder) as app:
        Callers(app.home).note("Notes", "mcp")
        [file] = app.home.doors.glob("*.json")
        began = file.read_text().partition('"began": ')[2].partition(",")[0]
        file.write_text(file.read_text().replace(began, "1.0"))
        assert connected(app.home) == [] and not file.exists()
        file.write_text("{")
        assert connected(app.home) == []
