"""Writes the licences of everything that is in a bundle, as their packages state them.

    python build/notices.py FOLDER FILE

What is in it is found by the modules and files that were put there, not by a list that someone keeps.
"""

import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

from PyInstaller.archive.readers import CArchiveReader

from ragdesk.host.notices import texts, written

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
    found = [one for one in distributions() if provides(one) & present]
    target.write_text(written(found, OTHERS), encoding="utf-8")
    silent = sorted(one.metadata["Name"] for one in found if not any(texts(one)))
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


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
