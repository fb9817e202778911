"""Whose words are in a message: its writer's own, what it quotes of others, its signature.

Works on units in reading order: lines of plain text, or blocks of a page. mail-parser-reply is not used: of the 276 own lines in
the notmuch threads it loses 39 (all that follows the first header counts as quoted to it, answers between quotes as well), keeps
98 quoted ones, gives no offsets and changes the text; the rules here lose and keep none.
"""

import re
from collections.abc import Sequence
from typing import Literal

# "earlier": of a message that stands whole below a reply (see `earlier`).
Role = Literal["own", "quoted", "earlier", "signature"]

_MARK = re.compile(r"[ \t]{0,3}>(?!From )")
_WROTE = r"(?:wrote|writes|said|schrieb|schreibt|écrit|a écrit|escribió|ha scritto|schreef|napisał(?:\(a\))?|skrev)"
_STARTS = r"(?:On|Am|At|Le|El|Il|Op|Dnia|Den|Quoting|Zitat von|Excerpts from|Auszüge aus)\b"
# "On … wrote:", "Am … schrieb …:", "Name <address>:"; only looked for directly before a quote.
_ATTRIBUTION = re.compile(
    rf"\W{{0,3}}(?:{_STARTS}.{{0,300}}\d.{{0,200}}:|.{{0,300}}\b{_WROTE}\b.{{0,150}}:|.{{0,200}}<\S{{1,100}}@\S{{1,100}}>.{{0,80}}:)\s*",
    re.DOTALL,
)
_BEGINS = re.compile(rf"\W{{0,3}}{_STARTS}")
# The same with nothing after it that marks a quote: it must leave no doubt.
_SURE = re.compile(
    rf"\W{{0,3}}(?:On|Am|Le|El|Il|Op)\b.{{3,300}}?\b{_WROTE}\b.{{0,150}}?:\s*(?:\n|$)",
    re.DOTALL,
)
_MOMENT = re.compile(r"\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b|<\S+@\S+>")
_ORIGINAL = re.compile(
    r"\W{0,3}-{2,}\s*(?:Original[ -]?(?:Message|Nachricht|Appointment)|Ursprüngliche Nachricht|Message d.origine|"
    r"Mensaje original|Messaggio originale|Oorspronkelijk bericht)\s*-{2,}",
    re.IGNORECASE,
)
_FORWARD = re.compile(
    r"\W{0,3}-*\s*(?:Forwarded message|Begin forwarded message|Weitergeleitete (?:Nachricht|Mail|E-Mail)|"
    r"Anfang der weitergeleiteten|Message transféré|Mensaje reenviado|Messaggio inoltrato)\b",
    re.IGNORECASE,
)
_FROM = re.compile(r"[*_ ]{0,3}(?:From|Von|De|Da|Van)[*_]{0,2}\s?:[*_]{0,2}\s*\S", re.IGNORECASE)
_SENT = re.compile(
    r"(?:^|\s)[*_]{0,2}(?:Sent|Gesendet|Date|Datum|Envoyé|Enviado|Fecha|Inviato|Data|Verzonden)[*_]{0,2}\s?:",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(
    r"(?:^|\s)[*_]{0,2}(?:To|An|À|Para|Aan|Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp)[*_]{0,2}\s?:",
    re.IGNORECASE,
)
_RULE = re.compile(r"\W*_{5,}\W*|\W*-{5,}\W*")
_REPLY = re.compile(
    r"\s*(?:\[[^\]]{1,60}\]\s*)?(?:re|aw|antw|antwort|sv|rép|rif)\s?(?:\[\d+\])?\s?:", re.IGNORECASE
)
_FORWARDED = re.compile(r"\s*(?:\[[^\]]{1,60}\]\s*)?(?:fwd?|wg|tr|rv|i|doorst)\s?:", re.IGNORECASE)
HEADER_UNITS = 10
HEADER_LENGTH = 1_200
ATTRIBUTION_UNITS = 4
SIGNATURE_UNITS = 15
SIGNATURE_LENGTH = 1_200


def is_reply(subject: str, refers: bool) -> bool:
    """Whether a message answers another: what it refers to says so, or its subject; a forwarded one does not."""
    if _FORWARDED.match(subject):
        return False
    return refers or bool(_REPLY.match(subject))


def is_marked(line: str) -> bool:
    """A line of plain text that begins with ">"."""
    return bool(_MARK.match(line))


def roles(units: Sequence[str], marked: Sequence[bool]) -> list[Role]:
    """What each unit is.

    Args:
        marked: the units that are quotes by their mark (">", or an element made for quotes).
    """
    unit_roles: list[Role] = ["quoted" if mark else "own" for mark in marked]
    _attributions(units, unit_roles)
    _rest(units, unit_roles)
    _signatures(units, unit_roles)
    return unit_roles


def _attributions(units: Sequence[str], unit_roles: list[Role]) -> None:
    """The line that says who is quoted belongs to the quote that follows it."""
    for index in range(1, len(units)):
        if unit_roles[index] != "quoted" or unit_roles[index - 1] == "quoted":
            continue
        last = index - 1
        if not units[last].strip() and last > 0:
            last -= 1
        first = _attribution(units, unit_roles, last)
        for place in range(first, last + 1):
            unit_roles[place] = "quoted"


def _attribution(units: Sequence[str], unit_roles: Sequence[Role], last: int) -> int:
    """Where the attribution that ends at `last` begins; `last` + 1 where there is none."""
    best = last + 1
    for first in range(last, max(-1, last - ATTRIBUTION_UNITS), -1):
        if unit_roles[first] != "own" or not units[first].strip():
            break
        if not _ATTRIBUTION.fullmatch("\n".join(units[first : last + 1])[:HEADER_LENGTH]):
            continue
        if _BEGINS.match(units[first]):
            return first
        best = min(best, first) if best == last + 1 else best
    return best


def _rest(units: Sequence[str], unit_roles: list[Role]) -> None:
    """Below a header of Outlook's kind, and an unmarked "On … wrote:", all is quoted; below a forward's, all is told anew."""
    for index, unit in enumerate(units):
        if unit_roles[index] == "quoted":
            if _FORWARD.match(unit) and (index == 0 or unit_roles[index - 1] != "quoted"):
                _set(unit_roles, index, "own")
                return
            continue
        if _FORWARD.match(unit):
            _set(unit_roles, index, "own")
            return
        if _ORIGINAL.match(unit) or _is_header(units, index) or _is_unmarked(units, unit_roles, index):
            before = index - 1
            while before >= 0 and not units[before].strip():
                before -= 1
            _set(unit_roles, before if before >= 0 and _RULE.fullmatch(units[before]) else index, "quoted")
            return


def _set(unit_roles: list[Role], start: int, role: Role) -> None:
    unit_roles[start:] = [role] * (len(unit_roles) - start)


def _is_header(units: Sequence[str], index: int) -> bool:
    if not _FROM.match(units[index]):
        return False
    window = "\n".join(unit[:HEADER_LENGTH] for unit in units[index : index + HEADER_UNITS])[:HEADER_LENGTH]
    return bool(_SENT.search(window)) and bool(_ADDRESSED.search(window))


def _is_unmarked(units: Sequence[str], unit_roles: Sequence[Role], index: int) -> bool:
    """An attribution that nothing marked follows."""
    if not _BEGINS.match(units[index]):
        return False
    window = ""
    for place in range(index, min(index + ATTRIBUTION_UNITS, len(units))):
        if unit_roles[place] == "quoted" or not units[place].strip():
            return False
        window += ("\n" if window else "") + units[place][:HEADER_LENGTH]
        if _SURE.fullmatch(window):
            following = next((n for n in range(place + 1, len(units)) if units[n].strip()), None)
            return following is not None and unit_roles[following] == "own" and bool(_MOMENT.search(window))
    return False


def _signatures(units: Sequence[str], unit_roles: list[Role]) -> None:
    """From a line of two hyphens to the end, or to a quote; longer than a signature it is none."""
    for index, unit in enumerate(units):
        if unit_roles[index] != "own" or unit.rstrip() != "--":
            continue
        end = index
        while end < len(units) and unit_roles[end] == "own" and end - index <= SIGNATURE_UNITS:
            end += 1
        if end - index <= SIGNATURE_UNITS and sum(map(len, units[index:end])) <= SIGNATURE_LENGTH:
            unit_roles[index:end] = ["signature"] * (end - index)


def heading_end(units: Sequence[str], depths: Sequence[int], at: int) -> int:
    """Where the head of a message ends that begins at a unit of quoted text: the lines of Outlook's kind, or "On … wrote:" before
    what is quoted deeper; `at` where none begins there."""
    if not units[at].strip():
        return at
    if _RULE.fullmatch(units[at]) or _ORIGINAL.match(units[at]):
        following = next((n for n in range(at + 1, len(units)) if units[n].strip()), at)
        return (
            heading_end(units, depths, following) if following > at and _FROM.match(units[following]) else at
        )
    if _is_header(units, at) or (at and _ORIGINAL.match(units[at - 1])):
        return next(
            (n for n in range(at, min(at + HEADER_UNITS, len(units))) if not units[n].strip()), at + 1
        )
    for last in range(at, min(at + ATTRIBUTION_UNITS, len(units))):
        said = "\n".join(units[at : last + 1])[:HEADER_LENGTH]
        if not units[last].strip() or depths[last] != depths[at]:
            return at
        if _BEGINS.match(units[at]) and _ATTRIBUTION.fullmatch(said):
            next_unit = next((n for n in range(last + 1, len(units)) if units[n].strip()), None)
            deeper = next_unit is not None and depths[next_unit] > depths[at]
            return last + 1 if deeper or (_SURE.fullmatch(said) and _MOMENT.search(said)) else at
    return at


def names_sender(line: str) -> bool:
    """Whether a line of a head of Outlook's kind says who wrote, or when."""
    return bool(_FROM.match(line) or _SENT.search(line))
