"""Headings as questions: one that asks already, one that names a procedure, one that names a topic of the document."""

import re
from collections.abc import Iterator

_NUMBER = re.compile(
    r"(?:(?:section|article|part|chapter|abschnitt|kapitel|teil|§)\s*)?(?:[\dIVX]+(?:[.)]\d*)*|[A-Z][.)])[.):\s–-]+\s*",
    re.IGNORECASE,
)
# After a word that may be a noun, too: "Open the valve", but no "Open day".
_OBJECT = re.compile(r"(?:an?|the|your|my|each|every|all)\b", re.IGNORECASE)
_STEP = re.compile(r"^\s*(?:\d{1,2}[.)]|Step \d|Schritt \d)\s", re.MULTILINE)
_GERUNDS = {
    "adding": "add", "adjusting": "adjust", "applying": "apply", "assembling": "assemble", "booking": "book",
    "changing": "change", "charging": "charge", "checking": "check", "choosing": "choose", "cleaning": "clean",
    "connecting": "connect", "creating": "create", "defrosting": "defrost", "descaling": "descale", "emptying": "empty",
    "filing": "file", "filling": "fill", "installing": "install", "loading": "load", "locking": "lock",
    "logging": "log", "making": "make", "mounting": "mount", "moving": "move", "opening": "open", "operating": "operate",
    "ordering": "order", "paying": "pay", "pairing": "pair", "preparing": "prepare", "registering": "register",
    "removing": "remove", "repairing": "repair", "replacing": "replace", "reporting": "report", "requesting": "request",
    "resetting": "reset", "restarting": "restart", "returning": "return", "setting": "set", "starting": "start",
    "stopping": "stop", "storing": "store", "submitting": "submit", "switching": "switch", "taking": "take",
    "testing": "test", "transferring": "transfer", "turning": "turn", "unpacking": "unpack", "updating": "update",
    "using": "use", "washing": "wash", "withdrawing": "withdraw",
}  # fmt: skip
# What every document has, and nobody asks for.
_DULL = re.compile(
    r"(?:table of )?contents?|introduction|overview|preamble|general(?: information)?|background|notes?|summary|references?|"
    r"appendix.*|annex.*|exhibit.*|schedule.*|attachments?|glossary|index|miscellaneous|conclusions?|acknowledge?ments?|figures?|tables?|"
    r"inhalt(?:sverzeichnis)?|einleitung|einführung|überblick|allgemeines|anhang.*|anlagen?.*|vorwort|hinweise?|zusammenfassung|"
    r".*\b(?:guide|manual|handbook|report|agreement|handbuch|anleitung|bericht|vertrag)|"
    r"document structure|parts and features|important safety.*|before .*|after .*|when .*|if .*|"
    r"sonstiges|beginning|page \d+|seite \d+|sheet\d*|tabelle\d*|.*\b(?:continued|fortsetzung)\b.*",
    re.IGNORECASE,
)
# A question that stands alone.
_ASKS = re.compile(
    r"(?:what|how|who|when|where|which|why|is|are|can|may|do|does|must|should|will|"
    r"was|wie|wer|wann|wo|welche[rs]?|warum|wozu|kann|können|darf|dürfen|muss|müssen|ist|sind|gibt) "
    r"(?!(?:it|they|this|that|these|you see)\b)[^\"“”]{5,}",
    re.IGNORECASE,
)
# "What you need" asks already, of nobody in particular.
_BEGINS_ASKING = re.compile(
    r"(?:what|who|when|where|how|why|which|was|wer|wann|wo|wie|warum|welche\w*)\b(?! to\b)", re.IGNORECASE
)
# "Installing it" leans on what was said before.
_LEANS = re.compile(r" (?:it|them|this|these|that)\b| the following$", re.IGNORECASE)
_TOPIC = re.compile(r"[A-Za-zÄÖÜäöüß][\wÄÖÜäöüß'’&, -]{4,50}")
_GOOD_TITLE = re.compile(r"[A-Za-zÄÖÜäöüß][\wÄÖÜäöüß'’&,.:() -]{4,60}")


def of_heading(heading: str, title: str, language: str, below: str) -> Iterator[tuple[str, str]]:
    """(rule, question) of a section's heading; `below` is the text that it begins with."""
    plain = " ".join(_NUMBER.sub("", heading, count=1).split()).strip(" .:*_")
    if plain.isupper():
        plain = plain.capitalize()
    if plain.endswith("?"):
        if _ASKS.match(plain) and len(plain.split()) <= 14:
            yield "asked", plain
        return
    if (
        not plain
        or _LEANS.search(plain)
        or _BEGINS_ASKING.match(plain)
        or _DULL.fullmatch(plain)
        or len(plain.split()) > 7
    ):
        return
    if how := _procedure(plain, language, bool(_STEP.search(below))):
        yield "how", how
    elif (
        not _is_sheet(below)
        and _TOPIC.fullmatch(plain)
        and _says(title)
        and plain.casefold() not in title.casefold()
    ):
        topic = plain[:1].lower() + plain[1:] if language == "en" and plain[1:].islower() else plain
        told = (
            f"What does “{title}” say about {topic}?"
            if language == "en"
            else f"Was steht in „{title}“ zu „{plain}“?"
        )
        yield "says", told


def _is_sheet(below: str) -> bool:
    """Whether a sheet of a spreadsheet begins here: its name is no topic that anybody asks about."""
    return any(line.startswith("| # |") for line in below.splitlines()[:4])


def _procedure(heading: str, language: str, has_steps: bool) -> str:
    first, _, rest = heading.partition(" ")
    if language == "de":
        last = heading.split()[-1]
        if has_steps and rest and last.islower() and last.endswith(("en", "ern", "eln")):
            return f"Wie kann ich {heading}?"
        return ""
    if heading.casefold().startswith("how to "):
        return f"How do I {heading[7:]}?"
    verb = _GERUNDS.get(first.lower(), "")
    if not verb and has_steps and first.lower() in _GERUNDS.values() and _OBJECT.match(rest):
        verb = first.lower()
    small = rest[:1].lower() + rest[1:] if rest[1:].islower() else rest
    return f"How do I {verb} {small}?" if verb and rest else ""


def _says(title: str) -> bool:
    """Whether a title is what a person would call the document: words, not a file's name."""
    words = title.split()
    return bool(
        _GOOD_TITLE.fullmatch(title)
        and 1 < len(words) <= 8
        and all(len(word) <= 20 for word in words)
        and sum(character.isdigit() for character in title) <= 6
        and "." not in title[-5:]
    )
