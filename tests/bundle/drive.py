"""Drives the app in a browser, from outside: add a file, ask, click the citation. Prints what it saw as JSON.

python tests/bundle/drive.py job ADDRESS FILE QUESTION PICTURE
python tests/bundle/drive.py start PROGRAM HOME           (start it as a double-click does, and time it)
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ragdesk_browser import window

DROP = "#rd-drop input[type=file]"


def job(address: str, file: str, question: str, picture: str) -> dict[str, object]:
    """The main job; times out where a step does not come about."""
    with window() as (page, seen):
        page.goto(address)
        page.wait_for_selector(DROP, state="attached", timeout=60_000)
        page.set_input_files(DROP, [file])
        page.wait_for_selector("#rd-documents li", timeout=120_000)
        page.get_by_role("tab", name="Chat", exact=True).click()
        page.fill("#rd-question textarea", question)
        page.click("#rd-ask")
        page.wait_for_selector("a.rd-cite", timeout=400_000)
        page.click("a.rd-cite")
        page.wait_for_selector("#rd-beside-viewer .rd-highlight", timeout=60_000)
        page.wait_for_timeout(1_500)
        page.screenshot(path=picture)
        return {"foreign": seen.foreign(), "requests": len(seen.requests), "complaints": seen.violations()}


# Stands in for the browser that the app starts: it notes when it was asked for a window, and with which address.
BROWSER = """#!/bin/sh
for word in "$@"; do case "$word" in --app=*) echo "${word#--app=}" > "$NOTE.draft"; mv "$NOTE.draft" "$NOTE";; esac; done
exec sleep 600
"""


def start(program: str, home: str) -> dict[str, object]:
    """Seconds from the program's start to: its asking for a window, the splash on the screen, the Library tab to use.

    The browser runs already: how long it takes to start is its own affair.
    """
    with tempfile.TemporaryDirectory() as folder, window() as (page, _):
        browser, note = Path(folder, "browser"), Path(folder, "note")
        browser.write_text(BROWSER)
        browser.chmod(0o755)
        variables = {"PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8", "NOTE": str(note)}
        page.goto("about:blank")
        began = time.perf_counter()
        app = subprocess.Popen(
            [program, "--home", home],
            env=variables | {"RAGDESK_BROWSER": str(browser)},
            stdout=subprocess.DEVNULL,
        )
        try:
            while not note.exists():
                time.sleep(0.005)
            asked = time.perf_counter() - began
            page.goto(note.read_text().strip(), wait_until="load")
            splash = time.perf_counter() - began
            page.wait_for_selector(DROP, state="attached", timeout=120_000)
            page.wait_for_selector("#rd-tabs", timeout=120_000)
            library = time.perf_counter() - began
        finally:
            app.terminate()
            app.wait(60)
        return {"asked": asked, "splash": splash, "library": library}


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    print(json.dumps({"job": job, "start": start}[sys.argv[1]](*sys.argv[2:])))
