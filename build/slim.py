"""Makes a built bundle smaller, on Linux: symbols stripped, libraries that lie there twice linked, one hollowed out.

    python build/slim.py FOLDER

Prints what each step saved.
"""

import filecmp
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

# Every library of Arrow is linked against this one, and none takes a symbol from it.
SUBSTRAIT = "pyarrow/libarrow_substrait.so*"
# Libraries that patchelf has moved around do not always bear stripping; auditwheel puts those into *.libs.
PATCHED = re.compile(r"\.libs$")


def main(folder: Path) -> None:
    """Slim the bundle at `folder`."""
    inside = folder / "_internal"
    for name, step in (("stripped", strip), ("hollowed", hollow), ("linked", link_twins)):
        before = size(folder)
        step(inside)
        print(f"{name}: {(before - size(folder)) / 1e6:.1f} MB less")


def size(folder: Path) -> int:
    """Bytes of all files; a link counts nothing."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def libraries(folder: Path) -> Iterable[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and re.search(r"\.so(\.|$)", path.name):
            yield path


def strip(inside: Path) -> None:
    """Take the symbols that only a debugger reads."""
    for path in libraries(inside):
        if not any(PATCHED.search(part) for part in path.parts):
            subprocess.run(["strip", "--strip-unneeded", "--preserve-dates", path], check=True)


def hollow(inside: Path) -> None:
    """Replace the library that Arrow needs in name only by an empty one of the same name."""
    for path in sorted(inside.glob(SUBSTRAIT)):
        defined = _symbols(path, "--defined-only")
        others = [one for one in libraries(inside / "pyarrow") if one != path]
        if any(_symbols(one, "--undefined-only") & defined for one in others):
            continue
        empty = [
            "gcc",
            "-shared",
            "-s",
            "-Wl,--build-id=none",
            f"-Wl,-soname,{path.name}",
            "-xc",
            "/dev/null",
        ]
        subprocess.run([*empty, "-o", path], check=True)


def _symbols(library: Path, which: str) -> set[str]:
    listed = subprocess.run(["nm", "--dynamic", which, library], capture_output=True, text=True, check=True)
    return {line.split()[-1] for line in listed.stdout.splitlines() if line.split()}


def link_twins(inside: Path) -> None:
    """`libx.so`, `libx.so.1` and `libx.so.1.2` with one content: keep the longest name, link the others to it."""
    groups: dict[tuple[Path, str], list[Path]] = {}
    for path in libraries(inside):
        groups.setdefault((path.parent, path.name.partition(".so")[0]), []).append(path)
    for twins in groups.values():
        kept = max(twins, key=lambda path: len(path.name))
        for path in twins:
            if path != kept and filecmp.cmp(path, kept, shallow=False):
                path.unlink()
                path.symlink_to(kept.name)


if __name__ == "__main__":
    if sys.platform == "linux" and shutil.which("strip") and shutil.which("gcc"):
        main(Path(sys.argv[1]))
    else:
        print("not slimmed: that takes Linux, strip and gcc")
