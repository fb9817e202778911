"""Names of months, in any language that has a list of them."""

from functools import cache

from ragdesk.text import lexicon

# A name is cut to so many letters.
_SHORT = 3


@cache
def months() -> dict[str, int]:
    """Each month by the beginning of its name."""
    return {
        name[:_SHORT]: at
        for language in lexicon.languages()
        for at, name in enumerate(lexicon.ordered("months", language), start=1)
    }


def month(name: str) -> int:
    """The number of a month, by its name or the beginning of it."""
    return months()[name.casefold()[:_SHORT]]


@cache
def month_names() -> str:
    """All names of months and what they are cut to, as one regular expression."""
    names = {name for language in lexicon.languages() for name in lexicon.ordered("months", language)}
    return lexicon.one_of({*names, *(name[:_SHORT] for name in names), "sept"})
