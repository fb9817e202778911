"""Other programs in Settings as HTML: whether the door is open, who is connected, how each program is. Pure functions."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from ragdesk.front.web.templates import Template
from ragdesk.front.web.wording import t
from ragdesk.serve.callers import Caller

_programs = Template("settings/programs.html.j2")


def state(address: str) -> str:
    """Whether other programs can ask, and where."""
    return _programs("state", address)


def callers(seen: Sequence[Caller]) -> str:
    """The programs that came through an open door."""
    return _programs("callers", seen)


def how(address: str, home: Path) -> str:
    """How the programs that most people have are connected: (title, what to do, what to put there)."""
    start = [*command(), "mcp", "--home", str(home)]
    desktop = {"mcpServers": {"ragdesk": {"command": start[0], "args": start[1:]}}}
    code = {"servers": {"ragdesk": {"type": "stdio", "command": start[0], "args": start[1:]}}}
    ways = [
        (
            "Claude Desktop, LM Studio",
            t(
                "They start RAGDesk themselves and need neither the switch nor a key. Put this into the file of their settings "
                "for MCP (claude_desktop_config.json, mcp.json):"
            ),
            _written(desktop),
        ),
        ("VS Code", t("In the folder's .vscode/mcp.json; no switch and no key either:"), _written(code)),
        (
            "Open WebUI, LibreChat",
            t(
                "Switch on, then add a connection of the kind “OpenAI API” with this address and the key. Let another model make "
                "titles and tags: each would be a question to your documents."
            ),
            f"{address}/v1",
        ),
        (
            t("Programs that speak MCP over HTTP"),
            t("Switch on; the key goes along as “Authorization: Bearer KEY”."),
            f"{address}/mcp",
        ),
        (t("Scripts"), t("Switch on. {address} says what can be asked.", address=address), _script(address)),
    ]
    return _programs("how", ways)


def command() -> list[str]:
    """What starts RAGDesk on a command line, as it was started now."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    beside = shutil.which("ragdesk", path=str(Path(sys.executable).parent))
    return [beside] if beside else [sys.executable, "-m", "ragdesk"]


def _written(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _script(address: str) -> str:
    return (
        f'client = openai.OpenAI(base_url="{address}/v1", api_key="KEY")\n'
        'client.chat.completions.create(model="ragdesk", messages=[{"role": "user", "content": "…"}])'
    )
