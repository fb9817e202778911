"""What the parts below the app say when something fails, in the language of the person: their code stays English.

Their sentences are read off the code: literals and f-strings, and what the names and helpers in them stand for.
"""

import ast
import errno
import os
import re
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from ragdesk.answering.pipeline import MAX_QUESTION
from ragdesk.app import App
from ragdesk.domain import errors
from ragdesk.front.web import render, wording
from ragdesk.host.paths import open_home

PACKAGE = Path(errors.__file__).parents[1]
LANGUAGES = sorted(set(wording.LANGUAGES) - {"en"})
ERRORS = {name for name in vars(errors) if name.endswith("Error")} | {"Problem"}
# Calls, besides those of errors, that are given a sentence for a person, and which of their arguments it is.
SENTENCES = {"skip": 1, "DocumentState": 1}
# Variables and attributes that hold one, where it ends with a full stop.
HOLDERS = {"problem", "._problem"}
# What the app never shows, and who says it.
COMMAND_LINE = {
    "front.cli": "every command",
    "extras.evaluation": "`ragdesk eval`",
    "engines.export": "`ragdesk models fetch`",
    "engines.install": "`ragdesk models fetch`",
    "engines.wheels": "`ragdesk models fetch`",
    "ingesting.reprocess": "`ragdesk reprocess`",
}
COMMAND_LINE_TEXTS = {
    "\0 is there already.": "`ragdesk export`: the app hands an export to the browser and writes no file",
    "Choose another name, or add --force.": "`ragdesk export`",
    "Port \0 cannot be used: \0.": "there is no window yet, and nobody chooses a port without a terminal",
    "Leave --port out for a free one.": "there is no window yet",
}
# Arguments whose words cannot be seen in the code, and where they come from.
UNSEEN = {
    "said.strip()": "the list of errors in Settings: `t`, and a problem that is found elsewhere in the code",
}
# What Python and the system say, as part of what the package says.
SYSTEM = {os.strerror(number) for number in errno.errorcode} | {
    "[Errno {number}] {why}",
    "[Errno {number}] {why}: {path}",
    "database or disk is full",
}
# What is known only when the code runs, and what stands for it when a sentence is translated.
HOLE, VALUE = "\0", "7"
# So many names, helpers and callers are followed.
DEPTH = 8
# What speaks the person's language already.
SPEAKERS = {"t", "told"}


@dataclass(eq=False)
class Place:
    """A module, or a function in it (`owner`: its class), and what is given to its names."""

    module: str
    function: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    owner: str = ""
    given: dict[str, list[tuple[ast.expr, "Place"]]] = field(default_factory=lambda: defaultdict(list))
    returned: list[tuple[ast.expr, "Place"]] = field(default_factory=list)


