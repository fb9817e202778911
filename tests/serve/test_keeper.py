"""The door while the app is open: closed until a person switches it on, closed again when they switch it off, and nothing of
it is imported before."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from serving import pump_app

from ragdesk.app.app import App
from ragdesk.domain.errors import UsageError
from ragdesk.domain.ports import Embedder
from ragdesk.front.web.tabs.settings import render_programs
from ragdesk.serve.callers import Caller
from ragdesk.serve.keeper import DoorKeeper, try_to_follow
from ragdesk.serve.key import key_of

SWITCH, PORT = ("serve", "enabled"), ("serve", "port")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def app(tmp_path: Path, embedder: Embedder) -> Iterator[App]:
    with pump_app(tmp_path, embedder) as opened:
        yield opened


def answers(app: App, port: int) -> bool:
    try:
        reply = httpx.get(
            f"http://127.0.0.1:{port}/v1/models", headers={"authorization": f"Bearer {key_of(app.home)}"}
        )
    except httpx.ConnectError:
        return False
    return reply.status_code == 200


def test_the_switch_opens_and_closes_the_door(app: App) -> None:
    keeper, port, other = DoorKeeper(app), free_port(), free_port()
    keeper.follow()
    assert keeper.address == "" and not app.home.doors.exists(), "off by default"
    app.change_now({SWITCH: "on", PORT: port})
    keeper.follow()
    keeper.follow()
    assert keeper.address == f"http://127.0.0.1:{port}" and answers(app, port)
    app.change_now({PORT: other})
    keeper.follow()
    assert answers(app, other) and not answers(app, port)
    app.change_now({SWITCH: "off"})
    keeper.follow()
    assert keeper.address == "" and not answers(app, other)
    app.change_now({SWITCH: "on"})
    keeper.follow()
    assert answers(app, other)
    keeper.stop()
    assert not answers(app, other)


def test_a_port_that_is_taken_is_told_and_the_door_stays_closed(app: App) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        app.change_now({SWITCH: "on", PORT: int(taken.getsockname()[1])})
        keeper = DoorKeeper(app)
        with pytest.raises(UsageError, match="cannot be used"):
            keeper.follow()
        assert keeper.address == ""
    assert try_to_follow(keeper) is None and keeper.address
    keeper.stop()


def test_erasing_everything_closes_it(app: App) -> None:
    port = free_port()
    app.change_now({SWITCH: "on", PORT: port})
    keeper = DoorKeeper(app)
    keeper.follow()
    app.privacy.erase()
    keeper.follow()
    assert keeper.address == "" and not (app.home.doors / "key").exists()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/")


def test_it_is_this_computer_s_own_address_alone(app: App) -> None:
    import psutil

    port = free_port()
    app.change_now({SWITCH: "on", PORT: port})
    keeper = DoorKeeper(app)
    keeper.follow()
    listening = [
        each.laddr for each in psutil.Process().net_connections("inet") if each.status == psutil.CONN_LISTEN
    ]
    keeper.stop()
    assert port in {place.port for place in listening}
    assert {place.ip for place in listening} == {"127.0.0.1"}


def test_nothing_of_it_is_imported_and_nothing_listens_until_it_is_asked_for(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from ragdesk.app.app import App\n"
        "from ragdesk.front.web.app import build\n"
        "from ragdesk.front.web.guard.guard import Keys\n"
        "from ragdesk.host.paths import open_home\n"
        "from ragdesk.serve.keeper import DoorKeeper\n"
        "from pathlib import Path\n"
        "app = App.open(open_home(Path(sys.argv[1])))\n"
        "build(app, 1, Keys())\n"
        "DoorKeeper(app).follow()\n"
        "print([n for n in sys.modules if n.split('.')[0] in ('mcp', 'mcp_types', 'openai', 'jsonschema')"
        " or n in ('ragdesk.serve.door', 'ragdesk.serve.openai', 'ragdesk.serve.mcp', 'ragdesk.serve.turns')])\n"
        "import psutil\n"
        "print(psutil.Process().net_connections('inet'))\n"
        "app.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "home")],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.stdout.splitlines() == ["[]", "[]"], done.stdout + done.stderr


def test_what_settings_shows_is_escaped_and_names_the_ways(tmp_path: Path) -> None:
    caller = Caller("<img src=x>", "mcp", "2026-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00", 3)
    assert "<img" not in render_programs.callers([caller]) and "MCP" in render_programs.callers([caller])
    assert "No program" in render_programs.callers([])
    how = render_programs.how("http://127.0.0.1:8437", tmp_path / "<b>home")
    assert "mcpServers" in how and "/v1" in how and "<b>home" not in how
    assert "127.0.0.1:8437" in render_programs.state("http://127.0.0.1:8437")
