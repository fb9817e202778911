"""The page's templates: `templates/<tab>/<piece>.html.j2`, and what they may call.

What comes out goes through Gradio's Markdown component. So that it finds no Markdown in it, everything is written on one line,
and the characters that Markdown gives a meaning are written as references, wherever they came from.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from ragdesk.front.web import texts, wording
from ragdesk.front.web.actions import addresses
from ragdesk.text.jinja import environment, escape

_FOLDER = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Template:
    """A template's macros as functions: `chat("question", text)`. It is compiled at the first call."""

    file: str
    # Whether what is written goes into the Markdown component; else it is a page of its own.
    in_markdown: bool = True

    def __call__(self, macro: str, *values: object, **named: object) -> str:
        module = _environment().get_template(self.file).module
        rendered = str(getattr(module, macro)(*values, **named))
        return texts.neutral(rendered) if self.in_markdown else rendered


@cache
def _environment() -> Environment:
    shown = (
        "name",
        "short",
        "prose",
        "stated",
        "readable",
        "quoted",
        "marked",
        "day",
        "day_only",
        "label",
        "model",
        "rows",
    )
    return environment(
        _FOLDER,
        filters={name: getattr(texts, name) for name in shown},
        functions={
            "t": t,
            "plural": plural,
            "number": wording.number,
            "told": wording.told,
            "told_apart": wording.told_apart,
            "action": addresses.action,
            "place": texts.place,
        },
    )


def t(text: str, **values: object) -> str:
    """`wording.t` with values that may be HTML: what is not is escaped."""
    translated = wording.t(text)
    return _filled(translated, values) if values else translated


def plural(count: int, one: str, many: str, **values: object) -> str:
    """`wording.plural` with values that may be HTML: what is not is escaped."""
    # The values are put in below, so each stands for itself here.
    form = wording.plural(count, one, many, **{name: f"{{{name}}}" for name in values})
    return _filled(form, values) if values else form


def _filled(text: str, values: dict[str, object]) -> Markup:
    return Markup(escape(text).format(**{name: escape(value) for name, value in values.items()}))