class Code:
    """The package: every node of it and where it stands, and what an expression may say."""

    def __init__(self) -> None:
        self.nodes: list[tuple[ast.AST, Place]] = []
        self._callers: dict[Place | None, list[tuple[ast.Call, Place]]] = defaultdict(list)
        self._modules: dict[str, Place] = {}
        self._functions: dict[tuple[str, str], Place] = {}  # a class stands for its `__init__`
        self._imported: dict[tuple[str, str], tuple[str, str]] = {}
        for path in sorted(PACKAGE.rglob("*.py")):
            name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
            self._modules[name] = Place(name)
            self._read(ast.parse(path.read_text(encoding="utf-8")), self._modules[name], "")
        for node, place in self.nodes:
            if isinstance(node, ast.Call):
                self._callers[self._called(node, place)].append((node, place))

    def _read(self, node: ast.AST, place: Place, owner: str) -> None:
        self.nodes.append((node, place))
        match node:
            case ast.ClassDef():
                owner = node.name
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                place = Place(place.module, node, owner)
                self._functions[place.module, owner if node.name == "__init__" else node.name] = place
            case ast.Return(value=ast.expr() as value):
                place.returned.append((value, place))
            case ast.ImportFrom():
                for each in node.names:
                    self._imported[place.module, each.asname or each.name] = (f"{node.module}", each.name)
        for name, value in assigned(node):
            # Attributes of one name mean the same thing all over a module.
            home = self._modules[place.module] if name.startswith(".") else place
            home.given[name].append((value, place))
        for child in ast.iter_child_nodes(node):
            self._read(child, place, owner)

    def texts(self, node: ast.expr, place: Place, depth: int = DEPTH) -> set[str]:
        """All that an expression may say, with a `HOLE` for each value that the code does not tell."""

        def of(each: ast.expr) -> set[str]:
            return self.texts(each, place, depth)

        match node:
            case ast.Constant(value=None | ""):
                return {HOLE}
            case ast.Constant():
                return {re.sub(r"\{\w+[^}]*\}", HOLE, str(node.value))}
            case ast.JoinedStr():
                return {"".join(pieces) for pieces in product(*map(of, node.values))}
            case ast.BinOp(op=ast.Add()):
                return {"".join(pieces) for pieces in product(of(node.left), of(node.right))}
            case ast.FormattedValue(conversion=-1) | ast.NamedExpr():
                return of(node.value)
            case ast.IfExp():
                return of(node.body) | of(node.orelse)
            case ast.BoolOp():
                return set().union(*map(of, node.values))
            case ast.Dict(values=[_, *_]):
                return set().union(*map(of, node.values))
            case (
                ast.Subscript(value=ast.Name() as table)
                | ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get"))
            ):
                return of(table)
            case ast.Name():
                return self._named(node.id, place, depth - 1)
            case ast.Attribute(value=ast.Name(id="self")):
                return self._all(self._modules[place.module].given[f".{node.attr}"], depth - 1)
            case ast.Attribute(value=ast.Name(id=name)) if (home := self._module(name, place)) is not None:
                return self._named(node.attr, home, depth - 1)
            case ast.Call(func=ast.Attribute(value=template, attr="format")):
                return {re.sub(r"\{.*?\}", HOLE, each) for each in of(template)}
            case ast.Call(func=ast.Name(id=name)) if name in SPEAKERS:
                return {""}
            case ast.Call(func=ast.Name(id="mark"), args=[text]):
                return of(text)
            case ast.Call() if (called := self._called(node, place)) is not None:
                return self._all(called.returned, depth - 1)
        return {HOLE}

    def _all(self, expressions: Iterable[tuple[ast.expr, Place]], depth: int) -> set[str]:
        found = [self.texts(node, place, depth) for node, place in expressions if depth > 0]
        return set().union(*found) or {HOLE}

    def _module(self, name: str, place: Place) -> Place | None:
        return self._modules.get(".".join(self._imported.get((place.module, name), ("", ""))))

    def _named(self, name: str, place: Place, depth: int) -> set[str]:
        """What a name may stand for: in its function, in the module, or where it is imported from."""
        if name in place.given:
            return self._all(place.given[name], depth)
        if place.function is not None:
            if name in parameters(place.function):
                return self._all(self._handed(name, place), depth)
            return self._named(name, self._modules[place.module], depth)
        module, there = self._imported.get((place.module, name), ("", ""))
        return self._named(there, self._modules[module], depth) if module in self._modules else {HOLE}

    def _handed(self, name: str, place: Place) -> Iterator[tuple[ast.expr, Place]]:
        """What the callers of a function give to one of its parameters."""
        assert place.function is not None
        known = parameters(place.function)
        at = known.index(name) - (known[0] == "self")
        for call, where in self._callers[place]:
            named = [each.value for each in call.keywords if each.arg == name]
            yield from ((value, where) for value in named or call.args[at : at + 1])

    def _called(self, call: ast.Call, place: Place) -> Place | None:
        match call.func:
            case ast.Name(id=name):
                return self._functions.get(self._imported.get((place.module, name), (place.module, name)))
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                return self._functions.get((place.module, name))
        return None


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    said = function.args
    return [each.arg for each in (*said.posonlyargs, *said.args, *said.kwonlyargs)]


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement gives something to, and what; attributes with a dot before them."""
    match node:
        case ast.Assign():
            targets, value = node.targets, node.value
        case (
            ast.AnnAssign(value=ast.expr() as value) | ast.AugAssign(value=value) | ast.NamedExpr(value=value)
        ):
            targets = [node.target]
        case _:
            return
    for target in targets:
        match target:
            case ast.Name(id=name):
                yield name, value
            case ast.Attribute(attr=name):
                yield f".{name}", value
            case ast.Tuple() if isinstance(value, ast.Tuple):
                pairs = zip(target.elts, value.elts, strict=True)
                yield from ((one.id, each) for one, each in pairs if isinstance(one, ast.Name))


@cache
def code() -> Code:
    return Code()


@cache
def said(*, everything: bool = False) -> set[str]:
    """Every sentence that a person may read in the app; with `everything`, on the command line too."""
    texts: set[str] = set()
    for node, place in code().nodes:
        if everything or shown(place):
            texts |= {text for each in spoken(node) for text in code().texts(each, place)}
            held = [value for name, value in assigned(node) if name in HOLDERS]
            texts |= {text for each in held for text in code().texts(each, place) if text.endswith(".")}
    return {text for text in texts if re.search("[A-Za-z]", text)}


def shown(place: Place) -> bool:
    """Whether the app runs what stands there."""
    return not any(f"{place.module}.".startswith(f"ragdesk.{part}.") for part in COMMAND_LINE)


def spoken(node: ast.AST) -> list[ast.expr]:
    """The sentences that a call is given."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in ERRORS:
            return list(node.args)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in SENTENCES:
            return [node.args[SENTENCES[name]]]
    return []


