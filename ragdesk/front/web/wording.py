"""The app's own words in the person's language: `t("English text")` at the moment of rendering.

English is the source, in the code. Another language is one file, `languages/<code>.toml`: `[texts]` from the English text to
its translation, `[counts]` from the English singular to the two forms (n == 1, and all else), `[errors]` from what the parts
below the app say when something fails, with a name for each value in it; what stands for `{why}` may be an entry of its own.
What is not there stays English.
Placeholders are named, as in `t("{count} files", count=3)`. One process has one language: that of its person.
"""

import locale
import os
import re
import string
import tomllib
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path

from ragdesk.domain.errors import RagdeskError
from ragdesk.host.settings import load_settings

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
    errors: dict[str, str] = field(default_factory=dict)


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
    named = next((os.environ[one] for one in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(one)), "")
    named = named or locale.getlocale()[0] or ""
    return "de" if named.lower().startswith(("de_", "de-", "german")) or named.lower() == "de" else "en"


def t(text: str, **values: object) -> str:
    """The text in the language in use, with the values put in. `text` is a literal, or was marked by `mark`."""
    said = wording(_current).texts.get(text, text)
    return said.format(**values) if values else said


def told(problem: str) -> str:
    """An error's message, its hint, or both after each other as they are kept of a file, in the language in use; English where
    `[errors]` has nothing that fits. The values in it, names of files say, stay as they are."""
    for end in re.finditer(r"(?<=[.!?]) ", problem):
        both = _fitted(problem[: end.start()]), _fitted(problem[end.end() :])
        if both[0] and both[1]:
            return f"{both[0]} {both[1]}"
    return _fitted(problem) or problem


def _fitted(sentence: str) -> str | None:
    for pattern, said in _patterns(_current):
        found = pattern.fullmatch(sentence)
        if found is not None:
            values = found.groupdict()
            return said.format(
                **{name: told(value) if name == "why" else value for name, value in values.items()}
            )
    return None


@cache
def _patterns(language: str) -> list[tuple[re.Pattern[str], str]]:
    """What an error may look like, and its translation; those with the most words of their own come first."""
    found = []
    for text, said in wording(language).errors.items():
        pieces = list(string.Formatter().parse(text))
        pattern = "".join(re.escape(own) + (f"(?P<{name}>.+)" if name else "") for own, name, _, _ in pieces)
        found.append((sum(len(own) for own, *_ in pieces), re.compile(pattern, re.DOTALL), said))
    return [(pattern, said) for _, pattern, said in sorted(found, key=lambda each: -each[0])]


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
