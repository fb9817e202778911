"""Third-party notices: the licences of the packages that RAGDesk contains, as those packages state them.

A bundle carries them in a file of its folder, which `build/notices.py` writes through this module; elsewhere they are put
together from what is installed beside RAGDesk.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from ragdesk.host.program_files import bundle_folder

FILE = "THIRD_PARTY_NOTICES.txt"
LINE = "=" * 100
INTRODUCTION = "RAGDesk contains the following works of others, under their own licences.\n"
# PEP 508: a requirement begins with a name; one that an extra alone asks for says so in its marker.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
EXTRA = re.compile(r"\bextra\s*==")


def text() -> str:
    """All notices. Raises OSError where a bundle has lost its file."""
    folder = bundle_folder()
    if folder is not None:
        return (folder / FILE).read_text(encoding="utf-8")
    return _of_what_is_installed()


@cache
def _of_what_is_installed() -> str:
    """Two seconds of reading, hence once."""
    return written(installed())


def written(packages: Iterable[Distribution], unpackaged: str = "") -> str:
    """The notices of `packages`, by name, after those of works that are no Python package."""
    parts = [f"{INTRODUCTION}\n{unpackaged}"]
    for package in sorted(packages, key=lambda package: package.metadata["Name"].lower()):
        parts.append(f"\n{LINE}\n{package.metadata['Name']} {package.version}: {licence(package)}\n{LINE}\n")
        parts += [f"\n--- {name}\n\n{content.strip()}\n" for name, content in texts(package)]
    return "".join(parts)


def installed(root: str = "ragdesk") -> list[Distribution]:
    """The packages that `root` needs to run, and those that they need, as far as they are installed."""
    packages: dict[str, Distribution] = {}
    waiting = [root]
    while waiting:
        name = _canonical(waiting.pop())
        if name in packages:
            continue
        try:
            packages[name] = distribution(name)
        except PackageNotFoundError:
            continue  # needed on another system or by another Python
        waiting += [
            match.group()
            for line in packages[name].requires or []
            if not EXTRA.search(line) and (match := NAME.match(line))
        ]
    return [package for name, package in packages.items() if name != _canonical(root)]


def _canonical(name: str) -> str:
    """PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence(package: Distribution) -> str:
    """The licence's name, as the package's metadata has it."""

    def values(field: str) -> list[str]:
        return [line.strip() for line in package.metadata.get_all(field) or [] if line.strip()]

    classified = [
        line.rpartition(" :: ")[2] for line in values("Classifier") if line.startswith("License ::")
    ]
    names = values("License-Expression") or [", ".join(classified)] * bool(classified) or values("License")
    return names[0].splitlines()[0] if names else "see below"


def texts(package: Distribution) -> Iterator[tuple[str, str]]:
    """(name, content) of the package's licence, notice and copying files."""
    beginnings = ("licen", "copying", "notice", "authors", "thirdparty", "third_party")
    for file in sorted(package.files or [], key=str):
        path = Path(str(package.locate_file(file)))
        named = path.name.lower().startswith(beginnings) and path.suffix.lower() in (
            "",
            ".txt",
            ".md",
            ".rst",
        )
        if named and path.is_file():
            yield str(file), path.read_text(encoding="utf-8", errors="replace")
