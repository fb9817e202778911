"""No words for a person stand in the code of the page outside of `t`, `mark` and `plural`: those would stay English."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import texts
from jinja2 import nodes

from ragdesk.front.web import templates, wording

UI = Path(wording.__file__).parent
# What helps somebody else to help is in English, whoever makes it.
ENGLISH = {"diagnosis.py"}
# Names, which are the same in every language.
NAMES = {"Word", "Markdown", "RIS (Zotero, EndNote)", "Tab", "Esc", "Desk"}
NAMES |= {"VS Code", "Claude Desktop, LM Studio", "Open WebUI, LibreChat"}
SPEAKERS = {*texts.KEYWORDS, *texts.ERRORS}
# Arguments that are never shown.
UNSEEN = {"elem_id", "elem_classes", "kind", "style", "headers", "server_name", "name", "path"}
UNSAID = {"log", "re"}
# Module constants that are no words: style sheets, policies, lists of tags and of English words, the languages' own names.
CONSTANTS = {"_STYLE", "_TAGS", "_PAGE_POLICY", "_REST_POLICY", "LANGUAGES"}
# Functions whose words are for the command line, for programs, or for a style sheet.
FUNCTIONS = {"listen", "theme", "_attached", "as_attachment", "_let_in", "_script", "_written"}
# What only a programmer meets: these never reach a person in their own words.
MISTAKES = {"TypeError", "ValueError"}
_TAG = re.compile(r"<[^<>]*(?:>|$)")
_SAID = re.compile(r'\b(?:title|alt|placeholder|aria-label)="([^"]*)"')
_STYLES = re.compile("<style>.*?</style>", re.DOTALL)
_WORDS = re.compile(r"[A-Za-z]{2,}[.,;:]? [A-Za-z]{2,}")
_CLASSES = re.compile(r"\brd-")
_ONE = re.compile(r"[A-Z][a-z]+[.…:]?")


def english(text: str) -> list[str]:
    """What of a piece of HTML, or of a text, a person would read as English: two words side by side, or one that begins as a
    label does. A hole is where something is put in."""
    pieces = [*_SAID.findall(text), *_TAG.sub("\n", text).split("\n")]
    said = (" ".join(piece.replace("\0", " ").split()).strip("‹› ·") for piece in pieces)
    words = (one for one in said if one not in NAMES and not _CLASSES.search(one))
    return [one for one in words if _WORDS.search(one) or _ONE.fullmatch(one)]


def spoken(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The strings of a module that may be shown, with their lines; holes of f-strings are zero bytes."""
    unseen = {id(part) for node in ast.walk(tree) for each in never_shown(node) for part in ast.walk(each)}
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [each.value if isinstance(each, ast.Constant) else "\0" for each in node.values]
            unseen |= {id(each) for each in node.values if isinstance(each, ast.Constant)}
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def written(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    """The same for a template: its mark-up, with a hole for each value, and the strings that are not translated."""
    markup = "".join(
        node.data if isinstance(node, nodes.TemplateData) else "\0"
        for output in tree.find_all(nodes.Output)
        for node in output.nodes
    )
    yield tree.lineno, _STYLES.sub("", markup)
    translated = {
        id(part)
        for call in tree.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in SPEAKERS
        for part in call.args
    }
    for constant in tree.find_all(nodes.Const):
        if isinstance(constant.value, str) and id(constant) not in translated:
            yield constant.lineno, constant.value


def never_shown(node: ast.AST) -> list[ast.AST]:
    """Below a node: what is translated, or is not for the page."""
    if isinstance(node, ast.Call):
        called = node.func
        found: list[ast.AST] = [each.value for each in node.keywords if each.arg in UNSEEN]
        if isinstance(called, ast.Name) and called.id in SPEAKERS:
            found += [each for each in node.args if isinstance(each, ast.Constant)]
        if (
            isinstance(called, ast.Attribute)
            and isinstance(called.value, ast.Name)
            and called.value.id in UNSAID
        ):
            found.append(node)
        return found
    match node:
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in MISTAKES:
            return [node]
        case ast.Assert(msg=ast.expr() as message):
            return [message]
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return [node]
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(each, ast.Name) and each.id in CONSTANTS for each in targets):
            return [node]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        if node.name in FUNCTIONS:
            return [node]
        documented = node.body[:1] if ast.get_docstring(node) is not None else []
        return [*documented, *([node.returns] if node.returns else [])]
    if isinstance(node, ast.Module | ast.ClassDef) and ast.get_docstring(node) is not None:
        return [node.body[0]]
    return [node.annotation] if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation else []


def test_what_is_english_is_found() -> None:
    code = 'f\'<p class="rd-hint">Nothing here {x}</p><a title="Show it">{t("Fine text")}</a>\'\nlink(a, "Remove")\n'
    assert [each for _, text in spoken(ast.parse(code)) for each in english(text)] == [
        "Show it",
        "Nothing here",
        "Remove",
    ]


def test_what_is_english_is_found_in_a_template() -> None:
    source = '<p title="Show it">Nothing here {{ t("Fine text") }}</p>{{ link("Take out", kind="rd-link") }}'
    found = written(templates._environment().parse(source))
    assert [each for _, text in found for each in english(text)] == ["Show it", "Nothing here", "Take out"]


def test_every_word_of_the_page_is_translated() -> None:
    left = []
    for path in sorted(UI.rglob("*.j2")):
        for line, text in written(templates._environment().parse(path.read_text(encoding="utf-8"))):
            left += [f"{path.name}:{line}: {one}" for one in english(text)]
    for path in sorted(UI.rglob("*.py")):
        if path.name in ENGLISH or path.parent.name == "gradio_fixes":  # nothing there is shown
            continue
        for line, text in spoken(ast.parse(path.read_text(encoding="utf-8"))):
            left += [f"{path.name}:{line}: {one}" for one in english(text)]
    assert left == []
