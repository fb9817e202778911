"""How long a person waits for the first useful words: from the click on Ask to a passage or words of the answer in the thread, in
the browser, for each kind of question; and to the whole answer.

The app as it is, with its own models, over the project's examples; each question in a conversation of its own.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ragdesk_browser import end_browser, open_tab, serving, until, window

from benchmarks.measure import quantile
from benchmarks.using import wait_for_the_models
from ragdesk.app.app import App
from ragdesk.host.paths import open_home

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = 3.0
MS = 300_000
QUESTIONS: Mapping[str, Sequence[str]] = {
    "look-up": (
        "how long until I can open the autoclave",
        "when do I have to call in sick",
        "who may accompany visitors and how many",
    ),
    "cell": ("what may a dinner on a trip cost", "which badge do I need for production"),
    "yes or no": ("can I work from abroad", "may my son of 12 come into the clean room"),
    "list": ("what do drivers have to mind at a delivery", "which zones are there"),
    "steps": ("what do I do after the run", "how do visitors get in"),
    "comparison": (
        "is the limit for dinner higher than for breakfast",
        "what is the difference between the orange and the red badge",
    ),
    "sum": ("what do breakfast and dinner cost together",),
    "summary": ("sum up the meeting note", "what is the staff handbook about"),
    "library": ("which documents do I have",),
    "talk": ("hello", "what can you do"),
    "not there": ("what is the dress code on Fridays", "how much does the canteen charge for lunch"),
}
# Milliseconds from the click to the first words of an answer in the thread, and to the button's return.
_TIMED = """() => new Promise((done, failed) => {
  const started = performance.now();
  let first = null, asked = false;
  const shown = (id) => document.getElementById(id)?.checkVisibility() ?? false;
  const look = () => {
    const answers = document.querySelectorAll("#rd-thread .rd-answer, #rd-live .rd-answer");
    const words = [...answers].map((each) => each.innerText.trim()).join("");
    if (first === null && words) first = performance.now() - started;
    asked = asked || shown("rd-stop") || words !== "";
    if (first !== null && asked && shown("rd-ask") && !shown("rd-stop")) return done([first, performance.now() - started]);
    if (performance.now() - started > 280000) return failed(new Error("no answer came"));
    requestAnimationFrame(look);
  };
  document.getElementById("rd-ask").click();
  requestAnimationFrame(look);
})"""


def first_words(root: Path) -> None:
    """Print the seconds by kind: median and slowest of the first words, and the median of the whole answer."""
    app = App.open(open_home(root))
    every: list[float] = []
    try:
        list(app.intake.add([EXAMPLES]))
        with serving(app) as url, window() as (page, _):
            page.goto(url)
            page.wait_for_selector("#rd-question:visible", timeout=MS)
            wait_for_the_models(app)
            open_tab(page, "Chat")
            for kind, questions in QUESTIONS.items():
                times = [_timed(page, question) for question in questions]
                first = [each[0] / 1000 for each in times]
                whole = quantile([each[1] / 1000 for each in times], 0.5)
                every += first
                print(
                    f"first words {kind:10} p50 {quantile(first, 0.5):5.2f} s, slowest {max(first):5.2f} s, "
                    f"whole answer {whole:6.2f} s",
                    flush=True,
                )
    finally:
        app.close()
        end_browser()
    late = sum(each > SECONDS for each in every)
    print(
        f"first words slowest {max(every):.2f} s (at most {SECONDS}); {late} of {len(every)} are later",
        flush=True,
    )


def _timed(page: Any, question: str) -> list[float]:
    """Milliseconds to the first words, and to the whole answer, in a new conversation."""
    page.click("#rd-new")
    until(page, lambda: page.locator("#rd-thread .rd-question").count() == 0, MS / 1000)
    page.fill("#rd-question textarea", question)
    times: list[float] = page.evaluate(_TIMED)
    return times
