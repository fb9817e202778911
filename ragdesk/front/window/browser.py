"""A window for an address of this computer: a browser without its own bars where there is one, else the usual browser."""

import logging
import os
import shutil
import subprocess
import sys
import webbrowser
from pathlib import Path

log = logging.getLogger(__name__)

# Browsers of Chromium's family; each takes --app, which shows a page in a frame of its own.
ON_LINUX = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "brave-browser",
    "vivaldi",
)
ON_WINDOWS = (
    r"Microsoft\Edge\Application\msedge.exe",
    r"Google\Chrome\Application\chrome.exe",
    r"BraveSoftware\Brave-Browser\Application\brave.exe",
)
ON_MACOS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Chromium.app/Contents/MacOS/Chromium",
    "Brave Browser.app/Contents/MacOS/Brave Browser",
)
# The window's own profile: no extension of the person's reads along, nothing is synchronised, and the browser itself
# keeps still (https://peter.sh/experiments/chromium-command-line-switches/).
QUIET = (
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-pings",
    # Whatever it still wants to ask of its maker (accounts, updates, the meaning of a form's fields) has no address; no proxy
    # finds one for it, and it looks for no devices around.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--no-proxy-server",
    "--disable-features=AutofillServerCommunication,DialMediaRouteProvider,MediaRouter,OptimizationHints",
)
# How the window manager groups the window with the menu entry: StartupWMClass in the .desktop file.
WINDOW_CLASS = "ragdesk"


def find() -> Path | None:
    """A browser that can show a page in a frame of its own. `RAGDESK_BROWSER` names one; "none" stands for the usual."""
    named = os.environ.get("RAGDESK_BROWSER", "")
    if named:
        found = None if named == "none" else shutil.which(named)
        return Path(found) if found else None
    return next((path for path in _known() if path.is_file()), None)


def _known() -> list[Path]:
    if sys.platform == "win32":
        roots = [os.environ.get(name, "") for name in ("ProgramFiles(x86)", "ProgramFiles", "LOCALAPPDATA")]
        return [Path(root, name) for name in ON_WINDOWS for root in roots if root]
    if sys.platform == "darwin":
        roots = ["/Applications", str(Path.home() / "Applications")]
        return [Path(root, name) for name in ON_MACOS for root in roots]
    return [Path(found) for name in ON_LINUX if (found := shutil.which(name))]


def open_window(address: str, profile: Path) -> "subprocess.Popen[bytes] | None":
    """Show `address`; returns the process whose end is the window's, where there is one of our own.

    `profile` is a folder of the home that the window's browser keeps its things in.
    """
    browser = find()
    if browser is not None:
        try:
            return subprocess.Popen(
                [
                    browser,
                    f"--app={address}",
                    f"--user-data-dir={profile}",
                    f"--class={WINDOW_CLASS}",
                    *QUIET,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            log.warning("no window by %s: %s", browser.name, error)
    if not webbrowser.open(address):
        log.warning("no browser could be opened")
    return None