def written(node: ast.AST) -> Iterator[str]:
    """A literal or an f-string as it stands in the code."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=pieces):
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else HOLE for each in pieces)


def names(text: str) -> list[str]:
    """The placeholders of a text, in their order."""
    return [name for _, name, _, _ in string.Formatter().parse(text) if name]


@cache
def shape(text: str) -> re.Pattern[str]:
    """What a text of the language file looks like, its placeholders filled."""
    return re.compile("(.+)".join(re.escape(own) for own in re.split(r"{\w+}", text)), re.DOTALL)


def is_translated(text: str, known: Iterable[str]) -> bool:
    """Whether no word of a text that is shown is left as it was: its values hold none but names of files, and what a `why` is."""

    def is_plain(name: str, value: str) -> bool:
        is_value = not re.search("[A-Za-z]", re.sub(r"\w+\.\w+", "", value))
        return is_value or (name == "why" and is_translated(value, known))

    matches = [(each, found) for each in known if (found := shape(each).fullmatch(text))]
    return any(all(map(is_plain, names(each), found.groups())) for each, found in matches)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    wording.use("en")


def test_what_a_person_meets_is_found() -> None:
    found = said()
    assert "The question is empty." in found
    assert "\0 does not open with this password." in found, "a name in a sentence"
    assert "\0 is damaged, or not a Word document." in found, "what callers give"
    assert "Ask again; logs/llm.log in the home folder says more." in found, (
        "an attribute, and another module's name"
    )
    assert "\0 belongs to another model" in found, "what a helper returns"
    assert "It needs a password. Add the archive again with its password." in found, (
        "no error, but kept of a file"
    )
    assert not [each for each in found if "ragdesk eval" in each]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_person_meets_is_translated(language: str) -> None:
    wording.use(language)
    known = list(wording.wording(language).errors.values())
    missing = [
        each
        for each in sorted(said() - set(COMMAND_LINE_TEXTS))
        if not is_translated(wording.told(each.replace(HOLE, VALUE)), known)
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_and_its_hint_are_translated_when_kept_as_one(language: str) -> None:
    wording.use(language)
    pairs = {
        (message.replace(HOLE, VALUE), hint.replace(HOLE, VALUE))
        for node, place in code().nodes
        if shown(place) and len(both := spoken(node)) == 2
        for message, hint in product(*(code().texts(each, place) for each in both))
    }
    ended = [
        (message, hint)
        for message, hint in pairs
        if message.endswith(".") and wording.told(message) != message
    ]
    assert len(ended) > 200
    for message, hint in ended:
        assert wording.told(f"{message} {hint}") == f"{wording.told(message)} {wording.told(hint)}"


def test_no_error_hides_its_words() -> None:
    hidden = {
        ast.unparse(each)
        for node, place in code().nodes
        if shown(place)
        for each in spoken(node)
        if code().texts(each, place) == {HOLE}
    }
    assert hidden == set(UNSEEN)


def test_what_is_left_out_is_still_there() -> None:
    assert set(COMMAND_LINE_TEXTS) <= said()
    assert all(
        any(not shown(place) and each in place.module for _, place in code().nodes) for each in COMMAND_LINE
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_translated_is_still_said(language: str) -> None:
    texts = said(everything=True) | {text for node, _ in code().nodes for text in written(node)}
    gone = [
        text
        for text in wording.wording(language).errors
        if text not in SYSTEM
        and re.sub(r"{\w+}", HOLE, text) not in texts
        and not any(map(shape(text).fullmatch, said(everything=True)))
    ]
    assert gone == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_values(language: str) -> None:
    known = wording.wording(language).errors
    assert [
        text for text, translated in known.items() if sorted(names(text)) != sorted(names(translated))
    ] == []


def test_values_stay_as_they_are_and_what_is_unknown_stays_english() -> None:
    problem = "{x} <b>.txt is empty."
    hint = "Check whether it was saved or copied completely."
    assert wording.told(f"{problem} {hint}") == f"{problem} {hint}"
    wording.use("de")
    assert wording.told(problem) == "{x} <b>.txt ist leer."
    assert wording.told("v1. 2. a.txt is empty. " + hint).startswith("v1. 2. a.txt ist leer. Prüfen Sie, ob")
    assert wording.told("Nobody has said this. Or that.") == "Nobody has said this. Or that."


def test_a_reason_inside_of_a_sentence_is_translated_too() -> None:
    wording.use("de")
    full = wording.told("a.txt cannot be kept: No space left on device.")
    assert full == "a.txt lässt sich nicht ablegen: kein Platz mehr auf dem Datenträger."
    hint = "Check whether it was saved or copied completely."
    inside = wording.told(f"What lies there now could not be read: why.txt is empty. {hint}")
    assert inside.startswith("Was jetzt dort liegt, ließ sich nicht lesen: why.txt ist leer. Prüfen Sie, ob")
    assert wording.told("a.txt cannot be kept: strange.") == "a.txt lässt sich nicht ablegen: strange."


def test_what_the_desk_refuses_is_shown_in_german(tmp_path: Path) -> None:
    (tmp_path / "leer.txt").write_bytes(b"")
    (tmp_path / "a.xyz").write_bytes(b"\x00\x01\x02" * 50)
    wording.use("de")
    app = App.open(open_home(tmp_path / "home"))
    try:
        empty, unknown = (
            wording.told(each.problem or "") for each in app.add([tmp_path / "leer.txt", tmp_path / "a.xyz"])
        )
        for question in ("  ", "x" * (MAX_QUESTION + 1)):
            with pytest.raises(errors.QuestionError) as refused:
                list(app.ask(question))
            assert "Frage" in render.error(refused.value) and "question" not in render.error(refused.value)
    finally:
        app.close()
    assert empty == "leer.txt ist leer. Prüfen Sie, ob die Datei vollständig gespeichert oder kopiert wurde."
    assert unknown.startswith(
        ("a.xyz: Dateien dieser Art werden nicht gelesen. Gelesen werden: ", "a.xyz ist kein Text. ")
    )
