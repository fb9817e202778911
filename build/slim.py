"""Makes a built bundle smaller, on Linux: symbols stripped, libraries that lie there twice linked, video libraries hollowed out.

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

# Libraries that OpenCV's one big module is linked against and that nothing here ever calls: FFmpeg (RAGDesk opens no
# video), and OpenBLAS (OpenCV uses it for decompositions and products of matrices with more than 25 or 100 rows; text
# recognition turns points by 3 × 3 ones). A hollow library has their names; to call one ends the process, which is a
# parser's.
HOLLOW = ("libavcodec", "libavformat", "libavutil", "libswscale", "libopenblas", "libavif")
# Only the above need these.
ORPHANS = ("libswresample", "libvpx", "libcrypto", "libssl", "libgfortran", "libquadmath", "libdrm", "libaom")
# Every library of Arrow is linked against this one, and none takes a symbol from it.
SUBSTRAIT = "pyarrow/libarrow_substrait.so*"
OPENCV, OPENCV_LIBRARIES = "cv2/cv2.abi3.so", "opencv_python_headless.libs"
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
    """Replace the libraries that OpenCV and Arrow need in name only."""
    for path in sorted(inside.glob(SUBSTRAIT)):
        others = [one for one in libraries(inside / "pyarrow") if one != path]
        if not any(_wanted(one, path) for one in others):
            _make_hollow(path, [])
    needing, folder = inside / OPENCV, inside / OPENCV_LIBRARIES
    for path in sorted(folder.iterdir()):
        if path.name.startswith(HOLLOW):
            _make_hollow(path, _wanted(needing, path))
    for path in sorted(folder.iterdir()):
        if path.name.startswith(ORPHANS):
            path.unlink()


def _wanted(needing: Path, library: Path) -> list[tuple[str, str]]:
    """(symbol, version) of what `needing` takes from `library`; the version is "" where there is none."""
    undefined = _symbols(needing, "--undefined-only")
    defined = {name for name, _ in _symbols(library, "--defined-only")}
    return sorted({(name, version) for name, version in undefined if name in defined})


def _symbols(library: Path, which: str) -> list[tuple[str, str]]:
    listed = subprocess.run(
        ["nm", "--dynamic", "--with-symbol-versions", which, library],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = [line.split()[-1] for line in listed.splitlines() if line.split()]
    return [(name, version) for name, _, version in (one.replace("@@", "@").partition("@") for one in names)]


def _make_hollow(path: Path, wanted: list[tuple[str, str]]) -> None:
    """A library of the same name whose functions end the process."""
    source, script = path.with_suffix(".c"), path.with_suffix(".map")
    source.write_text(
        "void abort(void);\n" + "".join(f"void {name}(void) {{ abort(); }}\n" for name, _ in wanted)
    )
    versions: dict[str, list[str]] = {}
    for name, version in wanted:
        versions.setdefault(version, []).append(name)
    named = {version: names for version, names in versions.items() if version}
    script.write_text(
        "".join(f"{version} {{ global: {'; '.join(names)}; }};\n" for version, names in sorted(named.items()))
    )
    options = [f"-Wl,--version-script={script}"] if named else []
    command = ["gcc", "-shared", "-fPIC", "-s", "-O1", "-fno-builtin", "-w", "-Wl,--build-id=none"]
    subprocess.run([*command, f"-Wl,-soname,{path.name}", *options, "-o", path, source], check=True)
    source.unlink()
    script.unlink()


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
