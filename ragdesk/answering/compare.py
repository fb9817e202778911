"""Comparisons: a question about two things or more becomes a search for each side, so that each has its evidence.

By rules, for English and German; what they do not recognise is searched for as one question.
"""

import re
from collections.abc import Iterator, Sequence

from ragdesk.domain.search import Hit
from ragdesk.text.tokens import content_words

# More sides than this would leave none of them enough of the evidence.
MOST = 4

# In each, `sides` names what is compared (or `one` and `two` do); `rest` is what else was asked, and goes with every side.
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"(?:(?:.*?[,.;:] )?(?:now|and|so|please|bitte|(?:can|could|would) you(?: please)?) )?"
        r"(?:compare|contrast|vergleich(?:e|en sie)?) (?P<sides>.+)",
        r".*?\b(?:differences?|distinction|comparison|unterschiede?) (?P<rest>(?:in|of|bei|im) .+? )?"
        r"(?:between|among|zwischen) (?P<sides>.+)",
        r"how (?:do|does|did|is|are) (?P<sides>.+?) (?:different|differ|compare)\b(?P<rest>.*)",
        r"how (?:do|does|did|is|are) (?P<one>.+?) (?:different from|differ from|compared? (?:to|with)) (?P<two>.+)",
        r"(?:wie|worin|wodurch) unterscheide(?:t|n) sich (?P<sides>.+)",
        r"(?:is|are|was|were) (?P<one>.+?) (?P<rest>(?:more|less) \w+|better|worse|\w{2,}er) than (?P<two>.+)",
        r"(?:ist|sind|war|waren) (?P<one>.+?) (?P<rest>\w{2,}er) als (?P<two>.+)",
        r"(?P<sides>.+ (?:versus|vs\.?) .+)",
        r"(?P<rest>(?:what|which|who|welche[rs]?|was|wer) [^:,]+)[:,] (?P<sides>.+ (?:or|oder) .+)",
    )
)
_BETWEEN = (
    re.compile(r",? (?:and|or|und|oder|&|versus|vs\.?) |, ", re.IGNORECASE),
    re.compile(r" (?:with|to|from|mit|vo[nm]) ", re.IGNORECASE),
)
# Where the sides end, and what is asked about all of them begins.
_TAIL = re.compile(
    r"[:;?!] |, (?=(?:which|what|who|welche|was|wer)\b)"
    r"|,? (?:and|und) (?=(?:determine|decide|explain|say|tell|describe|which|what|who|erkläre?|welche|was|wer)\b)"
    r"| (?=(?:in terms of|with (?:respect|regard) to|regarding|concerning|when|hinsichtlich|bezüglich)\b)",
    re.IGNORECASE,
)
_PLACE = re.compile(r" (?=(in|on|for|under|during|at|of|bei|für|im|unter|von) )", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:both |beide[rn]? )?(?:(?:the|an?|der|die|das|de[nm]|eine?[nm]?|einer) )?", re.IGNORECASE
)
_THOSE = re.compile(rf"(?:that|those|the ones?|diejenigen?|die)(?={_PLACE.pattern})", re.IGNORECASE)


def sides(question: str) -> tuple[str, ...]:
    """What to search for on each side of a comparison; empty where nothing is compared."""
    text = " ".join(question.split()).rstrip("?!. ")
    for form in _FORMS:
        match = form.fullmatch(text)
        if match and (compared := _sides(match.groupdict())):
            return compared
    return ()


def _sides(groups: dict[str, str | None]) -> tuple[str, ...]:
    rest, first = groups.get("rest") or "", groups.get("one")
    named, tail = _cut(groups["two"] if first else groups["sides"], _TAIL)
    sides = (
        [first, named] if first else next((split for by in _BETWEEN if len(split := by.split(named)) > 1), [])
    )
    if len(sides) < 2:
        return ()
    place = _PLACE.search(sides[-1])
    # "In Germany" belongs to all sides, unless another has a place of its own.
    if place and not re.search(rf"\b{place[1]}\b", " ".join(sides[:-1]), re.IGNORECASE):
        sides[-1], inside = _cut(sides[-1], _PLACE)
        tail = f"{inside} {tail}"
    bare = _completed([" ".join(side.strip(" ,").split()) for side in sides])
    # "More than 100 euros" names an amount, "than it" nothing that could be searched for.
    if not 2 <= len(bare) <= MOST or any(not content_words(side) or side[0].isdigit() for side in bare):
        return ()
    return tuple(" ".join(f"{side} {rest} {tail}".split()) for side in bare)


def _cut(text: str | None, mark: re.Pattern[str]) -> tuple[str, str]:
    """What stands before a mark, and after it."""
    text = text or ""
    match = mark.search(text)
    return (text[: match.start()], text[match.end() :]) if match else (text, "")


def _completed(sides: Sequence[str]) -> list[str]:
    """Each side without its article, and with the words that it shares with another and that are said only once: "fees in
    Germany and France", "full-time and part-time staff", "the fees here and those at other sites"."""
    bare = [_ARTICLE.sub("", side, count=1) for side in sides]
    if not all(content_words(side) for side in bare):
        return []
    first, last = bare[0], bare[-1].split()
    place = _PLACE.search(first)
    completed = []
    for side, words in zip(sides, (side.split() for side in bare), strict=True):
        has_article = " ".join(words) != side  # such a side lacks nothing
        if place and _THOSE.match(side):
            words = [first[: place.start()], _THOSE.sub("", side, count=1)]
        elif place and not has_article and len(words) <= 2 and " ".join(words) != first:
            words = [first[: place.end()], place[1], *words]
        elif not has_article and len(words) < len(last) <= len(words) + 2:
            words = [*words, *last[len(words) :]]
        completed.append(" ".join(" ".join(words).split()))
    return completed


def merge(lists: Sequence[Sequence[Hit]], top: int) -> list[Hit]:
    """The first `top` of several ranked lists, which take turns to give their best hit that is not there yet, so that each
    is among the first `len(lists)`. A hit keeps the score of the list that gave it: between lists they do not compare."""
    merged: dict[str, Hit] = {}
    turns: list[Iterator[Hit]] = [iter(hits) for hits in lists]
    while turns and len(merged) < top:
        for turn in list(turns):
            hit = next((hit for hit in turn if hit.chunk.id not in merged), None)
            if hit is None:
                turns.remove(turn)
            else:
                merged[hit.chunk.id] = hit
    return list(merged.values())[:top]
