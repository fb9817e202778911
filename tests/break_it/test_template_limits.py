"""A model's chat template that never ends, takes all memory or puts passages into an error: bounded, and not logged."""

import subprocess
import sys
import time
import traceback
from pathlib import Path

import pytest

from break_it.counting import count
from ragdesk.domain.errors import ModelFailedError
from ragdesk.engines.chat_template import FAILED, bound_templates
from ragdesk.engines.llm_process import died

SECRET = "heliotrope-7319"
TELLING = (
    "{{ raise_exception(messages | string) }}",
    "{{ raise_exception(messages[0].content) }}",
    "{{ messages[0][messages[0].content].x.y }}",
    "{{ messages[0].content | int(default=none) + 1 }}",
    "{{ strftime_now(messages) }}",
    "{{ ''.join(messages) }}",
    "{% for x in messages recursive %}{{ loop(messages) }}{% endfor %}",
)
GROWING = (
    "{% set n = namespace(x='abcdefgh') %}{% for i in range(40) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x }}",
    "{{ (messages[0].content * 1000000000) | length }}",
    "{{ 'ab' * 4000000000 }}",
    "{{ range(99999) | map('string') | join('x' * 100000) | length }}",
    "{% for i in range(99999) %}{{ 'x' * 100 }}{% endfor %}",
)
ENDLESS = (
    "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}{% endfor %}{% endfor %}{% endfor %}",
    "{{ (9 ** (9 ** 9)) | string | length }}",
)
CHILD = """
import sys
from ragdesk.engines import chat_template
chat_template.SECONDS = 2
chat_template.bound_templates()
from llama_cpp.llama_chat_format import Jinja2ChatFormatter
print("begins", flush=True)
Jinja2ChatFormatter(sys.argv[1], "</s>", "<s>")(messages=[{"role": "user", "content": "x"}])
"""


@pytest.fixture(autouse=True)
def formatter(monkeypatch: pytest.MonkeyPatch) -> None:
    from llama_cpp import llama_chat_format

    monkeypatch.setattr(llama_chat_format, "Jinja2ChatFormatter", llama_chat_format.Jinja2ChatFormatter)
    bound_templates()


def peak_memory(from_now: bool = False) -> int:
    """The most memory that this process has held, in KiB; from_now starts over at what it holds now."""
    if from_now:
        Path("/proc/self/clear_refs").write_text("5")
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def render(template: str, content: str) -> str:
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    made = Jinja2ChatFormatter(template, eos_token="</s>", bos_token="<s>")
    return str(made(messages=[{"role": "user", "content": content}]).prompt)  # type: ignore[list-item]


def test_a_template_as_models_have_it_is_rendered() -> None:
    template = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{{ eos_token }}{% endfor %}"
    assert render(template, "hello") == "<|user|>hello</s>"


@pytest.mark.parametrize("template", TELLING)
def test_an_error_of_a_template_says_nothing_of_the_conversation(template: str) -> None:
    with pytest.raises(ValueError, match=FAILED) as caught:
        render(template, SECRET)
    logged = "".join(traceback.format_exception(caught.value))
    assert count("template that tells", SECRET not in logged), template


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone keeps such a limit")
@pytest.mark.parametrize("template", GROWING)
def test_a_template_that_takes_all_memory_is_refused(template: str) -> None:
    before = peak_memory(from_now=True)
    with pytest.raises(ValueError, match=FAILED):
        render(template, "x")
    assert count("template that grows", peak_memory() - before < 1_000_000), template


@pytest.mark.skipif(sys.platform == "win32", reason="there is no alarm")
@pytest.mark.parametrize("template", ENDLESS)
def test_a_template_without_an_end_ends_the_model_s_process_and_that_is_said(template: str) -> None:
    with subprocess.Popen([sys.executable, "-c", CHILD, template], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"begins\n"
        began = time.monotonic()
        process.wait(60)
        took = time.monotonic() - began
        error = died(process, Path("hostile.gguf"))
    assert isinstance(error, ModelFailedError)
    assert count("template without an end", took < 20 and "chat template" in error.message), (took, error)
