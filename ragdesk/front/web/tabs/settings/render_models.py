"""The models as HTML: what each needs, what this computer has, and what can be done with it. Pure functions."""

import re
from collections.abc import Mapping, Sequence

from ragdesk.domain.models import ModelInfo, ModelRole
from ragdesk.front.web.render import action, block, chip, day, escape, link, meta, name
from ragdesk.front.web.wording import mark, plural, t

ROLES: dict[ModelRole, tuple[str, str]] = {
    "llm": (mark("Language model"), mark("Writes the answers from the passages that were found.")),
    "embedder": (mark("Embedding model"), mark("Finds passages by what they mean; the index belongs to it.")),
    "reranker": (
        mark("Reranking model"),
        mark("Looks at the first passages again and puts the best ones first."),
    ),
}
_GB = 1_000_000_000
_MB = 1_000_000
_KB = 1_000
_ADDRESS = re.compile(r"https?://\S+")


def size(count: int) -> str:
    """Bytes as a person reads them: "1.1 GB", "34 MB", "3 kB", "–" for nothing."""
    if count >= _GB:
        return f"{count / _GB:.1f} GB"
    if count >= _MB:
        return f"{count / _MB:.0f} MB"
    return f"{max(count / _KB, 1):.0f} kB" if count else "–"


def machine(total: int, free: int, processors: int) -> str:
    """What this computer has; bytes."""
    said = t(
        "This computer has {total} of memory, {free} of it free, and {count} processors.",
        total=size(total),
        free=size(free),
        count=processors,
    )
    return block("hint", f"<p>{escape(said)}</p>")


def models(
    known: Sequence[ModelInfo],
    speeds: Mapping[str, str],
    total: int,
    free: int,
    asking: str = "",
) -> str:
    """All models by what they do.

    Args:
        speeds: what was measured, in words, by the model's file name without its ending.
        total, free: this computer's memory in bytes.
        asking: the embedder about whose choice the page asks first.
    """
    parts = []
    for role, (title, about) in ROLES.items():
        rows = "".join(_row(one, speeds, total, free, asking) for one in known if one.role == role)
        parts.append(f'<h3>{escape(t(title))}</h3><p class="rd-hint">{escape(t(about))}</p><ul>{rows}</ul>')
    return block("entries rd-models", *parts)


def _row(one: ModelInfo, speeds: Mapping[str, str], total: int, free: int, asking: str) -> str:
    state = chip(escape(t("in use")), "chip rd-ok") if one.chosen else ""
    facts = meta(
        (
            escape(_memory(one.memory, total, free)),
            escape(t("{size} on disk", size=size(one.bytes))) if one.bytes else "",
            escape(one.languages),
            escape(one.licence),
        )
    )
    speed = speeds.get(_stem(one), "")
    measured = f'<p class="rd-facts">{escape(speed)}</p>' if speed else ""
    where = f'<p class="rd-hint">{escape(_way(one.where))}</p>' if one.where else ""
    large = (
        f'<p class="rd-problem">{escape(t("Too large for this computer."))}</p>' if one.memory > total else ""
    )
    return (
        f'<li><p class="rd-name">{name(one.name)} {state}</p><p class="rd-facts">{facts}</p>{measured}{where}{large}'
        f'<p class="rd-doings">{_doings(one, asking)}</p></li>'
    )


def _way(where: str) -> str:
    """How a model that is not here gets here."""
    address = _ADDRESS.search(where)
    if address is None:
        return t("Not on this computer. The command “ragdesk models fetch” gets it.")
    return t("Not on this computer. Download {address}, then add it below.", address=address.group())


def _stem(one: ModelInfo) -> str:
    """The name under which it was measured: its file's."""
    return one.path.replace("\\", "/").rpartition("/")[2].removesuffix(".gguf")


def _memory(needed: int, total: int, free: int) -> str:
    said = t("needs about {size} of memory", size=size(needed))
    if free < needed <= total:
        return said + " " + t("(more than is free now)")
    return said


def _doings(one: ModelInfo, asking: str) -> str:
    if asking == one.name and one.path:
        said = t(
            "All documents are then made searchable anew, in the background; until then their words alone are searched."
        )
        return f"{escape(said)} " + meta(
            (
                link(action("settings", "use", one.name), escape(t("Use it"))),
                link(action("settings", "open", "models"), escape(t("Keep the present one"))),
            )
        )
    if one.chosen:
        if one.role == "llm":
            return link(action("settings", "measure"), escape(t("Measure its speed")))
        return link(action("settings", "off"), escape(t("Switch off"))) if one.role == "reranker" else ""
    if not one.path:
        return ""
    verb = "ask-use" if one.role == "embedder" else "use"
    return link(action("settings", verb, one.name), escape(t("Use")))


def speed(read: float, written: float, at: str) -> str:
    """What was measured, in words; tokens a second."""
    return t(
        "Measured here: reads {read} and writes {written} tokens a second ({day})",
        read=f"{read:.0f}",
        written=f"{written:.0f}",
        day=day(at),
    )


def waiting(count: int) -> str:
    """How many documents the embedding model in use has not read yet; "" for none."""
    if not count:
        return ""
    said = plural(
        count,
        "{count} document is being made searchable anew.",
        "{count} documents are being made searchable anew.",
    )
    return block("notice rd-note", f"<p>{escape(said)}</p>")
