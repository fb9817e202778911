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
from given_engines import engines_with
from serving import OpenDoor, serving

from benchmarks.measure import Times, taking_turns
from ragdesk.answering.prompting import prompt
from ragdesk.app.app import App
from ragdesk.engines.llm import LocalModel
from ragdesk.engines.models import Models
from ragdesk.host.paths import open_home
from ragdesk.host.settings import Settings

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
    home, settings = open_home(scratch / "door"), Settings().models
    model = LocalModel(
        Models(home).llm_path(""), settings.threads, settings.context_tokens, scratch / "llm.log"
    )
    app = App.open(home, engines_with(model))
    list(app.intake.add([EXAMPLES]))
    try:
        list(app.answers.ask_once(QUESTIONS[0], with_memory=False))  # the model is loaded
        with serving(app) as opened:
            _hanging_up(opened)
            _answering(app, opened, model)
    finally:
        app.close()
        model.close()


def _answering(app: App, opened: OpenDoor, model: LocalModel) -> None:
    """What counts is the median of the ratios: each question is asked through the door and of the app itself, in turn. Whoever
    asks second would find the whole prompt read: before each question the model is led back to what every prompt begins with.
    The program keeps its client, as programs do: making one takes 30 ms of a processor."""
    with httpx.Client(headers=opened.headers, timeout=300) as client:
        works: dict[str, Callable[[str], object]] = {
            "door": lambda question: _told(client, opened, question),
            "app": lambda question: list(app.answers.ask_once(question, with_memory=False)),
        }
        busy: Times = {name: [] for name in works}

        def counted(name: str) -> Callable[[str], object]:
            def work(question: str) -> None:
                before = _processor_seconds()
                works[name](question)
                busy[name].append(_processor_seconds() - before)

            return work

        led_back = lambda: model.warm(prompt.warmup())  # noqa: E731
        times = taking_turns({name: counted(name) for name in works}, QUESTIONS, before=led_back)
    for what, values in (("seconds", times), ("processor seconds", busy)):
        ratios = [told / asked for told, asked in zip(values["door"], values["app"], strict=True)]
        middle = statistics.median(ratios)
        print(
            f"door, the answer, {what}: median of {len(ratios)} ratios {middle:.3f} (at most {LIMIT})",
            flush=True,
        )


def _processor_seconds() -> float:
    """Of this process and its children: it hardly depends on what else the machine does."""
    own = psutil.Process()
    spent = [process.cpu_times() for process in (own, *own.children(recursive=True))]
    return float(sum(each.user + each.system for each in spent))


def _told(client: httpx.Client, opened: OpenDoor, question: str) -> None:
    client.post(f"{opened.address}/v1/chat/completions", json=_body(question)).raise_for_status()


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
