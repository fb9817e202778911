"""A party that the question calls by its name, and its contract by its role: what "Emerson" may do, the contract says of "the
Contractor" from its second page on.

The reranker and the model read a sentence without that first page. So the question is put in the contract's own words, and
searched for once more. "Searched for: …" says so.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ragdesk.answering.cells.parties import MOST, Party, parties_in
from ragdesk.domain.ports import TextStore
from ragdesk.domain.search import Hit, Query
from ragdesk.text.tokens import words

# Of so many first hits the documents are looked at; a contract names its parties on its first pages.
_FIRST_HITS = 5
_OPENING = 3 * MOST
# "A" of "A. Meyer" is no name.
_SHORTEST = 3
_ROLE = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,2}")
_ARTICLE = r"(?:\b(?:the|der|die|das|dem|den|des)\s+)?"


def by_role(query: Query, hits: Sequence[Hit], texts: TextStore) -> Query:
    """The question with the roles of the parties that it names; the same object where no contract is found that calls one by a
    role, or where the question compares."""
    if query.sides:
        return query
    for document in dict.fromkeys(hit.chunk.document_id for hit in hits[:_FIRST_HITS]):
        roles = _roles_in(query.standalone, texts.text(document))
        if roles:
            return _put(query, roles)
    return query


def _put(query: Query, roles: dict[str, str]) -> Query:
    def put(text: str) -> str:
        for name, role in roles.items():
            text = re.sub(rf"{_ARTICLE}\b{name}\b", partial(_literally, role), text, flags=re.IGNORECASE)
        return text

    return replace(
        query,
        standalone=put(query.standalone),
        checked=put(query.checked),
        texts=tuple((put(text), weight) for text, weight in query.texts),
    )


def _literally(role: str, _: re.Match[str]) -> str:
    return role


def _roles_in(question: str, text: str) -> dict[str, str]:
    """For each party that the question names (a pattern of that name) what the document calls it instead."""
    parties = [party for party in parties_in(text[:_OPENING]) if party.alias]
    in_english = re.search(r"\bthe\b", text)  # there the reranker reads a role better as "the Contractor"
    roles: dict[str, str] = {}
    for party in parties:
        name = _named(question, party, [other for other in parties if other is not party], text)
        if name and not _says(question, re.escape(party.alias)) and _is_role(party, name, text):
            roles[name] = f"the {party.alias}" if in_english else party.alias
    return roles


def _named(question: str, party: Party, others: Sequence[Party], text: str) -> str:
    """The pattern of as much of the party's name as the question says, from its first word on; "" where that is nothing, may be
    another party, or is a word that the contract writes small, too: "general" is not General Mills."""
    parts = party.name.split()
    if parts[0].casefold() == "the":
        parts = parts[1:]
    for count in range(len(parts), 0, -1):
        pattern = r"[,.]*\s+".join(re.escape(part.strip(",.")) for part in parts[:count])
        if _says(question, pattern):
            said = " ".join(parts[:count]).strip(",.")
            shared = any(_says(other.name, pattern) for other in others)
            common = count == 1 and re.search(rf"\b{re.escape(said.lower())}\b", text) is not None
            return "" if shared or common or len(said) < _SHORTEST else pattern
    return ""


def _is_role(party: Party, name: str, text: str) -> bool:
    """Whether the alias is a role in a few words, none of the name's, and what the contract goes on to call the party. It comes
    before the model as the person's own words: a sentence of a document must not."""
    if not _ROLE.fullmatch(party.alias) or set(words(party.alias)) & set(words(party.name)):
        return False
    return _count(text, re.escape(party.alias)) > 2 * _count(text, name)


def _says(text: str, pattern: str) -> bool:
    return re.search(rf"\b{pattern}\b", text, re.IGNORECASE) is not None


def _count(text: str, pattern: str) -> int:
    return len(re.findall(rf"\b{pattern}\b", text))
