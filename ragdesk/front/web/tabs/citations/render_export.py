"""The export fold's words, and its file, as HTML and as plain labels. Pure functions."""

from ragdesk.domain.answers import Answer, Citation
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import place, quoted, short
from ragdesk.front.web.wording import mark, plural, t

LABEL_CHARS = 110
WHAT = {
    "answer": mark("This answer"),
    "conversation": mark("The whole conversation"),
    "citations": mark("Chosen citations of this answer"),
}
FORMATS = {
    "pdf": "PDF",
    "docx": "Word",
    "html": mark("Web page"),
    "md": "Markdown",
    "json": "JSON",
    "bibtex": "BibTeX",
    "ris": "RIS (Zotero, EndNote)",
}
_export = Template("citations/export.html.j2")


def about(given: Answer | None, conversation: bool) -> str:
    """Which answer is exported, or why none is."""
    if given is not None:
        return _export("this_answer", given.question)
    return _export(
        "about", t("No answer is here yet that could be cited.") if conversation else t("Ask in Chat first.")
    )


def citation(each: Citation) -> str:
    """The label of a citation's checkbox. Plain text."""
    where = place(each.page, each.place, each.title)
    document = ", ".join(part for part in (each.title or each.document, where) if part)
    return short(f"[{each.number}] {document}: “{quoted(each)}”", LABEL_CHARS)


def making() -> str:
    return _export("making")


def ready(token: str, file: str, answers: int, references: int) -> str:
    """The file is made; the page fetches it by itself, and the link fetches it again."""
    given = plural(answers, "{count} answer", "{count} answers")
    if references:
        cited = plural(references, "{count} cited passage", "{count} cited passages")
        held = t("Exported: {answers}, {passages}.", answers=given, passages=cited)
    else:
        held = t("Exported: {answers}; nothing is cited, so it holds no reference.", answers=given)
    return _export("ready", token, file, held)
