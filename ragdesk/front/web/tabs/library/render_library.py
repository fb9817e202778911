"""What stands around the list of documents, as HTML: the collections, what is done with picked rows, removals and their
receipts, the empty library. Pure functions.

`static/library.js` keeps which rows are picked, and puts their ids behind the addresses of the links of kind "for-picked".
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ragdesk.domain.documents import Removal
from ragdesk.front.web.render import action, block, escape, link, meta, name, notice
from ragdesk.front.web.tabs.library.listing import View
from ragdesk.front.web.wording import mark, number, plural, t

# Titles that a question names, and receipts that are shown one by one.
NAMED, RECEIPTS = 5, 3
# What a removal's receipt counts.
_STORES = {
    "documents": mark("documents"),
    "pages": mark("pages"),
    "chunks": mark("chunks"),
    "vectors": mark("vectors"),
    "words": mark("words"),
    "files": mark("files"),
    "bytes": mark("bytes"),
}
# Where `static/library.js` writes how many rows are picked.
PICKED = '<span class="rd-picked-count">0</span>'


@dataclass(frozen=True, slots=True)
class Removing:
    """Documents that are about to be removed: how many files lie in them, and how many answers quote them."""

    document_ids: tuple[str, ...]
    titles: tuple[str, ...] = ()
    parts: int = 0
    answers: int = 0


def question(removing: Removing) -> str:
    """The question before a removal, and its possible answers."""
    ids = removing.document_ids
    titles = "".join(f"<li>{name(title)}</li>" for title in removing.titles[:NAMED])
    rest = len(removing.titles) - NAMED
    more = f"<li>{t('and {number} more', number=number(rest))}</li>" if rest > 0 else ""
    return (
        f"<p>{_what(removing)}</p>"
        + (f'<ul class="rd-plain-list">{titles}{more}</ul>' if len(ids) > 1 else "")
        + '<p class="rd-doings">'
        + meta(
            (
                link(action("library", "remove", *ids), t("Remove"), kind="danger"),
                link(
                    action("library", "remove-quoting", *ids),
                    _with_answers(removing),
                    kind="danger",
                )
                if removing.answers
                else "",
                link(action("library", "keep"), t("Keep")),
            )
        )
        + "</p>"
    )


def _what(removing: Removing) -> str:
    """What goes with a removal, as a question."""
    documents, files = len(removing.document_ids), removing.parts
    if documents == 1 and not files:
        return t("Remove it and everything made from it?")
    if documents == 1:
        return plural(
            files,
            "Remove it, {count} file inside of it, and everything made from it?",
            "Remove it, {count} files inside of it, and everything made from it?",
        )
    asked = t("Remove these {number} documents and everything made from them?", number=number(documents))
    if not files:
        return asked
    inside = plural(
        files,
        "{count} file inside of them is removed, too.",
        "{count} files inside of them are removed, too.",
    )
    return f"{asked} {inside}"


def _with_answers(removing: Removing) -> str:
    """The choice to delete the answers, too."""
    if len(removing.document_ids) == 1:
        return plural(
            removing.answers,
            "Remove, and also delete {count} answer that quotes it",
            "Remove, and also delete {count} answers that quote it",
        )
    return plural(
        removing.answers,
        "Remove, and also delete {count} answer that quotes them",
        "Remove, and also delete {count} answers that quote them",
    )


def asked(removing: Removing) -> str:
    """The same question on the document's own page."""
    return f'<div class="rd-asking">{question(removing)}</div>'


def collections(known: Sequence[tuple[str, int]], documents: int, view: View) -> str:
    """The collections as a bar: a click narrows the list, a row that is dropped on one is put into it."""
    if not documents and not known:
        return ""
    bins = [_bin("", t("All"), documents, not view.collection)]
    bins += [_bin(each, name(each), held, each == view.collection) for each, held in known]
    new = (
        f'<details class="rd-menu"><summary>{t("New collection")}</summary><div><input class="rd-new-name" '
        f'maxlength="100" placeholder="{t("Its name")}" title="{t("Name of the new collection")}">'
        f"{link(action('library', 'make'), t('Make it'), kind='link rd-named')}</div></details>"
    )
    delete = ""
    if view.collection:
        gone = link(action("library", "delete-collection", view.collection), t("Delete this collection"))
        delete = f'<p class="rd-hint">{t("{delete}; its documents stay.", delete=gone)}</p>'
    return block("bins", f"<ul><li>{'</li><li>'.join(bins)}</li><li>{new}</li></ul>", delete)


