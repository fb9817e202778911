"""Who may talk to the app: every rule of the guard, over the real Gradio app of a real desk, without a browser."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from guarded import HOST, PORT, Door

from ragdesk.app.app import App
from ragdesk.host.paths import open_home

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    app = App.open(open_home(tmp_path_factory.mktemp("home")))
    yield Door(app)
    app.close()


def test_a_launch_token_opens_one_window_once(door: Door) -> None:
    token = door.keys.mint()
    first = door.ask("GET", f"/?token={token}", cookie=False)
    assert first.status_code == 303 and first.headers["location"] == "/"
    assert "HttpOnly" in first.headers["set-cookie"] and "SameSite=Strict" in first.headers["set-cookie"]
    assert f"ragdesk_{PORT}=" in first.headers["set-cookie"]
    assert door.ask("GET", f"/?token={token}", cookie=False).status_code == 401
    assert door.ask("GET", "/?token=guess", cookie=False).status_code == 401


@pytest.mark.parametrize(
    "path", ["/", "/config", "/assets/x.js", "/ragdesk/page/0123456789abcdef/1", "/gradio_api/queue/data"]
)
def test_without_the_cookie_nothing_is_read(door: Door, path: str) -> None:
    assert door.ask("GET", path, cookie=False).status_code == 401
    assert door.ask("GET", path, headers={"cookie": f"ragdesk_{PORT}=wrong"}).status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:45678", "127.0.0.1", "127.0.0.1:1", "[::1]:45678", ""]
)
def test_another_host_name_is_misdirected(door: Door, host: str) -> None:
    assert door.ask("GET", "/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=str,
)
def test_another_site_is_refused_even_with_the_cookie(door: Door, headers: dict[str, str]) -> None:
    assert door.ask("GET", "/", headers=headers).status_code == 403
    assert door.ask("POST", "/gradio_api/upload", headers=headers, content=b"x").status_code == 403
    assert door.ask("POST", "/gradio_api/queue/join", headers=headers, content=b"{}").status_code == 403


@pytest.mark.parametrize(
    "path",
    [
        "/gradio_api/file=http://example.com/",
        "/gradio_api/file=/etc/passwd",
        "/file=/etc/passwd",
        "/gradio_api/proxy=http://example.com/",
        "/gradio_api/info",
        "/openapi.json",
        "/docs",
        "/gradio_api/runs",
        "/gradio_api/run/predict",
        "/gradio_api/call/predict",
        "/api/predict",
        "/monitoring",
        "/gradio_api/vibe-code/",
        "/GRADIO_API/info",
        "//gradio_api/info",
        "/gradio_api//info",
        "/gradio_api/%69nfo",
        "/gradio_api/../gradio_api/info",
        "/assets/%2e%2e/config",
        "/ragdesk/original/..%2f..%2fetc%2fpasswd",
        "/ragdesk/original/0123456789abcdef",
        "/ragdesk/view/..%2f..%2flibrary.db",
        "/ragdesk/view/0123456789abcdef",
        "/ragdesk/view/0123456789abcdeg",
        "/ragdesk/view/0123456789abcdef/-1/5",
        "/ragdesk/static/app.py",
        "/ragdesk/page/0123456789abcdeg/1",
        "/ragdesk/page/0123456789abcdef/-1",
        "/login",
    ],
)
def test_routes_that_the_page_does_not_need_are_not_there(door: Door, path: str) -> None:
    assert door.ask("GET", path).status_code in (400, 404)
    assert door.ask("POST", path, content=b"{}").status_code in (400, 404, 405)


def test_requests_must_say_how_long_they_are_and_stay_small(door: Door) -> None:
    huge = str(9 * 1024 * 1024)
    assert door.ask("POST", "/gradio_api/queue/join", headers={"content-length": huge}).status_code == 413

    async def stream() -> httpx.Response:
        async def pieces():  # type: ignore[no-untyped-def]
            yield b"x"

        transport = httpx.ASGITransport(app=door.app, client=None)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            cookie = {"cookie": f"ragdesk_{PORT}={door.keys.cookie}", "host": HOST}
            return await client.post("/gradio_api/upload", headers=cookie, content=pieces())

    assert asyncio.run(stream()).status_code == 411


def test_the_page_carries_a_policy_without_any_foreign_source(door: Door) -> None:
    first, second = door.ask("GET", "/"), door.ask("GET", "/")
    assert first.status_code == 200
    policy = first.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "http" not in policy and "unsafe-eval" not in policy
    assert policy != second.headers["content-security-policy"], "the nonce is new for each load"
    nonce = policy.split("'nonce-")[1].split("'")[0]
    assert first.text.count("<script") == first.text.count(f"<script nonce={nonce}") > 0
    for name, value in {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}.items():
        assert first.headers[name] == value
    assert not any(name.startswith("access-control") for name in first.headers)


def test_websockets_are_closed(door: Door) -> None:
    sent: list[dict[str, object]] = []

    async def talk() -> None:
        async def receive() -> dict[str, object]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        await door.app({"type": "websocket", "path": "/", "headers": []}, receive, send)  # type: ignore[arg-type]

    asyncio.run(talk())
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_an_original_is_sent_as_an_attachment_whatever_is_in_it(tmp_path: Path) -> None:
    app = App.open(open_home(tmp_path / "home"))
    page = tmp_path / 'a "b" ü\n.html'
    page.write_text("<h1>Title</h1><p>Some words here.</p><script>alert(1)</script>", encoding="utf-8")
    [added] = app.intake.add([page])
    reply = Door(app).ask("GET", f"/ragdesk/original/{added.document_id}")
    app.close()
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "application/octet-stream"
    assert reply.headers["content-disposition"].startswith("attachment; filename*=UTF-8''")
    assert "\n" not in reply.headers["content-disposition"]


def test_a_text_is_shown_as_text_and_nothing_in_it_may_run(tmp_path: Path) -> None:
    app = App.open(open_home(tmp_path / "home"))
    note = tmp_path / "note.md"
    note.write_text("# A <b>title</b>\n\n<script>alert(1)</script> <img src=//evil.example> Some words.\n")
    [added] = app.intake.add([note])
    door = Door(app)
    whole = door.ask("GET", f"/ragdesk/view/{added.document_id}")
    quoted = door.ask("GET", f"/ragdesk/view/{added.document_id}/2/9")
    beyond = door.ask("GET", f"/ragdesk/view/{added.document_id}/{10**30}/{10**40}")
    unknown = door.ask("GET", f"/ragdesk/view/{added.document_id}", cookie=False)
    app.close()
    assert whole.status_code == 200 and whole.headers["content-type"].startswith("text/html")
    assert "<script" not in whole.text and "<img" not in whole.text and "alert(1)" not in whole.text
    assert "default-src 'none'" in whole.headers["content-security-policy"]
    assert "script-src" not in whole.headers["content-security-policy"]
    assert '<mark id="rd-quote">' in quoted.text and "<mark" not in whole.text
    assert beyond.status_code == 200 and "Some words." in beyond.text
    assert unknown.status_code == 401


def test_an_original_outside_of_the_archive_is_not_sent(tmp_path: Path) -> None:
    app = App.open(open_home(tmp_path / "home"))
    note, secret = tmp_path / "note.md", tmp_path / "secret.txt"
    note.write_text("# Note\n\nSome words.\n")
    secret.write_text("not for anyone")
    [added] = app.intake.add([note])
    assert added.document_id is not None
    kept = app.library.original(added.document_id)
    kept.unlink()
    kept.symlink_to(secret)
    reply = Door(app).ask("GET", f"/ragdesk/original/{added.document_id}")
    app.close()
    assert reply.status_code in (404, 500) and "not for anyone" not in reply.text
