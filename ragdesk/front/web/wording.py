"""The app's own words in the person's language: `t("English text")` at the moment of rendering.

English is the source, in the code. Another language is one file of gettext, `languages/<code>/LC_MESSAGES/ragdesk.po`, which
`make texts` keeps in step with the code; what has no translation stays English. Placeholders are named, as in
`t("{count} files", count=3)`. One process has one language: that of its person.
"""

import locale
import os
import string
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

from ragdesk.domain.errors import Problem, RagdeskError, filled
from ragdesk.domain.errors import mark as mark  # for texts of the page, too
from ragdesk.host.settings import load_settings

LANGUAGES = {"en": "English", "de": "Deutsch"}
LANGUAGE_FILES = Path(__file__).parent / "languages"
_current = "en"
# What the system says, as a reason within an error.
_REASONS = (
    mark("No space left on device"),
    mark("database or disk is full"),
    mark("Permission denied"),
    mark("Read-only file system"),
    mark("Input/output error"),
    mark("No such file or directory"),
    mark("File name too long"),
)
# What to do, where a command would only show what the page shows.
_RELOAD = mark("It may have been removed in another window. Reload the page to see what is there.")
_HINTS_OF_THE_PAGE = dict.fromkeys(
    (
        mark("See the ids with: ragdesk list"),
        mark("See the collections with: ragdesk list"),
        mark("See `ragdesk memory list`."),
        mark("See `ragdesk table list`."),
        mark("See `ragdesk table show`."),
    ),
    _RELOAD,
)


@cache
def translations(language: str) -> NullTranslations:
    """The texts of a language. Babel compiles the file at the first call, in 50 ms, so that there is no second file to keep."""
    path = LANGUAGE_FILES / language / "LC_MESSAGES" / "ragdesk.po"
    if not path.exists():
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return GNUTranslations(compiled)


def use(setting: str) -> str:
    """Speak the language that the setting names from now on ("auto": the system's); returns its code."""
    global _current
    _current = setting if setting in LANGUAGES else system_language()
    return _current


def use_saved(settings: Path | None) -> str:
    """`use`, with what the file of settings says; the system's language where there is none, or it cannot be read."""
    try:
        return use(load_settings(settings).ui.language if settings else "auto")
    except RagdeskError:
        return use("auto")


def language() -> str:
    """The code of the language in use, as HTML's `lang` takes it."""
    return _current


def system_language() -> str:
    """That of the system's messages, where the app has it; else English. POSIX's order of variables, then the system's own."""
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    setting = next((os.environ[name] for name in variables if os.environ.get(name)), "")
    setting = (setting or locale.getlocale()[0] or "").lower()
    return "de" if setting.startswith(("de_", "de-", "german")) or setting == "de" else "en"


def t(text: str, **values: object) -> str:
    """The text in the language in use, with the values put in. `text` is a literal, or was marked by `mark`."""
    return filled(_translated(text), values)


def plural(count: int, one: str, many: str, **values: object) -> str:
    """`one` or `many`, in the language in use, with "{count}" put in, thousands apart, and the values."""
    return translations(_current).ngettext(one, many, count).format(count=number(count), **values)


def told(problem: Problem | RagdeskError | None) -> str:
    """What is wrong and what to do, in the language in use; "" for no problem."""
    return " ".join(filter(None, told_apart(problem))) if problem else ""


def told_apart(problem: Problem | RagdeskError) -> tuple[str, str]:
    """As `told`, but apart: (what is wrong, what to do)."""
    if isinstance(problem, RagdeskError):
        problem = problem.problem
    values = {
        name: told(value) if isinstance(value, Problem) else value for name, value in problem.values.items()
    }
    hint = _HINTS_OF_THE_PAGE.get(problem.hint_template, problem.hint_template)
    return _worded(problem.template, values), _worded(hint, values)


def number(value: float, places: int | None = None) -> str:
    """A number as the language in use writes it: "1,204.5", "1.204,5"; `places` after the point, as many as it has for None."""
    return _numerals(f"{value:,.10g}" if places is None else f"{value:,.{places}f}")


def date(then: datetime, *, year: bool = True) -> str:
    """A date as the language in use writes it: "3 Nov 2026", "03.11.2026"; without `year` "3 Nov", "03.11."."""
    from babel.dates import format_date

    return format_date(then, t("d MMM y") if year else t("d MMM"), locale=_current)


def _translated(text: str) -> str:
    return translations(_current).gettext(text) if text else ""


def _worded(template: str, values: Mapping[str, object]) -> str:
    text = _translated(template)
    return _Numbers().vformat(text, (), values) if values else text


class _Numbers(string.Formatter):
    """Writes a number that has a format, as in "{count:,}", as the language in use does."""

    def format_field(self, value: Any, format_spec: str) -> str:
        shown = format(value, format_spec)
        return _numerals(shown) if format_spec and isinstance(value, int | float) else shown


def _numerals(shown: str) -> str:
    """A number in Python's notation, with the marks of the language in use."""
    return shown.translate(_marks(_current))


@cache
def _marks(language: str) -> dict[int, str]:
    from babel.numbers import get_decimal_symbol, get_group_symbol

    return {ord(","): get_group_symbol(language), ord("."): get_decimal_symbol(language)}
