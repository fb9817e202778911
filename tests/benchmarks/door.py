"""The door for other programs, with the real model: what it adds to the time of an answer, and how soon the model rests after a
client has hung up."""

import json
import socket
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import psutil
from serving import OpenDoor, serving

from benchmarks.measure import taking_turns
from ragdesk.app.app import App
from ragdesk.host.paths import open_home

EXAMPLES = Path(__file__).parents[2] / "examples"
# The model has something to write to these.
QUESTIONS = (
    "Why is the door of the autoclave not to be opened at once?",
    "Explain what a visitor has to do on arrival.",
    "In which way does the autoclave have to cool down, and why?",
    "What happens to a visitor without a badge?",
    "Why do visitors need a badge?",
    "Explain how the autoclave is loaded.",
)
LIMIT, SECONDS = 1.05, 1.0
# The model's process works where it takes more than this share of a core.
RESTS = 0.2
LOOK = 0.05


def door(scratch: Path) -> None:
    app = App.open(open_home(scratch / "door"))
    list(app.intake.add([EXAMPLES]))
    try:
        list(app.answers.ask_once(QUESTIONS[0], with_memory=False))  # the model is loaded
        with serving(app) as opened:
            _hanging_up(opened)
            _answering(app, opened)
    finally:
        app.close()


def _answering(app: App, opened: OpenDoor) -> None:
    """What counts is the median of the ratios: each question is asked through the door and of the app itself, in turn."""
    works: dict[str, Callable[[str], object]] = {
        "door": lambda question: _told(opened, question),
        "app": lambda question: list(app.answers.ask_once(question, with_memory=False)),
    }
    times = taking_turns(works, QUESTIONS)
    ratios = [told / asked for told, asked in zip(times["door"], times["app"], strict=True)]
    print(
        f"door, the answer: median of {len(ratios)} ratios {statistics.median(ratios):.3f} (at most {LIMIT})",
        flush=True,
    )


def _told(opened: OpenDoor, question: str) -> None:
    url = f"{opened.address}/v1/chat/completions"
    httpx.post(url, headers=opened.headers, json=_body(question), timeout=300).raise_for_status()


def _body(question: str) -> dict[str, object]:
    return {"messages": [{"role": "user", "content": question}]}


def _hanging_up(opened: OpenDoor) -> None:
    """From the closed line to the last moment at which the model's process took a core."""
    [model] = (
        each for each in psutil.Process().children(recursive=True) if "llm_server" in " ".join(each.cmdline())
    )
    host, port = opened.address.removeprefix("http://").split(":")
    rested = []
    for question in QUESTIONS:
        body = json.dumps(_body(question)).encode()
        head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: {host}:{port}\r\nauthorization: Bearer {opened.key}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        with socket.create_connection((host, int(port))) as line:
            line.sendall(head.encode() + body)
            if not _comes_about(lambda: _share(model) > RESTS):
                continue  # the model is not needed for this one
            time.sleep(0.3)
        closed = time.perf_counter()
        assert _comes_about(lambda: _share(model) <= RESTS and _share(model) <= RESTS)
        rested.append(time.perf_counter() - closed - 2 * LOOK)
        time.sleep(1)
    shown = ", ".join(f"{seconds:.2f}" for seconds in sorted(rested))
    print(f"door, hung up: the model rests after {shown} s (at most {SECONDS})", flush=True)


def _share(process: psutil.Process) -> float:
    """Of one core, over a short look."""
    return float(process.cpu_percent(interval=LOOK)) / 100


def _comes_about(holds: Callable[[], bool], seconds: float = 8) -> bool:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if holds():
            return True
    return False
