"""Who may import whom, and which part may touch which library. The design, kept true by walking the imports."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "ragdesk"

# What every family of readers stands on. `formats`, `parse` and archives (`zip_file`) stand on top of all families.
READERS_SHARE = ("input_file", "writer", "hidden", "titles")


def readers(*families: str) -> set[str]:
    """What a family of readers may look into."""
    return {"domain", "text", *(f"ingesting.readers.{name}" for name in (*READERS_SHARE, *families))}


# What all tabs of the page share; else no tab looks into another, and the guard, the shared modules and the patches of Gradio
# look into none.
SHARED = {
    f"front.web.{name}"
    for name in (
        "actions events guard.uploads noticed parts problems render render_text replies templates texts wording work writing"
    ).split()
}
TAB = {"domain", "text", "host", "app", *SHARED}
MODEL_RUNTIME = {
    f"engines.{module}" for module in ("model_card", "onnx_session", "pairs", "token_counter", "torch_models")
}
MODEL_FILES = {
    f"engines.{module}"
    for module in (
        "catalog digest gguf install integrity model_card model_import model_info models other_programs placing wheels"
    ).split()
}
# Which rooms each room may look into, besides its own; the longest name that fits a module is its room. The heart (domain, text,
# answering, ingesting, storage, engines) never looks into extras, app or front.
ARROWS: dict[str, set[str]] = {
    "": {"host"},
    "__main__": {"front"},
    "domain": set(),
    "text": set(),
    "host": {"domain"},
    "engines": {"domain", "host", "text"},
    # What runs a model does not know where models come from; what gets and keeps their files runs none of them, but for the
    # export, which compares the two.
    **{
        f"engines.{module}": {"domain", "host", "text", *MODEL_RUNTIME}
        for module in ("embedder", "pairs", "reader", "reranker")
    },
    "engines.llm": {
        "domain",
        "host",
        "text",
        "engines.llm_process",
        "engines.chat",
        "engines.chat_events",
        "engines.fair_lock",
    },
    "engines.llm_process": {"domain", "engines.llm_server"},
    "engines.llm_server": {
        "host",
        "engines.chat_template",
        "engines.gateway",
        "engines.side_context",
        "engines.processor",
    },
    "engines.processor": set(),
    "engines.chat_template": set(),
    "engines.side_context": set(),
    "engines.gateway": set(),
    "engines.chat": {"domain", "engines.chat_events"},
    "engines.chat_events": {"domain"},
    "engines.models": {"domain", "host", *MODEL_FILES},
    "engines.install": {"domain", "host", "engines.onnx_export", *MODEL_FILES},
    "engines.integrity": {"domain", "host", *MODEL_FILES},
    "engines.model_import": {"domain", *MODEL_FILES},
    "engines.other_programs": {"domain", *MODEL_FILES},
    "engines.wheels": {"domain", "host", *MODEL_FILES},
    "answering": {"domain", "text"},
    # What a passage is made of knows nothing of how it was found, and no step of what follows.
    "answering.units": {"domain", "text", "answering.injection"},
    "answering.injection": {"domain", "text", "answering.units"},
    "answering.prompting": {"domain", "text", "answering.injection", "answering.units"},
    "answering.told": {"domain", "text", "answering.understanding"},
    "answering.understanding": {
        "domain",
        "text",
        *(f"answering.{name}" for name in "clock finding languages prompting resources told writing".split()),
    },
    "ingesting": {"domain", "host", "text"},
    "ingesting.readers": {"domain", "text"},
    **{f"ingesting.readers.{module}": {"domain", "text"} for module in READERS_SHARE},
    "ingesting.readers.ocr": {"text", "ingesting.readers.writer"},
    "ingesting.readers.text": readers(),
    "ingesting.readers.mail": readers("text"),
    "ingesting.readers.office": readers("text"),
    "ingesting.readers.sheet": readers("text", "office"),
    "ingesting.readers.pdf": readers("ocr"),
    "ingesting.readers.picture": readers("pdf", "ocr"),
    "storage": {"domain", "host", "text"},
    "storage.archive": {"domain", "host", "text", "storage.own"},
    "storage.index": {"domain", "text", "storage.ledger", "storage.own"},
    # Of the stores of a home it shares how words become terms, and what the files of a document are called.
    "storage.shared": {"domain", "text", "storage.archive", "storage.index", "storage.ledger", "storage.own"},
    "storage.ledger": {"domain", "text", "storage.index", "storage.own"},
    # What the stores may delete, told by names alone.
    "storage.own": {"host"},
    "extras": {"domain", "text", "ingesting.readers"},
    "extras.memory": {"domain", "text"},
    "extras.export": {"domain", "text"},
    "extras.evaluation": {"domain", "text"},
    # Beyond one laptop: the driver and its workers. They see no home's library, only what reads files and the shared tables.
    "bulk": {
        "domain",
        "host",
        "engines",
        "ingesting",
        "storage.shared",
        "storage.ledger.problems",
    },
    "app": {"domain", "text", "host", "engines", "answering", "ingesting", "storage", "extras"},
    # The door for other programs: the use cases, the nouns, the contract, and what the page's own door is made of.
    "serve": {
        "domain",
        "text",
        "host",
        "app",
        "front.contract",
        "front.terminal",
        "front.web.guard.checks",
        "front.web.guard.policy",
        "front.web.wording",
        "front.window.listening",
    },
    "front": {"domain", "text", "host", "app", "extras.evaluation", "engines"},
    "front.cli": {"domain", "host", "app", "extras.evaluation", "engines", "front", "serve", "bulk"},
    "front.window": {"domain", "host", "app", "front.web"},
    "front.web": {"domain", "text", "host", "app"},
    "front.web.app": {"domain", "text", "host", "app", "front.web", "serve.keeper"},
    "front.web.gradio_fixes": {"host"},
    "front.web.guard": {
        "domain",
        "host",
        "app",
        "front.web.gradio_fixes",
        "front.web.static_files",
        "front.web.wording",
    },
    "front.web.actions": set(),
    # A mail stands on its own page as in the viewer.
    "front.web.tabs.library": TAB | {"front.web.tabs.citations.render_passage"},
    # A saved answer and a note are shown in Chat as in the tabs that they belong to.
    "front.web.tabs.chat": TAB
    | {"front.web.tabs.library.render_entries", "front.web.tabs.memory.render_memory"}
    # A cited place is shown beside the conversation as in the Citations tab.
    | {"front.web.tabs.citations.viewer", "front.web.tabs.citations.render_viewer"}
    | {"front.web.tabs.citations.export_panel"},
    "front.web.tabs.citations": TAB,
    "front.web.tabs.memory": TAB,
    "front.web.tabs.settings": TAB | {"serve.callers", "serve.keeper", "serve.key"},
    **{
        name: {"domain", "text", "host", "app", "front.web.gradio_fixes"} | (SHARED - {name})
        for name in SHARED
        if name not in ("front.web.actions", "front.web.guard.uploads")
    },
}
# The one room, or rooms, through which a library comes in.
DOORS: dict[str, set[str]] = {
    "gradio": {
        "front.web.app",
        "front.web.events",
        "front.web.gradio_fixes",
        "front.web.guard.pages",
        "front.web.parts",
        "front.web.tabs",
        "front.web.theme",
    },
    "starlette": {"front.web", "front.window", "serve"},
    "fastapi": {"front.web", "serve"},
    "mcp": {"serve.mcp", "serve.stdio"},
    "mcp_types": {"serve.mcp"},
    "uvicorn": {"engines", "front.window"},
    "babel": {"front.web"},
    "nh3": {"front.web"},
    "jinja2": {"text.jinja", "front.web.templates"},
    "markupsafe": {"text.jinja", "front.web", "extras.export", "extras.tables"},
    "lancedb": {"storage.index", "storage.shared"},
    "lance": {"bulk"},
    "obstore": {"bulk"},
    "ray": {"bulk"},
    "tantivy": {"storage.index"},
    "llama_cpp": {"engines"},
    "sentence_transformers": {"engines"},
    "onnxruntime": {"engines"},
    "tokenizers": {"engines"},
    "transformers": {"engines"},
    "torch": {"engines"},
    "httpx": {"engines", "front.web.gradio_fixes.certificates"},
    "snowballstemmer": {"text.tokens"},
    "py3langid": {"ingesting.language"},
    "stdnum": {"extras.memory.secrets"},
    # Where data from outside comes in: settings, the catalogue and cards, other processes, the ledger, the page, the command
    # line's JSON.
    "pydantic": {"host.settings", "engines", "storage.ledger", "front.web.actions", "serve"},
    "pydantic_core": {"front.contract"},
    "tomlkit": {"host.settings", "engines.model_card"},
    "pymupdf": {"ingesting.drawing", "ingesting.readers.pdf", "ingesting.readers.picture", "extras.export"},
    "lxml": {"ingesting.readers.office", "ingesting.readers.sheet"},
    "selectolax": {"ingesting.readers.text", "ingesting.readers.mail", "ingesting.readers.office"},
    "tinycss2": {"ingesting.readers.text"},
    "cssselect2": {"ingesting.readers.text"},
    "markdown_it": {"ingesting.readers.text", "front.web"},
    "charset_normalizer": {"ingesting.readers.text"},
    "extract_msg": {"ingesting.readers.mail"},
    "striprtf": {"ingesting.readers.office"},
    "olefile": {"ingesting.readers.office"},
    "msoffcrypto": {"ingesting.readers.office"},
    "rapidocr": {"ingesting.readers.ocr"},
    "PIL": {"ingesting.readers.picture"},
    "openpyxl": {"ingesting.readers.sheet", "extras.tables"},
    "pptx": {"ingesting.readers.office"},
    "docx": {"ingesting.readers.office", "extras.export"},
    "watchfiles": {"ingesting"},
    "psutil": {"host", "ingesting", "app", "front.web", "serve"},
    "ir_measures": {"extras.evaluation"},
}
LIGHT = {
    "psutil",
    "nh3",
    "jinja2",
    "markupsafe",
    "httpx",
    "lxml",
    "pptx",
    "pydantic",
    "pydantic_core",
    "tomlkit",
    "stdnum",
}
HEAVY = ({*DOORS} - LIGHT) | {"pyarrow", "onnx"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    """The dotted name below the package; a folder's `__init__` has the folder's."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def room_of(name: str) -> str:
    return max((room for room in ARROWS if within(name, room)), key=len, default="")


