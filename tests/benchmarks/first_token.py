"""The time to the first token of an answer, against llama.cpp called directly, in the same conditions.

Both have read the fixed part of the prompt before; both use the same file, threads and context. The prompts are those of
the app: evidence that was retrieved from the made library, within the default budget of tokens.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

from benchmarks.measure import Times, quantile, report, taking_turns
from ragdesk.answering.prompting import prompt
from ragdesk.app.app import App
from ragdesk.domain.calibration import of_reranker
from ragdesk.domain.ports import Prompt
from ragdesk.engines.llm import LocalModel
from ragdesk.engines.llm_server import SPINS
from ragdesk.host.paths import open_home
from ragdesk.host.processors import processors
from ragdesk.host.settings import Settings

LIMIT = 1.05
PROMPT_TOKENS = 600


def first_token(root: Path, model_file: Path, questions: Sequence[str]) -> None:
    """Ask each question of both. What counts is the median of the ratios; that of processor time, of both processes, is told
    too, because it hardly depends on what else the machine does."""
    settings = Settings()
    threads, context = settings.models.threads or processors(), settings.models.context_tokens
    ours = LocalModel(model_file, threads, context, root / "logs" / "bench-llm.log")
    bare = _Bare(model_file, threads, context)
    prompts = _prompts(root, questions, ours, settings)
    ours.warm(prompt.warmup())
    bare.first(prompt.warmup())
    busy: Times = {"ours": [], "bare": []}
    lengths: list[int] = []

    def counted(side: str, work: Callable[[], object]) -> None:
        before = _processor_seconds()
        work()
        busy[side].append(_processor_seconds() - before)

    works = {
        "ours": lambda question: counted("ours", lambda: list(ours.stream(prompts[question]))),
        "bare": lambda question: counted("bare", lambda: lengths.append(bare.first(prompts[question]))),
    }
    times = taking_turns(works, questions)
    ours.close()
    report("first token", times["ours"], times["bare"], LIMIT)
    for what, values in (("seconds", times), ("processor seconds", busy)):
        ratios = [mine / theirs for mine, theirs in zip(values["ours"], values["bare"], strict=True)]
        print(
            f"first token {what}: median of {len(ratios)} ratios {quantile(ratios, 0.5):.3f} (at most {LIMIT})"
        )
    print(f"prompt     {min(lengths)} to {max(lengths)} tokens (at most {PROMPT_TOKENS})", flush=True)


def _prompts(
    root: Path, questions: Sequence[str], model: LocalModel, settings: Settings
) -> dict[str, Prompt]:
    app = App.open(open_home(root))
    made = {}
    for question in questions:
        hits = app.passages.search(question, top=settings.search.top)
        chosen = prompt.select(
            hits,
            question,
            settings.answer.prompt_tokens,
            model.count_tokens,
            scale=of_reranker(app.engines.reranker_or_none()),
        )
        made[question] = prompt.compose(question, chosen, max_tokens=1)
    app.close()
    return made


class _Bare:
    """llama.cpp in this process, through llama-cpp-python and nothing else."""

    def __init__(self, model_file: Path, threads: int, context: int) -> None:
        os.environ["GOMP_SPINCOUNT"] = SPINS  # as our child sets it, before the libraries are loaded
        from llama_cpp import Llama

        self._llama: Any = Llama(
            str(model_file),
            n_ctx=context,
            n_threads=threads,
            n_threads_batch=threads,
            use_mmap=False,
            verbose=False,
        )

    def first(self, asked: Prompt) -> int:
        """Read the prompt and write one token. Returns how many tokens the prompt had."""
        messages = [{"role": role, "content": content} for role, content in asked.messages]
        options = {"max_tokens": asked.max_tokens, "temperature": 0.0, "stream": True}
        for _ in self._llama.create_chat_completion(messages, **options):
            pass
        return int(self._llama.n_tokens)


def _processor_seconds() -> float:
    """Of this process and its children."""
    own = psutil.Process()
    return sum(sum(process.cpu_times()[:2]) for process in (own, *own.children(recursive=True)))
