"""The page that stands on the port while the app is loaded."""

import http.client
import json
import socket
import threading
from urllib.parse import urlsplit

import pytest

from ragdesk.front.window.listening import listen
from ragdesk.front.window.splash import Splash

pytestmark = pytest.mark.break_it("splash")


@pytest.fixture
def splash():  # type: ignore[no-untyped-def]
    with listen(0) as listening:
        made = Splash(listening)
        yield made
        made.lead_to("")
        made.hand_over()


def get(
    splash: Splash, path: str = "/", token: str | None = None, host: str = ""
) -> tuple[int, str, dict[str, str]]:
    parts = urlsplit(splash.address)
    assert parts.port is not None
    connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=10)
    query = parts.query if token is None else f"token={token}"
    connection.request("GET", f"{path}?{query}", headers={"Host": host or parts.netloc})
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), {name.lower(): value for name, value in answer.getheaders()}


def test_it_is_shown_at_once_under_a_strict_policy(splash: Splash) -> None:
    status, page, headers = get(splash)
    assert status == 200 and "<h1>RAGDesk</h1>" in page
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert "http" not in page.replace('http-equiv="', "")


@pytest.mark.parametrize("asked", [{"token": "guess"}, {"token": ""}, {"host": "evil.example"}])
def test_only_who_has_the_address_is_answered(splash: Splash, asked: dict[str, str]) -> None:
    splash.lead_to("http://127.0.0.1:1/?token=secret")
    for path in ("/", "/ready"):
        status, body, _ = get(splash, path, **asked)
        assert status == 401 and "secret" not in body


def test_the_page_is_led_to_the_app_when_it_is_there(splash: Splash) -> None:
    told: list[dict[str, str]] = []
    waiting = threading.Thread(target=lambda: told.append(json.loads(get(splash, "/ready")[1])))
    waiting.start()
    waiting.join(0.3)
    assert told == []
    splash.lead_to("http://127.0.0.1:1/?token=app")
    waiting.join(5)
    assert told == [{"url": "http://127.0.0.1:1/?token=app"}]


def test_a_problem_is_told_before_the_port_is_closed(splash: Splash) -> None:
    told: list[dict[str, str]] = []
    waiting = threading.Thread(target=lambda: told.append(json.loads(get(splash, "/ready")[1])))
    waiting.start()
    splash.refuse("RAGDesk could not be opened", "The disk is full.", "Make room.")
    waiting.join(5)
    title = "RAGDesk could not be opened"
    assert told == [{"title": title, "message": "The disk is full.", "hint": "Make room."}]


def test_what_comes_after_the_hand_over_waits_for_the_app() -> None:
    with listen(0) as listening:
        splash = Splash(listening)
        splash.hand_over()
        with socket.create_connection(listening.getsockname(), timeout=5) as late:
            late.sendall(b"GET / HTTP/1.1\r\n\r\n")
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.recv(3) == b"GET"


@pytest.mark.parametrize("sent", [b"", b"\x00" * 20_000, b"nonsense\r\n\r\n"])
def test_nonsense_does_not_end_it(splash: Splash, sent: bytes) -> None:
    port = urlsplit(splash.address).port
    with socket.create_connection(("127.0.0.1", port), timeout=5) as stranger:
        stranger.sendall(sent)
    assert get(splash)[0] == 200
