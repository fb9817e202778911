"""`make audit` has three ends: nothing is known, there are holes, or nothing could be asked; the last never passes for the first.

The recipe of the Makefile runs, with a stand-in for the Python that makes its environment; nothing is fetched.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.break_it("end of an audit"),
    pytest.mark.skipif(os.name != "posix" or shutil.which("make") is None, reason="there is no make"),
]
ROOT = Path(__file__).parents[1]
NOT_AUDITED = "Not audited: nothing is known about the pinned packages."
TABLE = "Name   Version ID\nlibxyz 1.0     PYSEC-1"
# `-m venv FOLDER`: an environment with a pip that ends as FETCHED says, and a pip-audit as FOUND says.
PYTHON = """#!/bin/sh
test "$1 $2" = "-m venv" || exit 9
mkdir -p "$3/bin"
printf '#!/bin/sh\\nexit %s\\n' "$FETCHED" > "$3/bin/python"
cat > "$3/bin/pip-audit" <<'END'
#!/bin/sh
echo "$@" > "$(dirname "$0")/asked.txt"
while [ "$1" != -o ]; do shift; done
case "$FOUND" in
  nothing) echo "No known vulnerabilities found" >&2; exit 0;;
  holes) echo "$TABLE" > "$2"; echo "Found 1 known vulnerability in 1 package" >&2; exit 1;;
  *) echo "looking" >&2; echo "ERROR: no service answers" >&2; exit 1;;
esac
END
chmod +x "$3/bin/python" "$3/bin/pip-audit"
"""


def audit(folder: Path, found: str, fetched: int = 0) -> "subprocess.CompletedProcess[str]":
    python = folder / "python"
    python.write_text(PYTHON, encoding="utf-8")
    python.chmod(0o755)
    told = {"FOUND": found, "FETCHED": str(fetched), "TABLE": TABLE, "LC_ALL": "C"}
    return subprocess.run(
        ["make", "--no-print-directory", "audit", f"PYTHON={python}", f"AUDIT={folder / 'audit'}"],
        cwd=ROOT, env=os.environ | told, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_no_known_holes(tmp_path: Path) -> None:
    done = audit(tmp_path, "nothing")
    assert done.returncode == 0 and "Audited: no known holes in the pinned packages." in done.stdout, done
    asked = (tmp_path / "audit" / "bin" / "asked.txt").read_text(encoding="utf-8").split()
    # Each package that is pinned, and none that the list does not know passes.
    assert {"--strict", "--no-deps", "--disable-pip"} <= {*asked} and "-r constraints.txt" in " ".join(asked)


def test_known_holes_are_shown(tmp_path: Path) -> None:
    done = audit(tmp_path, "holes")
    assert done.returncode != 0 and "Error 1" in done.stderr, done
    assert "Audited: known holes in the pinned packages." in done.stdout and TABLE in done.stdout
    assert "Not audited" not in done.stderr


@pytest.mark.parametrize("before", ["nothing", "holes"])
def test_a_list_that_is_not_reached_says_nothing_about_the_packages(tmp_path: Path, before: str) -> None:
    """Nor does what was found the last time."""
    audit(tmp_path, before)
    done = audit(tmp_path, "unreached")
    assert done.returncode != 0 and "Error 2" in done.stderr, done
    assert f"ERROR: no service answers\n{NOT_AUDITED}" in done.stderr
    assert "Audited" not in done.stdout and TABLE not in done.stdout


def test_an_auditor_that_cannot_be_fetched_says_nothing_either(tmp_path: Path) -> None:
    done = audit(tmp_path, "nothing", fetched=1)
    assert done.returncode != 0 and "Error 2" in done.stderr and NOT_AUDITED in done.stderr, done
    assert "Audited" not in done.stdout
