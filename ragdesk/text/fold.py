"""Folding: two texts that a reader takes for the same become the same string.

Two strengths, for two purposes. `compatible` keeps accents and case: what is stored and quoted. `fold` drops both: what is
compared. For the cleaning of a document's text see `ragdesk.text.clean`.
"""

import unicodedata


def compatible(text: str) -> str:
    """NFKC: ligatures, full-width and presentation forms become the letters that they stand for."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def fold(text: str) -> str:
    """Lower case, compatibility forms folded, accents dropped, one kind of apostrophe."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char)).replace("’", "'")
