"""The title that a document gives itself on its first page: never its file's name."""

import re

# Characters from the beginning in which it stands.
OPENING = 3_000
_NOISE = re.compile(
    r"^(?:exhibit|ex-|annex|schedule|appendix|anlage|page|seite|execution|conformed|confidential|draft|final|version|certain|"
    r"portions|source|dated|table of contents|inhalt|\[?\*|omitted|pursuant|redacted|between|by and|among|and|effective|private|"
    r"www|http|sec|copyright|©|filed|form\b|cusip|united states|securities|washington|file|this |the (?:registrant|company|"
    r"following)|contract (?:no|number)|no\.|nr\.)",
    re.IGNORECASE,
)
_WHAT = re.compile(
    r"\b(?:agreement|contract|lease|licen[cs]e|amendment|addendum|memorandum|policy|procedure|protocol|guideline|manual|handbook|report|plan|"
    r"invoice|statement|letter|deed|bond|note|guaranty|warrant|terms|conditions|standard|specification|vertrag|vereinbarung|ordnung|richtlinie|"
    r"anweisung|satzung|rechnung|bericht)\w*\b",
    re.IGNORECASE,
)
_FRAMED = re.compile(
    r"(?:(?:exhibit|annex|schedule|appendix|anlage)\s+[\w.-]*\d[\w.-]*[\s:.–-]+)?(?:form\s+of\s+)?(?P<title>.+?)"
    r"(?:\s+(?:by\s+and\s+)?(?:between|among|zwischen))?",
    re.IGNORECASE,
)
# "400,000 Shares" in large type: what an offer is of.
_COUNTED = re.compile(r"\d[\d.,]*\s+\w+$")
_HEADING = re.compile(r"\A\s*#{1,3} (?P<title>\S[^\n]*)")
_NAMED = re.compile(
    r"\bTh(?:is|e)\s+(?P<title>(?:[A-Z][\w&’'-]*|of|and|for|the|to|in)(?:[\s,]+(?:[A-Z][\w&’'-]*|of|and|for|the|to|in)){0,9})\s*,?\s*"
    r"\((?:[^()]{0,60}[“\"]|this|the|hereinafter)"
)


def title_in(text: str, title: str, from_name: bool) -> tuple[int, int] | None:
    """The (start, end) of the title: where the reader found one on the page, there; else the first line that names a kind of
    document, or what the text calls itself ("This Lease (the “Lease”)").

    Args:
        title: what the document is called in the library; `from_name`: whether that is its file's name.
    """
    opening = text[:OPENING]
    stands = None if from_name or _NOISE.match(title) or _COUNTED.match(title) else _stands(title, opening)
    if stands and _WHAT.search(title):
        return stands
    lines = list(_lines(opening))
    heads = [
        span for span in lines if _WHAT.search(opening[slice(*span)]) and _is_head(opening[slice(*span)])
    ]
    named = _NAMED.search(opening)
    # A section "Procedure" below the title is none, as "AGREEMENT" above the text is.
    if heads and stands and len(opening[slice(*heads[0])].split()) == 1 and stands[0] < heads[0][0]:
        return stands
    if heads:
        return _with_next(opening, heads[0], lines)
    if named and _WHAT.search(named["title"]):
        return named.span("title")
    heading = _HEADING.search(opening)
    heading = None if heading and _COUNTED.match(heading["title"]) else heading
    upper = next((span for span in lines if opening[slice(*span)].isupper()), None)
    return stands or upper or (heading.span("title") if heading else None)


def _stands(title: str, opening: str) -> tuple[int, int] | None:
    words = title.split()
    if not words:
        return None
    match = re.search(r"[\s*#]+".join(map(re.escape, words)), opening, re.IGNORECASE)
    return match.span() if match else None


def _lines(text: str) -> list[tuple[int, int]]:
    spans, position = [], 0
    for line in text.splitlines(keepends=True):
        bare = line.strip().strip("#*_| ")
        # What a title stands between: "Exhibit 10.6 Licence Agreement", "Form of Lease between".
        framed = _FRAMED.fullmatch(bare)
        bare = framed["title"] if framed and _WHAT.search(framed["title"]) else bare
        start = position + line.find(bare) if bare else position
        position += len(line)
        if bare and not _NOISE.match(bare) and sum(map(str.isalpha, bare)) >= 4:
            spans.append((start, start + len(bare)))
    return spans


def _is_head(line: str) -> bool:
    words = line.split()
    capitals = sum(
        word[:1].isupper() or word.lower() in ("of", "and", "for", "the", "to", "&", "-", "in")
        for word in words
    )
    return len(words) <= 14 and capitals == len(words) and not line.endswith((".", ";", ":"))


def _with_next(text: str, head: tuple[int, int], lines: list[tuple[int, int]]) -> tuple[int, int]:
    """A title in capitals that runs over two lines, as one."""
    at = lines.index(head)
    if at and text[slice(*lines[at - 1])].isupper() and text[slice(*head)].isupper():
        before = lines[at - 1]
        between = text[before[1] : head[0]]
        if not between.strip("#* \n") and between.count("\n") == 1 and len(text[slice(*before)].split()) <= 8:
            return before[0], head[1]
    return head