def _bin(collection: str, shown: str, held: int, chosen: bool) -> str:
    return link(
        action("library", "collection", collection),
        f"{shown} <span>{number(held)}</span>",
        kind="bin rd-chosen" if chosen else "bin",
        title=t("Show these. Drop documents here to put them in.") if collection else "",
    )


def picked(known: Sequence[tuple[str, int]], view: View) -> str:
    """What can be done with the picked documents; on view while some are."""
    kind = "link rd-for-picked"
    into = "".join(
        f"<li>{link(action('library', 'put', each), name(each), kind=kind)}</li>" for each, _ in known
    )
    menu = (
        f'<details class="rd-menu"><summary>{t("Put into a collection")}</summary><div>'
        f'{f"<ul>{into}</ul>" if into else ""}<input class="rd-new-name" maxlength="100" '
        f'placeholder="{t("New collection")}" title="{t("Name of the new collection")}">'
        f"{link(action('library', 'put'), t('Put'), kind=f'{kind} rd-named')}</div></details>"
    )
    out = ""
    if view.collection:
        said = t("Take out of {collection}", collection=name(view.collection))
        out = link(action("library", "take-out", view.collection), said, kind=kind)
    doings = (
        f"<strong>{t('{number} selected', number=PICKED)}</strong>",
        menu,
        out,
        link(action("library", "ask-remove"), t("Remove"), kind="danger rd-for-picked"),
        link(action("library", "pick-none"), t("Clear selection")),
    )
    return block("picked", "".join(f"<span>{each}</span>" for each in doings if each))


def empty_library() -> str:
    said = t(
        "Files or whole folders, anywhere on this page. They stay on this computer. Then ask about them in Chat."
    )
    samples = link(action("library", "samples"), t("Try it with three sample documents"), kind="try")
    return block(
        "welcome",
        f"<h2>{t('Drop your documents here')}</h2>",
        f"<p>{said}</p>",
        f'<p class="rd-first">{samples}</p>',
    )


def receipt(removals: Sequence[Removal]) -> str:
    """What a removal took out of each store: of a few documents one by one, of many in sum, and each in a list."""
    if len(removals) <= RECEIPTS:
        return block("notice rd-good", *(_receipt(each) for each in removals))
    total: Counter[str] = Counter()
    for each in removals:
        total.update(dict(each.purged))
    stores = _purged(list(total.items()))
    rows = "".join(f"<li>{_receipt(each)}</li>" for each in removals)
    return block(
        "notice rd-good",
        f"<p><strong>{t('Removed {number} documents.', number=number(len(removals)))}</strong></p>",
        f'<p class="rd-hint">{stores}</p>',
        f'<details class="rd-receipts"><summary>{t("Each of them")}</summary><ul>{rows}</ul></details>',
    )


def _receipt(removal: Removal) -> str:
    said = t("Removed {title}.", title=name(removal.title))
    return f'<p><strong>{said}</strong></p><p class="rd-hint">{_purged(removal.purged)}</p>'


def _purged(stores: Sequence[tuple[str, int]]) -> str:
    return meta(f"{escape(t(_STORES.get(store, store)))}: {number(held)}" for store, held in stores)


def drop_words(limit: int) -> str:
    """What `static/library.js` says while files are dropped and sent; `limit` is how large a file may be, in MB. Never seen
    where it stands."""
    said = {
        "over": t("Drop to add to your library"),
        "over-hint": t("Files and whole folders"),
        "sending": t("Sending {done} of {all}", done="{done}", all="{all}"),
        "model": t("Copying the model {name}", name="{name}"),
        "large": t("Larger than {size} MB, so not added: {names}", size=number(limit), names="{names}"),
        "failed": t("Could not be sent: {names}. Try again.", names="{names}"),
        "nothing": t("There are no files in this folder."),
        "limit": str(limit * 1_000_000),
    }
    return block(
        "words", "".join(f'<span class="rd-say-{key}">{escape(text)}</span>' for key, text in said.items())
    )


def put(documents: int, collection: str) -> str:
    """That documents were put into a collection."""
    shown = " ".join(collection.split())
    said = plural(
        documents, "{count} document put into “{name}”.", "{count} documents put into “{name}”.", name=shown
    )
    return done(said)


def taken_out(documents: int, collection: str) -> str:
    """That documents were taken out of a collection."""
    shown = " ".join(collection.split())
    said = plural(
        documents,
        "{count} document taken out of “{name}”.",
        "{count} documents taken out of “{name}”.",
        name=shown,
    )
    return done(said)


def done(sentence: str) -> str:
    """A short confirmation."""
    return notice(sentence, "good")
