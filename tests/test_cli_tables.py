"""`ragdesk table` on real stores: made, filled, shown, taken out, and gone on with after a `kill -9`."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from command_line import Run, command_line

from ragdesk.front.cli import main

LEASE = """# LEASE AGREEMENT

This Lease Agreement is made as of {day} (the "Effective Date") by and between Mill Estates, LLC ("Landlord")
and {tenant} ("Tenant").

## Governing law

This Agreement shall be governed by the laws of the State of {state}.
"""
DOCUMENTS = 6
LAW = "Which state's law governs this agreement?"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], home_folder: Path) -> Run:
    return command_line(capsys, home_folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "leases"
    folder.mkdir()
    states = ("Vermont", "Maine", "Texas", "Ohio", "Utah", "Iowa")
    for number in range(DOCUMENTS):
        text = LEASE.format(
            day=f"May {number + 1}, 2021", tenant=f"Tenant {number} Bakery, Inc.", state=states[number]
        )
        (folder / f"lease{number}.md").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def columns(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(
        f'[[column]]\nname = "Law"\nquestion = "{LAW}"\n\n'
        '[[column]]\nname = "Date"\nkind = "date"\nquestion = "What is the date of this agreement?"\n',
        encoding="utf-8",
    )
    return path


def test_a_table_goes_from_a_file_of_columns_to_a_workbook(
    run: Run, folder: Path, columns: Path, tmp_path: Path
) -> None:
    run("add", folder)
    status, [made] = run("table", "new", "Leases", "--columns", columns, "--folder", folder)
    assert status == 0 and (made["documents"], made["cells"], made["waiting"]) == (DOCUMENTS, 12, 12)
    assert [each["name"] for each in made["columns"]] == ["Law", "Date"]
    table = made["id"]
    status, cells = run("table", "run", table)
    assert status == 0 and len(cells) == 12
    assert {cell["verdict"] for cell in cells} == {"found"}
    dates = {cell["document"]: cell["values"][0]["normal"] for cell in cells if cell["column"] == "Date"}
    assert dates["lease3.md"] == "2021-05-04" and cells[0]["seconds"] >= 0
    status, [extended] = run(
        "table",
        "add",
        table,
        "--question",
        "Who are the parties to this agreement?",
        "--kind",
        "list",
        "--name",
        "Parties",
    )
    assert extended["waiting"] == DOCUMENTS
    assert len(run("table", "run", table)[1]) == DOCUMENTS
    _, [shown] = run("table", "show", table)
    first = next(row for row in shown["rows"] if row["document"] == "lease1.md")
    law = first["cells"][0]
    assert (law["values"][0]["text"], law["verdict"], law["set_by"], law["stale"]) == (
        "Maine",
        "found",
        "app",
        False,
    )
    assert "State of Maine" in law["values"][0]["citation"]["quote"]
    assert first["cells"][2]["values"][1]["normal"] == "tenant 1 bakery inc"
    taken_out(run, table, tmp_path / "leases.xlsx")


def taken_out(run: Run, table: str, out: Path) -> None:
    """As a workbook; then the table is removed."""
    assert run("table", "export", table, "--format", "xlsx", "-o", out)[0] == 0
    page = openpyxl.load_workbook(out).worksheets[0]
    assert (page.max_row, page.max_column) == (DOCUMENTS + 1, 4)
    assert run("table", "export", table, "--format", "csv", "-o", out)[0] == 2, "a file that is there is kept"
    assert [each["id"] for each in run("table", "list")[1]] == [table]
    assert run("table", "remove", table) == (0, [{"id": table, "removed": True}])
    assert run("table", "list") == (0, []) and len(run("list")[1]) == DOCUMENTS


def test_what_makes_no_table_is_said_in_a_line(run: Run, folder: Path, columns: Path) -> None:
    assert run("table", "new", "T", "--columns", columns)[0] == 2
    assert run("table", "new", "T", "--columns", folder / "nowhere.toml", "--folder", folder)[0] == 2
    assert run("table", "new", "T", "--collection", "Nowhere")[0] == 2
    for action in ("run", "show", "remove"):
        status, [said] = run("table", action, "nope")
        assert status == 2 and said["error"]["code"] == "unknown_id"
    _, [made] = run("table", "new", "T", "--template", "papers", "--folder", folder)
    assert (made["documents"], len(made["columns"])) == (0, 7)
    assert run("table", "show", "T")[1][0]["id"] == made["id"], "it may be called by its name"
    assert run("table", "add", made["id"])[0] == 2
    assert (
        run("table", "add", made["id"], "--question", "Which?", "--kind", "choice", "--choice", "one")[0] == 2
    )
    run("table", "new", "T", "--template", "papers", "--folder", folder)
    status, [said] = run("table", "show", "T")
    assert status == 2 and "Several tables" in said["error"]["message"]


def test_people_read_lines(
    run: Run, folder: Path, columns: Path, home_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("add", folder / "lease0.md")
    _, [made] = run("table", "new", "Leases", "--columns", columns, "--folder", folder)
    assert main(["table", "show", made["id"], "--home", str(home_folder)]) == 0
    assert "Law: not asked yet" in capsys.readouterr().out
    assert main(["table", "run", made["id"], "--home", str(home_folder)]) == 0
    assert "lease0.md · Law: Vermont" in capsys.readouterr().out
    assert main(["table", "list", "--home", str(home_folder)]) == 0
    assert "1 document, 2 columns, all asked" in capsys.readouterr().out


def test_a_killed_run_goes_on_where_it_stopped(
    run: Run, folder: Path, columns: Path, home_folder: Path
) -> None:
    run("add", folder)
    _, [made] = run("table", "new", "Leases", "--columns", columns, "--folder", folder)
    command = [
        sys.executable,
        "-m",
        "ragdesk",
        "--home",
        str(home_folder),
        "--json",
        "table",
        "run",
        made["id"],
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        before = [process.stdout.readline() for _ in range(3)]
        os.kill(process.pid, signal.SIGKILL)
        before += process.stdout.readlines()
    told = [json.loads(line) for line in before if line.endswith("\n")]
    assert process.returncode == -signal.SIGKILL and 3 <= len(told) < 12, "it was killed amid its work"
    _, [shown] = run("table", "show", made["id"])
    kept = {(cell["document_id"], cell["column_id"]) for row in shown["rows"] for cell in row["cells"]}
    assert {(cell["document_id"], cell["column_id"]) for cell in told} <= kept, "what was told is kept"
    _, rest = run("table", "run", made["id"])
    assert not {(cell["document_id"], cell["column_id"]) for cell in rest} & kept, "nothing is asked twice"
    assert len(rest) + len(kept) == 12
    assert run("table", "list")[1][0]["waiting"] == 0
    assert run("doctor")[0] == 0
