"""The models as HTML: what each needs, what this computer has, and what can be done with it. Pure functions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragdesk.domain.models import NOT_KNOWN, ModelInfo, ModelRole, PassageSpeed, Speed
from ragdesk.front.web.render import notice
from ragdesk.front.web.templates import Template
from ragdesk.front.web.texts import day
from ragdesk.front.web.wording import mark, plural, t

ROLES: dict[ModelRole, tuple[str, str]] = {
    "llm": (mark("Language model"), mark("Writes the answers from the passages that were found.")),
    "embedder": (mark("Embedding model"), mark("Finds passages by what they mean; the index belongs to it.")),
    "reranker": (
        mark("Reranking model"),
        mark("Looks at the first passages again and puts the best ones first."),
    ),
    "reader": (
        mark("Reading model"),
        mark("Judges which sentence answers a question, and whether a passage says what an answer says."),
    ),
    "judge": (
        mark("Judge"),
        mark("Taught the language model to tell a sentence that answers from one that only looks like it."),
    ),
    "writer": (
        mark("Writer"),
        mark(
            "Taught the language model to say yes or no from a sentence, and to copy the words that answer."
        ),
    ),
}
_GB = 1_000_000_000
_MB = 1_000_000
_KB = 1_000
_ADDRESS = re.compile(r"https?://\S+")
_models = Template("settings/models.html.j2")


def size(count: int) -> str:
    """Bytes as a person reads them: "1.1 GB", "34 MB", "3 kB", "–" for nothing."""
    if count >= _GB:
        return f"{count / _GB:.1f} GB"
    if count >= _MB:
        return f"{count / _MB:.0f} MB"
    return f"{max(count / _KB, 1):.0f} kB" if count else "–"


def machine(total: int, free: int, processors: int) -> str:
    """What this computer has; bytes."""
    return _models("machine", size(total), size(free), processors)


@dataclass(frozen=True, slots=True)
class ShownModel:
    """A model as it is listed, with what it needs and what was measured, in words; `published` is the name that it was published
    under, with the program that keeps it here, `way` says how it gets here, `asking` whether the page asks before it is used,
    `unknown` that nobody knows its languages and its licence."""

    model: ModelInfo
    published: str
    memory: str
    size: str
    speed: str
    way: str
    too_large: bool
    asking: bool
    unknown: bool


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
    shown = {
        role: [
            ShownModel(
                model,
                _published(model.name),
                _memory(model.memory, total, free),
                size(model.bytes),
                speeds.get(model.stem, ""),
                _way(model) if model.where else "",
                model.memory > total,
                model.name == asking,
                model.languages == model.licence == NOT_KNOWN,
            )
            for model in sorted(known, key=lambda model: not model.path)  # what is here comes first
            if model.role == role
        ]
        for role in ROLES
    }
    return _models("models", [(t(title), t(about), shown[role]) for role, (title, about) in ROLES.items()])


def _published(name: str) -> str:
    """A model's own name; of another program's, which program it is."""
    program, _, own = name.partition("/")
    match program:
        case "ollama":
            return t("found in Ollama: {name}", name=own)
        case "lmstudio":
            return t("found in LM Studio: {name}", name=own)
        case _:
            return name


def _way(model: ModelInfo) -> str:
    """How a model that is not here gets here: what to fetch where there is a network, and where to give it to the app."""
    address = _ADDRESS.search(model.where)
    if address is None:
        return t("Not on this computer. The command “ragdesk models fetch” gets it.")
    fetched = size(model.download) if model.download else t("size not known")
    if model.role == "llm":
        return t(
            "Not on this computer. Fetch the file {file} ({size}) from {address} where there is a network, and drop it here.",
            file=model.file,
            size=fetched,
            address=address.group(),
        )
    return t(
        "Not on this computer. Fetch all files of {address} ({size}) where there is a network, and drop them here, "
        "in a folder {file}.",
        file=model.file,
        size=fetched,
        address=address.group(),
    )


def _memory(needed: int, total: int, free: int) -> str:
    said = t("needs about {size} of memory", size=size(needed))
    if free < needed <= total:
        return said + " " + t("(more than is free now)")
    return said


def speed(measured: Speed | PassageSpeed) -> str:
    """What was measured, in words."""
    if isinstance(measured, PassageSpeed):
        return t(
            "Measured here: reads {count} passages a second ({day})",
            count=f"{measured.passages:.0f}",
            day=day(measured.at),
        )
    return t(
        "Measured here: reads {read} and writes {written} tokens a second ({day})",
        read=f"{measured.read:.0f}",
        written=f"{measured.written:.0f}",
        day=day(measured.at),
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
    return notice(said)