def imports(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_each_room_looks_only_where_the_design_allows(path: Path) -> None:
    room = room_of(name_of(path))
    allowed = ARROWS[room] | ({room} if room else set())
    for name in imports(ast.parse(path.read_text(encoding="utf-8"))):
        if name.startswith("ragdesk.") and "__version__" not in name:
            seen = name.removeprefix("ragdesk.")
            assert any(within(seen, other) for other in allowed), f"{room} may not look into {seen}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_each_library_comes_in_through_its_door(path: Path) -> None:
    name = name_of(path)
    for library in {name.split(".")[0] for name in imports(ast.parse(path.read_text(encoding="utf-8")))}:
        doors = DOORS.get(library)
        assert doors is None or any(within(name, door) for door in doors), f"{library} belongs in {doors}"


def test_of_a_tab_only_what_is_laid_out_knows_gradio() -> None:
    """Panels do; what they show, the routes and the actions are plain functions and data."""
    tabs = PACKAGE / "front" / "web" / "tabs"
    plain = [*tabs.rglob("render_*.py"), *tabs.rglob("*_routes.py"), tabs / "library" / "listing.py"]
    knowing = [
        path.name
        for path in plain
        if any(
            name.split(".")[0] == "gradio" for name in imports(ast.parse(path.read_text(encoding="utf-8")))
        )
    ]
    assert len(plain) > 10 and knowing == []


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_module_imports_a_heavy_library_when_it_is_imported(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name.split(".")[0] for node in top for name in imports(node)}
    # The page's modules are imported only once a window is wanted, and the doors' once a person opens one.
    assert not (names & HEAVY) or within(name_of(path), "front.web") or within(name_of(path), "serve")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from ragdesk.front.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print(sorted({sorted(HEAVY)!r} and [m for m in {sorted(HEAVY)!r} if m in sys.modules]), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
    assert "add" in done.stdout


# Durations are chosen, not fitted.
DURATION = "SECONDS"


def fractions(tree: ast.Module) -> set[str]:
    """The names of a module that are bound to a float, alone or in a tuple or a call."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in ast.walk(node)
        if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store)
        if any(isinstance(part, ast.Constant) and type(part.value) is float for part in ast.walk(node.value))
    }


@pytest.mark.parametrize(
    "path",
    [path for path in modules() if within(name_of(path), "answering") or within(name_of(path), "engines")],
    ids=lambda p: str(p.relative_to(PACKAGE)),
)
def test_a_fitted_number_stands_in_the_calibration_alone(path: Path) -> None:
    names = fractions(ast.parse(path.read_text(encoding="utf-8")))
    assert all(name.endswith(DURATION) for name in names), f"{names} belong in domain/calibration/"


def test_a_fitted_number_elsewhere_is_seen() -> None:
    source = "A, B = 2, 0.5\nC = Numbers(weight=0.2)\nWAIT_SECONDS = 1.5\nD: float = 3.0\nE = 4\n"
    assert fractions(ast.parse(source)) == {"A", "B", "C", "WAIT_SECONDS", "D"}


def test_no_class_name_is_defined_twice() -> None:
    homes: dict[str, list[str]] = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name.lstrip("_"), []).append(name_of(path))
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


MOST_METHODS = 20


def public_methods(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [each for each in node.body if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")]


def only_forwards(method: ast.FunctionDef) -> bool:
    """Whether a method does nothing but hand its own parameters on to a part of its object: `return self._x.y(a, b)`."""
    body = [line for line in method.body if not isinstance(getattr(line, "value", None), ast.Constant)]
    call = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return | ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    given = {argument.arg for argument in (*method.args.args, *method.args.kwonlyargs)}
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    return ast.unparse(call.func).count("self.") == 1 and all(
        isinstance(argument, ast.Name) and argument.id in given for argument in arguments
    )


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_class_has_more_methods_than_a_person_can_hold_or_only_forwards(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            methods = public_methods(node)
            forwards = [each.name for each in methods if only_forwards(each)]
            assert len(methods) <= MOST_METHODS, f"{node.name} has {len(methods)} public methods"
            assert len(methods) < 4 or len(forwards) * 2 <= len(methods), f"{node.name} forwards {forwards}"


def test_a_facade_is_seen() -> None:
    [facade] = ast.parse(
        "class A:\n def b(self, c):\n  '''D.'''\n  return self._b.e(c)\n def f(self):\n  return self._b.g()[0]\n"
    ).body
    assert isinstance(facade, ast.ClassDef)
    assert [only_forwards(method) for method in public_methods(facade)] == [True, False]


def test_nobody_keeps_a_part_of_the_runtime() -> None:
    """Settings, engines and stores are exchanged: what would keep one of them in an object keeps the old one."""
    for path in [path for path in modules() if room_of(name_of(path)).split(".")[0] in ("front", "app")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
                kept = any(isinstance(target, ast.Attribute) for target in node.targets)
                part = node.value.attr in ("library", "engines", "settings", "runtime")
                assert not (kept and part), f"{name_of(path)}: {ast.unparse(node)}"


@pytest.mark.parametrize("command", ["list", "show", "doctor"])
def test_what_only_reads_loads_no_model_and_no_index(command: str, tmp_path: Path) -> None:
    """At the time of writing `list` loads 80 modules of ours and 360 in all; it loaded 226 and 802."""
    arguments = [command, *(["0" * 16] if command == "show" else []), "--home", str(tmp_path / "home")]
    heavy = sorted(HEAVY | {"numpy"})
    code = (
        "import sys\nfrom ragdesk.front.cli import main\n"
        f"main({arguments!r})\n"
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)\n"
        "print(sum(name.startswith('ragdesk') for name in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *_, loaded, count = done.stderr.splitlines()
    assert loaded == "[]"
    assert int(count) < 110


# What neither the page nor what it is made of needs before it is drawn: what answers, what reads files, and what of Gradio is
# for others.
LATER = (
    "ragdesk.answering.ask",
    "ragdesk.answering.prompting.prompt",
    "ragdesk.answering.finding.search",
    "ragdesk.extras.memory.notice",
    "ragdesk.ingesting.readers.formats",
    "huggingface_hub",
    "lancedb",
    "mcp",
    "pandas",
    "pydantic.v1",
    "rich",
)


def test_the_page_is_made_before_what_answers_and_reads_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from ragdesk.app.app import App\nfrom ragdesk.front.web.app import build\n"
        "from ragdesk.front.web.guard.guard import Keys\nfrom ragdesk.host.paths import open_home\n"
        "app = App.open(open_home(Path(sys.argv[1])))\nbuild(app, 1, Keys())\n"
        f"print([name for name in {LATER!r} if name in sys.modules])\n"
        # An app that is being closed does not begin to load the language model.
        "app._closing.set(); app.warm(); app._warming.join()\n"
        f"print([name for name in {LATER[:2]!r} if name in sys.modules])\n"
        "app.close()"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, str(tmp_path / "home")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["[]", str(list(LATER[:2]))]
