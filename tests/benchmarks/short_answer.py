"""How soon a short answer is there in a large library, where no language model is asked. Against the least that it needs: to
encode the question, to search both indexes, and to read twenty pairs with the cross-encoder.

The made library's text answers nothing, so the project's own examples lie in it, too, and are what is asked about.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from given_engines import engines_with

from benchmarks.measure import quantile, report, taking_turns
from benchmarks.searching import bare_search, index_of
from ragdesk.app.app import App
from ragdesk.domain.answers import Answer, QuickAnswer, Token
from ragdesk.domain.errors import ModelError
from ragdesk.domain.ports import Embedder
from ragdesk.host.paths import open_home

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS, LIMIT = 0.5, 1.2
PAIRS, ROUNDS = 20, 4
# By its name it is known how sure the cross-encoder has to be beside it.
MODEL = "qwen2.5-coder-1.5b-instruct-q4_k_m"
QUESTIONS = (
    "How long must the autoclave cool down before the door is opened?",
    "How many days of annual leave do full-time staff have?",
    "How many days a week may be worked from home?",
    "How much is paid for a private car per kilometre?",
    "By when must days that were carried over be taken?",
    "How many training days are there a year?",
    "After how many years is the laptop replaced?",
    "Until what date must carried over leave be taken?",
    "When is a doctor's note needed?",
    "How often is the first-aid course renewed?",
    "What is the limit for dinner on travel days?",
    "How long before it begins is parental leave announced?",
    "Within how many days are receipts handed in?",
    "What is the weekly working time?",
)


def short_answer(root: Path, embedder: Embedder) -> None:
    """Ask each question several times. Those of which the cross-encoder is not sure go to the language model, and are named, not
    measured."""
    app = App.open(open_home(root), engines_with(_Unasked()))
    list(app.intake.add([EXAMPLES]))
    reranker = app.engines.reranker_or_none()
    assert reranker is not None
    search, passages = bare_search(index_of(root), embedder), _passages(app)

    def bare(question: str) -> None:
        search(question)
        reranker.scores(question, passages)

    def asked(question: str) -> None:
        _first(app, question)

    sure = [question for question in QUESTIONS if _first(app, question)]
    print(f"short      {len(sure)} of {len(QUESTIONS)} questions have one without the language model")
    times = taking_turns({"ours": asked, "bare": bare}, sure * ROUNDS)
    app.close()
    report("short answer", times["ours"], times["bare"], LIMIT)
    print(f"short answer p95 {quantile(times['ours'], 0.95):.3f} s (at most {SECONDS})", flush=True)


class _Unasked:
    """In the place of the language model: whoever asks it anything has no short answer without it."""

    name, writer = MODEL, ""

    def stream(self, *_: object) -> Iterator[str]:
        raise ModelError("The language model was asked.", "Ask without it.")

    log_odds = marks = write = stream

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def _first(app: App, question: str) -> bool:
    """Ask until there is a short answer; whether it came without the language model."""
    with closing(app.answers.ask_once(question, quick=True, with_memory=False)) as events:
        try:
            return any(isinstance(event, QuickAnswer | Token) or _is_short(event) for event in events)
        except ModelError:
            return False


def _is_short(event: object) -> bool:
    return isinstance(event, Answer) and event.verdict == "answered"


def _passages(app: App) -> Sequence[str]:
    """Twenty passages as the cross-encoder reads them."""
    return [hit.chunk.placed_text for hit in app.passages.search(QUESTIONS[0], top=PAIRS, rerank=False)]
