"""Writes the licences of everything that is in a bundle, as their packages state them.

    python build/notices.py FOLDER FILE

What is in it is found by the modules and files that were put there, not by a list that someone keeps.
"""

import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from PyInstaller.archive.readers import CArchiveReader

LINE = "=" * 100
# What comes along without a package of its own.
OTHERS = """\
Python: PSF License Agreement, https://docs.python.org/3/license.html
PyInstaller's bootloader: GPL-2.0-or-later with an exception that lets it start programs under any licence,
    https://pyinstaller.org/en/stable/license.html
llama.cpp and ggml (in llama_cpp/lib): MIT License, Copyright (c) 2023-2026 The ggml authors
The models: see models/README.md and the LICENSE and NOTICE files beside them; all three are Apache-2.0.
"""


def main(folder: Path, target: Path) -> None:
    """Write the notices of the bundle at `folder` to `target`."""
    present = top_names(folder)
    found = sorted(
        (one for one in distributions() if provides(one) & present),
        key=lambda one: one.metadata["Name"].lower(),
    )
    with target.open("w", encoding="utf-8") as out:
        out.write("RAGDesk contains the following works of others, under their own licences.\n\n" + OTHERS)
        for one in found:
            out.write(f"\n{LINE}\n{one.metadata['Name']} {one.version}: {licence(one)}\n{LINE}\n")
            for name, text in texts(one):
                out.write(f"\n--- {name}\n\n{text.strip()}\n")
    silent = [one.metadata["Name"] for one in found if not any(texts(one))]
    print(
        f"notices of {len(found)} packages; without a licence text of their own: {', '.join(silent) or 'none'}"
    )


def top_names(folder: Path) -> set[str]:
    """Names of the top-level modules and folders in the bundle."""
    program = next(path for path in (folder / "ragdesk", folder / "ragdesk.exe") if path.is_file())
    archive = CArchiveReader(str(program))
    inner = next(name for name in archive.toc if name.lower().startswith("pyz"))
    modules = {name.partition(".")[0] for name in archive.open_embedded_archive(inner).toc}
    return modules | {path.name.partition(".")[0] for path in (folder / "_internal").iterdir()}


def provides(package: Distribution) -> set[str]:
    """Top-level names that a package installs."""
    stated = (package.read_text("top_level.txt") or "").split()
    files = (
        file.parts[0] for file in package.files or [] if not file.parts[0].endswith((".dist-info", ".."))
    )
    return {name.partition(".")[0] for name in (*stated, *files)} - {
        "bin",
        "share",
        "tests",
        "__pycache__",
        "",
    }


def licence(package: Distribution) -> str:
    """The licence's name, as the package's metadata has it."""
    stated = package.metadata.get("License-Expression")
    classified = [
        line.rpartition(" :: ")[2]
        for line in package.metadata.get_all("Classifier") or []
        if line.startswith("License ::")
    ]
    free = (package.metadata.get("License") or "").strip().splitlines()
    return stated or ", ".join(classified) or (free[0] if free else "see below")


def texts(package: Distribution) -> Iterator[tuple[str, str]]:
    """(name, content) of the package's licence, notice and copying files."""
    wanted = ("licen", "copying", "notice", "authors", "thirdparty", "third_party")
    for file in sorted(package.files or [], key=str):
        path = Path(str(package.locate_file(file)))
        named = path.name.lower().startswith(wanted) and path.suffix.lower() in ("", ".txt", ".md", ".rst")
        if named and path.is_file():
            yield str(file), path.read_text(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
