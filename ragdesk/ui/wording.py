"""The app's own words in the person's language: `t("English text")` at the moment of rendering.

English is the source, in the code. Another language is one file, `languages/<code>.toml`: `[texts]` from the English text to
its translation, `[counts]` from the English singular to the two forms (n == 1, and all else). What is not there stays English.
Placeholders are named, as in `t("{count} files", count=3)`. One process has one language: that of its person.
"""

import locale
import os
import tomllib
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "de": "Deutsch"}
_FOLDER = Path(__file__).parent / "languages"
_current = "en"
# A date with and without its year; `strftime` names months in English, so other languages write them as numbers.
_DATES = {"en": ("%d %b %Y", "%d %b"), "de": ("%d.%m.%Y", "%d.%m.")}


@dataclass(frozen=True, slots=True)
class Wording:
    """One language's texts; see the module."""

    texts: dict[str, str] = field(default_factory=dict)
    counts: dict[str, list[str]] = field(default_factory=dict)


@cache
def wording(language: str) -> Wording:
    """What `languages/` holds for a language; nothing for English."""
    path = _FOLDER / f"{language}.toml"
    return Wording(**tomllib.loads(path.read_text(encoding="utf-8"))) if path.exists() else Wording()


def use(setting: str) -> str:
    """Speak the language that the setting names from now on ("auto": the system's); returns its code."""
    global _current
    _current = setting if setting in LANGUAGES else system_language()
    return _current


def language() -> str:
    """The code of the language in use, as HTML's `lang` takes it."""
    return _current


def system_language() -> str:
    """That of the system's messages, where the app has it; else English. POSIX's order of variables, then the system's own."""
    named = next((os.environ[one] for one in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(one)), "")
    named = named or locale.getlocale()[0] or ""
    return "de" if named.lower().startswith(("de_", "de-", "german")) or named.lower() == "de" else "en"


def t(text: str, **values: object) -> str:
    """The text in the language in use, with the values put in. `text` is a literal, or was marked by `mark`."""
    said = wording(_current).texts.get(text, text)
    return said.format(**values) if values else said


def mark(text: str) -> str:
    """The text itself: says that it will be given to `t` later, so that it is translated."""
    return text


def plural(count: int, one: str, many: str, **values: object) -> str:
    """`one` or `many`, in the language in use, with "{count}" put in, thousands apart, and the values."""
    forms = wording(_current).counts.get(one, [one, many])
    return forms[count != 1].format(count=number(count), **values)


def number(value: float, places: int | None = None) -> str:
    """A number as the language in use writes it: "1,204.5", "1.204,5"; `places` after the point, as many as it has for None."""
    shown = f"{value:,.10g}" if places is None else f"{value:,.{places}f}"
    return shown if _current == "en" else shown.translate(str.maketrans(",.", ".,"))


def date(then: datetime, *, year: bool = True) -> str:
    """A date as the language in use writes it: "3 Nov 2026", "03.11.2026"; without `year` "3 Nov", "03.11."."""
    shown = then.strftime(_DATES[_current][not year])
    return shown.lstrip("0") if _current == "en" else shown
