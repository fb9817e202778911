"""Finishes a built bundle and packs it: models, notices, list of hashes, then an archive and a Debian package.

    python build/pack.py FOLDER TARGET

FOLDER is what PyInstaller made (dist/ragdesk); TARGET receives the packages and SHA256SUMS. Same files in, same bytes out:
names are sorted, times are SOURCE_DATE_EPOCH's, owners are root.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import make_icons
import notices
from add_models import add_models

from ragdesk.host.hashing import sha256_of
from ragdesk.host.notices import FILE as NOTICES
from ragdesk.host.program_files import HASHES

ROOT = Path(__file__).resolve().parent.parent
ZSTD_LEVEL = "10"
# What a file manager may open with RAGDesk; "AddFiles" would be its own kind of action, so it is offered, never the default.
MIME_TYPES = (
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/epub+zip",
    "application/rtf",
    "application/vnd.ms-outlook",
    "application/zip",
    "message/rfc822",
    "text/csv",
    "text/html",
    "text/markdown",
    "text/plain",
)
DESKTOP = f"""[Desktop Entry]
Type=Application
Name=RAGDesk
GenericName=Document search
Comment=Ask your own documents, offline, with citations
Comment[de]=Die eigenen Dokumente befragen, ohne Netz, mit Fundstellen
Exec=/opt/ragdesk/ragdesk %F
Icon=ragdesk
Terminal=false
Categories=Office;Utility;
MimeType={";".join(MIME_TYPES)};
StartupNotify=true
StartupWMClass=ragdesk
"""
CONTROL = """Package: ragdesk
Version: {version}
Architecture: {architecture}
Maintainer: RAGDesk <ragdesk@localhost>
Installed-Size: {kilobytes}
Depends: libc6 (>= {glibc})
Recommends: chromium | www-browser, xdg-utils
Section: text
Priority: optional
Description: ask your own documents, offline, with citations
 RAGDesk answers from a person's documents only and puts an exact citation behind
 every sentence. Its models are in the package; it needs no network.
"""


def main(folder: Path, target: Path) -> None:
    """Finish the bundle at `folder` and write the packages into `target`."""
    target.mkdir(parents=True, exist_ok=True)
    notices.main(folder, folder / NOTICES)
    add_models(folder / "_internal" / "models")
    settle_modes(folder)
    write_hashes(folder)
    name = f"ragdesk-{version()}-{sys.platform}-{platform.machine().lower()}"
    made = [archive(folder, target / name)]
    if shutil.which("dpkg-deb"):
        made.append(debian(folder, target))
    sums = "".join(f"{sha256_of(path)}  {path.name}\n" for path in sorted(made))
    (target / "SHA256SUMS").write_text(sums, encoding="utf-8")
    print(sums, end="")


def version() -> str:
    text = (ROOT / "ragdesk" / "__init__.py").read_text(encoding="utf-8")
    return text.partition('__version__ = "')[2].partition('"')[0]


def settle_modes(folder: Path) -> None:
    """Modes as the packages are to have them. Models, which are links to the person's own files, stay as they are."""
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
        elif not path.is_symlink() and path.stat().st_nlink == 1:
            path.chmod(0o755 if os.access(path, os.X_OK) else 0o644)


def write_hashes(folder: Path) -> None:
    """SHA-256 of every file, in the form of sha256sum; `sha256sum -c files.sha256` compares."""
    target = folder / HASHES
    target.unlink(missing_ok=True)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    lines = [f"{sha256_of(path)}  {path.relative_to(folder).as_posix()}\n" for path in files]
    target.write_text("".join(lines), encoding="utf-8")


def archive(folder: Path, target: Path) -> Path:
    """The folder as one file: a tar packed by zstd; what people can open without a tool on Windows and macOS."""
    if sys.platform != "linux":
        kind = "zip" if sys.platform == "win32" else "gztar"
        return Path(shutil.make_archive(str(target), kind, folder.parent, folder.name))
    packed_as = target.with_name(f"{target.name}.tar.zst")
    tar = [
        "tar",
        "--sort=name",
        f"--mtime=@{os.environ['SOURCE_DATE_EPOCH']}",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mode=go=rX,u=rwX",
        "--hard-dereference",
        "-cf",
        "-",
        "-C",
        str(folder.parent),
        folder.name,
    ]
    with subprocess.Popen(tar, stdout=subprocess.PIPE) as packed:
        zstd = ["zstd", "--quiet", f"-{ZSTD_LEVEL}", "-T2", "--force", "-o", str(packed_as)]
        subprocess.run(zstd, stdin=packed.stdout, check=True)
    if packed.returncode:
        raise SystemExit(f"tar ended with {packed.returncode}")
    return packed_as


def debian(folder: Path, target: Path) -> Path:
    """A .deb: the folder in /opt, a command, a menu entry, an icon."""
    root = target / "deb"
    shutil.rmtree(root, ignore_errors=True)
    for name in ("DEBIAN", "opt", "usr/bin", "usr/share/applications", "usr/share/doc/ragdesk"):
        (root / name).mkdir(parents=True)
    subprocess.run(["cp", "-al", folder, root / "opt" / "ragdesk"], check=True)
    (root / "usr/bin/ragdesk").symlink_to("../../opt/ragdesk/ragdesk")
    (root / "usr/share/applications/ragdesk.desktop").write_text(DESKTOP, encoding="utf-8")
    (root / "usr/share/doc/ragdesk/copyright").symlink_to(f"../../../../opt/ragdesk/{NOTICES}")
    make_icons.freedesktop(root / "usr/share/icons/hicolor")
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    kilobytes = sum(path.stat().st_size for path in files) // 1024
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    control = CONTROL.format(
        version=version(),
        architecture=architecture,
        kilobytes=kilobytes,
        glibc=os.confstr("CS_GNU_LIBC_VERSION").split()[1],
    )
    (root / "DEBIAN/control").write_text(control, encoding="utf-8")
    made = target / f"ragdesk_{version()}_{architecture}.deb"
    build = ["dpkg-deb", "--root-owner-group", "-Zzstd", f"-z{ZSTD_LEVEL}", "--build", str(root), str(made)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(root)
    return made


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
