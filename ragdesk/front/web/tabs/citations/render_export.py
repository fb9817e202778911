"""The export fold's words, and its file, as HTML and as plain labels. Pure functions; all texts pass through `render`."""

from ragdesk.domain.answers import Answer, Citation
from ragdesk.front.web.render import block, escape, name, place, readable, short
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


def about(given: Answer | None, conversation: bool) -> str:
    """Which answer is exported, or why none is."""
    if given is not None:
        question = f'<span dir="auto">“{name(short(given.question, 90))}”</span>'
        return block("about", f"<p>{t('This answer: {question}', question=question)}</p>")
    text = t("No answer is here yet that could be cited.") if conversation else t("Ask in Chat first.")
    return block("about", f"<p>{escape(text)}</p>")


def citation(each: Citation) -> str:
    """The label of a citation's checkbox. Plain text."""
    where = place(each.page, each.place, each.title)
    document = ", ".join(part for part in (each.title or each.document, where) if part)
    return short(f"[{each.number}] {document}: “{readable(each.quote)}”", LABEL_CHARS)


def making() -> str:
    return block("status", escape(t("Making the file …")))


def ready(token: str, file: str, answers: int, references: int) -> str:
    """The file is made; the page fetches it by itself, and the link fetches it again."""
    given = plural(answers, "{count} answer", "{count} answers")
    if references:
        cited = plural(references, "{count} cited passage", "{count} cited passages")
        held = t("Exported: {answers}, {passages}.", answers=given, passages=cited)
    else:
        held = t("Exported: {answers}; nothing is cited, so it holds no reference.", answers=given)
    said = t("Download {file}", file=name(file))
    link = f'<a class="rd-link" href="/ragdesk/export/{escape(token)}" download>{said}</a>'
    return block("notice rd-good", f"<p>{escape(held)} {link}</p>")
