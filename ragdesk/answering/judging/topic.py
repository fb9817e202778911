"""Whether a passage's words are about what a question asks for, and not only about its document."""

from ragdesk.domain.documents import Document
from ragdesk.text.tokens import content_words


def on_topic(question: str, said: str, document: Document, besides: str = "") -> bool:
    """Whether words have one of the question's, besides those of the document's title and name, and of `besides`; where the
    question has no other: yes."""
    known = content_words(f"{document.title} {document.name} {besides}")
    asked = set(content_words(question)) - set(known)
    return not asked or not asked.isdisjoint(content_words(said))
