"""HTML from Jinja2 templates: the one way in which an environment is built. Knows nothing of what is rendered.

Every value is escaped unless it is `Markup`. A template's line breaks, with the indentation after them, are for its reader: they
become a space between two attributes, and nothing elsewhere, so a space that is meant between words stands within a line.

Translating a template into Python takes longer than all else that is done with it, so what came out is kept where Python keeps
the same of its modules, and under the same switches.
"""

import html
import importlib.util
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context
from markupsafe import Markup

log = logging.getLogger(__name__)

_BREAK = re.compile(r"[<>]|\s*\n\s*")
_SPECIAL = re.compile("[&<>\"']")


def escape(value: object) -> str:
    """A value as HTML text or attribute value; `Markup` is HTML already."""
    if isinstance(value, Markup):
        return value
    text = value if isinstance(value, str) else str(value)
    return html.escape(text) if _SPECIAL.search(text) else text


class _OneLine(Extension):
    """Leaves a template's own line breaks out. What stands in `{{ … }}` and `{% … %}` is not touched."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        in_tag = False

        def joined(match: re.Match[str]) -> str:
            nonlocal in_tag
            if match.group() in "<>":
                in_tag = match.group() == "<"
                return match.group()
            return " " if in_tag else ""

        for token in stream:
            yield token._replace(value=_BREAK.sub(joined, token.value)) if token.type == "data" else token


class _Generator(CodeGenerator):
    """Writes values by `escape` instead of markupsafe's, which makes a list of a thousand documents a third slower."""

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        self.write("environment.escape(")


class _Context(Context):
    """Calls what a template calls: Jinja's own looks first whether the function asks for the context, and none here does."""

    def call(
        self,
        function: Callable[..., object],
        /,
        *values: object,
        _loop_vars: object = None,
        _block_vars: object = None,
        **named: object,
    ) -> object:
        return function(*values, **named)


class _Compiled(BytecodeCache):
    """Compiled templates beside their sources, or under Python's own prefix. Jinja compares each with its source when it is read;
    the name tells those apart that another version of Jinja, or of this module, wrote."""

    HOW = f"ragdesk1jinja{version('jinja2').replace('.', '')}"

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        del name
        return importlib.util.cache_from_source(filename or "", optimization=self.HOW)

    def load_bytecode(self, bucket: Bucket) -> None:
        kept = Path(bucket.key)
        if kept.is_file():
            with kept.open("rb") as stream:
                bucket.load_bytecode(stream)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        kept = Path(bucket.key)
        fresh = kept.with_suffix(f".{os.getpid()}")
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(bucket.bytecode_to_string())
            fresh.replace(kept)
        except OSError as error:
            log.debug("a compiled template is not kept: %s", error)


class _Environment(Environment):
    code_generator_class = _Generator
    context_class = _Context
    escape = staticmethod(escape)


def environment(
    folder: Path,
    filters: Mapping[str, Callable[..., object]],
    functions: Mapping[str, Callable[..., object]],
) -> Environment:
    """The templates of a folder; a name that is not given to one is an error."""
    made = _Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=[_OneLine],
        auto_reload=False,
        bytecode_cache=_Compiled(),
    )
    made.filters.update(filters)
    made.globals.update(functions)
    return made
