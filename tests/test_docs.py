"""What the documents name is there: files, links, and the paragraphs of CONTRIBUTING."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "decisions").glob("*.md")]
)
# A path may be written from the root, from the package, from the tests, or from a room.
BASES = [
    ROOT,
    ROOT / "ragdesk",
    ROOT / "tests",
    ROOT / "docs",
    *(ROOT / "ragdesk").iterdir(),
    ROOT / "ragdesk" / "front" / "web",
]
FILE = re.compile(r"`((?:[\w.-]+/)+[\w-]+\.(?:py|toml|md|sh|js|po))`")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_links_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    # What lies in a home, not in the repository.
    named = [
        name for name in FILE.findall(text) if not name.startswith(("archive/", "memory/", "logs/", "HOME/"))
    ]
    missing = [name for name in named if not any((base / name).exists() for base in BASES)]
    broken = [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert missing == [] and broken == []


def test_the_readme_fits_on_two_screens() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_the_readme_s_tree_is_the_package_s() -> None:
    tree = re.search(
        r"^ragdesk/\n((?:  .*\n)+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert tree is not None
    drawn = set(re.findall(r"^  (\w+)/", tree.group(1), re.MULTILINE))
    assert drawn == {path.parent.name for path in (ROOT / "ragdesk").glob("*/__init__.py")}
