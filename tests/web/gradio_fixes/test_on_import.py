"""What Gradio's import does by itself, and what is left of it after ours."""

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from web.gradio_fixes.gradio_as_installed import package, unpatched

from ragdesk.front.web.gradio_fixes import environment, event_docs, hub_import

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def test_gradio_still_writes_a_stub_beside_a_component(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "my_component.py"
    module.write_text(
        '"""Mine."""\n\nclass Mine:\n    """A component."""\n\n    def __init__(self) -> None:\n        pass\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    import my_component  # type: ignore[import-not-found]

    unpatched("gradio.component_meta").create_or_modify_pyi(my_component.Mine, "Mine", [])
    assert module.with_suffix(".pyi").exists(), "Gradio writes no stubs: stub_files.py can go"


def test_gradio_still_keeps_a_seed_in_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    utils = unpatched("gradio.utils")
    assert Path(utils.HASH_SEED_PATH).parent == package()
    monkeypatch.setattr(utils, "HASH_SEED_PATH", str(tmp_path / "seed"))
    seed = utils.get_hash_seed()
    assert (tmp_path / "seed").exists() and utils.get_hash_seed() == seed, "hash_seed.py can go"


def test_gradio_still_imports_pandas_with_itself() -> None:
    def at_the_top(name: str) -> set[str]:
        tree = ast.parse((package() / name).read_text(encoding="utf-8"))
        return {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}

    assert "pandas" in at_the_top("caching.py") | at_the_top("monitoring_dashboard.py"), (
        "pandas_import.py can go"
    )


@pytest.mark.parametrize("name", [*environment.SILENT, *environment.OPENING, environment.UPLOADS])
def test_gradio_still_reads_each_switch(name: str) -> None:
    read = (path.read_text(encoding="utf-8") for path in package().rglob("*.py"))
    assert any(f'"{name}"' in text for text in read), (
        f"Gradio reads {name} no more: take it out of environment.py"
    )


def test_a_shell_s_switches_do_not_reach_gradio(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (*environment.SILENT, *environment.OPENING):
        monkeypatch.setenv(name, "1")
    environment.seal(tmp_path)
    import os

    assert {name: os.environ[name] for name in environment.SILENT} == environment.SILENT
    assert not [name for name in environment.OPENING if name in os.environ]
    assert os.environ[environment.UPLOADS] == str(tmp_path)


def _imported(*more: str) -> list[str]:
    """What a fresh Python says after our import of Gradio."""
    code = [
        "import ragdesk, sys",
        "from ragdesk.front.web.gradio_fixes import hash_seed, stub_files",
        "from ragdesk.front.web.gradio_fixes.on_import import import_gradio",
        "import_gradio()",
        "import gradio as gr",
        *more,
    ]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "\n".join(code)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_our_import_leaves_stubs_seed_and_pandas_out_and_gradio_works() -> None:
    said = _imported(
        "print(gr.component_meta.create_or_modify_pyi is stub_files.write_no_stub)",
        "print(gr.utils.get_hash_seed is hash_seed.new_seed)",
        "print('pandas' in sys.modules, gr.analytics.analytics_enabled())",
        "left_out = ('huggingface_hub', 'hf_gradio', 'gradio.cli', 'rich', 'typer', 'httpx._main', 'mcp')",
        "print(*[name for name in left_out if name in sys.modules], sep='+')",
        "with gr.Blocks() as page:",
        "    box = gr.Textbox(); box.change(lambda text: text, box, box)",
        "print(len(page.fns))",
    )
    assert said == ["True", "True", "False", "False", "1"]


def test_gradio_still_renders_the_documentation_of_each_event() -> None:
    events = unpatched("gradio.events")
    listener = events.EventListener("change", doc="What {{ component }} does. ")
    listener.set_doc("Box")
    assert listener.listener.__doc__.startswith("What Box does."), "event_docs.py can go"
    rendered = event_docs.REPLACED["gradio.events"][1]("What {{ component }} does.").render(component="Box")
    assert rendered == "What {{ component }} does."


def test_gradio_still_imports_the_hub_and_httpx_its_command_line() -> None:
    code = "import gradio, sys; print(*[name for name in sys.argv[1:] if name in sys.modules])"
    names = [*hub_import.LEFT_OUT, hub_import.COMMAND_LINE]
    seal = {**os.environ, **environment.SILENT}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *names],
        capture_output=True,
        text=True,
        check=True,
        env=seal,
    )
    assert done.stdout.split() == names, "hub_import.py has less to do"


def test_the_hub_can_be_imported_after_gradio() -> None:
    said = _imported("import huggingface_hub", "print(huggingface_hub.HfApi.__mro__[-1].__name__)")
    assert said == ["object"]


def test_the_clients_that_gradio_makes_trust_nobody() -> None:
    said = _imported(
        "from gradio.processing_utils import sync_client",
        "import httpx._transports.default as usual, ssl",
        "context = sync_client._transport._pool._ssl_context",
        "print(len(context.get_ca_certs()), context.verify_mode.name, usual.create_ssl_context.__module__)",
    )
    assert said == ["0", "CERT_REQUIRED", "httpx"]


def test_an_import_of_pandas_that_was_there_before_stays() -> None:
    from ragdesk.front.web.gradio_fixes.pandas_import import PANDAS, stand_in

    before: Any = sys.modules.get(PANDAS)
    with stand_in():
        assert PANDAS in sys.modules
        assert before is None or sys.modules[PANDAS] is before
    assert sys.modules.get(PANDAS) is before
