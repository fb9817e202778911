"""Brings the translations in step with the code: what is new waits there for its translation, what is gone goes.

    make texts

Babel keeps the files; which calls hold a text for a person stands below. A new language begins with an empty file,
`ragdesk/front/web/languages/<code>/LC_MESSAGES/ragdesk.po`, and a name in `wording.LANGUAGES`.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from ragdesk.domain import errors
from ragdesk.front.web.wording import LANGUAGE_FILES

PACKAGE = Path(errors.__file__).parents[1]
# The arguments that are texts, counted from 1, by the name of what is called; two of `plural` are forms of one text.
KEYWORDS = {"t": (1,), "mark": (1,), "plural": (2, 3)}
# Their arguments are two texts each: what is wrong, and what to do.
ERRORS = {"Problem"} | {name for name in vars(errors) if name.endswith("Error")}
# What only the command line says stays English.
COMMAND_LINE = (
    "bulk/**.py",
    "extras/evaluation/**.py",
    "engines/onnx_export.py",
    "engines/wheels.py",
    "front/bundle.py",
    "front/cli/**.py",
    "ingesting/reprocess.py",
)


def calls(file: IO[bytes], *_: object, **__: object) -> Iterator[tuple[int, str, Any, list[str]]]:
    """A method of extraction for Babel, whose own takes the two texts of an error for forms of one."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            literals = [_literal(argument) for argument in node.args]
            if node.func.id in ERRORS:
                yield from ((node.lineno, "mark", text, []) for text in literals[:2] if text)
            elif node.func.id in KEYWORDS:
                yield node.lineno, node.func.id, tuple(literals), []


def _literal(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def template() -> Catalog:
    """All texts of the code, without translations."""
    methods = [(pattern, "ignore") for pattern in COMMAND_LINE]
    methods += [("**.py", calls), ("**.j2", "jinja2.ext:babel_extract")]
    texts = Catalog(project="RAGDesk")
    for _, _, message, _, context in extract_from_dir(PACKAGE, methods, keywords=KEYWORDS):
        texts.add(message, context=context)
    return texts


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def main() -> int:
    """Update every language; the exit status is 1 where something is not translated."""
    missing = 0
    for path in sorted(LANGUAGE_FILES.glob("*/LC_MESSAGES/ragdesk.po")):
        catalog, texts = read(path), template()
        texts.creation_date = catalog.creation_date
        catalog.update(texts, no_fuzzy_matching=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=0, sort_output=True, ignore_obsolete=True, no_location=True)
        for message in catalog:
            if message.id and not all(message.string if message.pluralizable else [message.string]):
                print(f"{path.parts[-3]}: not translated: {message.id}")
                missing += 1
    return min(missing, 1)


if __name__ == "__main__":
    sys.exit(main())
