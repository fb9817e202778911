"""Puts the default models into a built bundle."""

import os
import shutil
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def add_models(models: Path) -> None:
    """The default models of the catalogue, as links to the files where the file system has them. A file of our own goes with its
    card, which names its licence and whose work it is."""
    shutil.rmtree(models, ignore_errors=True)
    models.mkdir()
    catalog = tomllib.loads((ROOT / "models" / "catalog.toml").read_text(encoding="utf-8"))
    names = [entry["file"] for entry in catalog["model"] if entry.get("default")]
    for name in ("catalog.toml", "README.md"):
        shutil.copyfile(ROOT / "models" / name, models / name)
    for name in names:
        source = ROOT / "models" / name
        if not source.exists():
            raise SystemExit(f"{source} is not there: run `make models` first")
        if source.is_dir():
            shutil.copytree(source, models / name, copy_function=link_or_copy)
        else:
            link_or_copy(source, models / name)
            if (card := source.with_suffix(".md")).exists():
                shutil.copyfile(card, models / card.name)


def link_or_copy(source: Path, target: Path) -> None:
    try:
        os.link(os.path.realpath(source), target)
    except OSError:
        shutil.copyfile(source, target)
