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
TEST = re.compile(r"`(?:tests/)?((?:\w+/)*test_\w+)(?:\.py)?`")
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


def files_behind(name: str) -> list[Path]:
    """The files that a name means: a path below tests/, a file's name alone, or one test."""
    below = ROOT / "tests"
    if "/" in name:
        return [path for path in [below / f"{name}.py"] if path.exists()]
    found = [*below.rglob(f"{name}.py")]
    return found or [path for path in below.rglob("test_*.py") if f"def {name}(" in path.read_text("utf-8")]


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/reliability.md"])
def test_the_tests_behind_promises_exist(page: str) -> None:
    named = set(TEST.findall((ROOT / page).read_text(encoding="utf-8")))
    assert named and [name for name in sorted(named) if not files_behind(name)] == []


def test_the_tests_behind_promises_are_run_by_make_break() -> None:
    """But those of which the page says that they are not."""
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    promises = page.split("## What is promised", 1)[1].split("\n## ", 1)[0]
    head, table = promises.split("| promise |", 1)
    left_out = set(TEST.findall(head.split("but those of", 1)[1]))
    not_run = {
        name
        for name in TEST.findall(table)
        for path in files_behind(name)
        if path.parent.name != "break_it" and "mark.break_it" not in path.read_text("utf-8")
    }
    assert not_run == left_out


def test_the_readme_fits_on_two_screens() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_the_readme_s_tree_is_the_package_s() -> None:
    tree = re.search(
        r"^ragdesk/\n((?:  .*\n)+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert tree is not None
    drawn = set(re.findall(r"^  (\w+)/", tree.group(1), re.MULTILINE))
    assert drawn == {path.parent.name for path in (ROOT / "ragdesk").glob("*/__init__.py")}
