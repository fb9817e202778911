"""Whether an installed model is the one that it should be: by its card, its size and the hashes of its files."""

from pathlib import Path

from ragdesk.domain.errors import ModelDamagedError, Problem
from ragdesk.engines.catalog import CatalogEntry
from ragdesk.engines.digest import Digests
from ragdesk.engines.model_card import CARD, WEIGHTS, card_digests
from ragdesk.host.hashing import sha256_of


def file_is_whole(path: Path, entry: CatalogEntry, digests: Digests) -> bool:
    """Whether the file is the catalogue's, by size and by its (possibly remembered) hash."""
    return path.is_file() and path.stat().st_size == entry.bytes and digests.of(path) == entry.sha256


def folder_problem(folder: Path, pinned: dict[str, str]) -> Problem | None:
    """What is wrong with an embedder's or a reranker's folder of our own making, hashing its files; None where it is whole.

    `pinned` holds the SHA-256 of files that the catalogue vouches for; for the others the folder's card does.
    """
    problem = card_problem(folder, pinned)
    if problem:
        return problem
    for name, digest in (card_digests(folder) | pinned).items():
        if sha256_of(folder / name) != digest:
            return Problem("{file} is damaged", file=name)
    return None


def card_problem(folder: Path, pinned: dict[str, str]) -> Problem | None:
    """As `folder_problem`, without reading the files that the card tells of; whether they are there is seen."""
    try:
        digests = card_digests(folder)
    except ModelDamagedError as error:
        return Problem(error.problem.template, "", error.code, **error.problem.values)
    if any(pinned.get(name, digest) != digest for name, digest in digests.items()):
        return Problem("{file} belongs to another model", file=CARD)
    missing = next((name for name in digests | pinned if not (folder / name).is_file()), None)
    return Problem("{file} is missing", file=missing) if missing else None


def pinned_files(entry: CatalogEntry) -> dict[str, str]:
    """The SHA-256 of each file that is installed just as it was fetched; those of an export are made here."""
    if not entry.copied or not entry.sha256:
        return {}
    return {WEIGHTS: entry.sha256} | {companion.file: companion.sha256 for companion in entry.beside}
