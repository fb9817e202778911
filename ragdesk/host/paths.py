"""The one place that knows where things lie: the home (all that is written) and the bundled models."""

import os
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import platformdirs

from ragdesk.domain.errors import StoreError
from ragdesk.host import marker


@dataclass(frozen=True, slots=True)
class Home:
    """The folder that holds everything the app writes; readable by its owner alone."""

    root: Path

    @property
    def ledger(self) -> Path:
        return self.root / marker.LEDGER

    @property
    def index(self) -> Path:
        return self.root / "index"

    @property
    def archive(self) -> Path:
        return self.root / marker.ARCHIVE

    @property
    def models(self) -> Path:
        return self.root / "models"

    @property
    def memory(self) -> Path:
        return self.root / "memory"

    @property
    def user_memory(self) -> Path:
        return self.memory / "USER_MEMORY.md"

    @property
    def company_memory(self) -> Path:
        return self.memory / "COMPANY_MEMORY.md"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def log_file(self) -> Path:
        return self.logs / "ragdesk.log"

    @property
    def settings(self) -> Path:
        return self.root / marker.SETTINGS

    @property
    def temporary(self) -> Path:
        """Uploads and half-made files; emptied at start-up."""
        return self.root / "tmp"

    @property
    def shared_copies(self) -> Path:
        """Originals of shared libraries that this process has looked at; gone when it ends."""
        return self.temporary / f"shared-{os.getpid()}"

    @property
    def incoming(self) -> Path:
        """Copies of files that wait to be taken in and have no place of their own."""
        return self.root / "incoming"

    @property
    def window(self) -> Path:
        """The profile of the window's own browser."""
        return self.root / "window"

    @property
    def doors(self) -> Path:
        """The key of other programs, and which of them are connected; there once a person has asked for it."""
        return self.root / "doors"

    @property
    def erasing(self) -> Path:
        """There while everything is erased, and until the window's profile has gone, too."""
        return self.root / "erasing.txt"

    @property
    def write_lock(self) -> Path:
        """Held by the one process that is ingesting or removing."""
        return self.root / "write.lock"


def open_home(override: Path | None = None) -> Home:
    """Find and create the home: `override`, else `$RAGDESK_HOME`, else the user's data folder.

    What this process and its children make from now on is for its owner alone (`private_from_now_on`).

    Raises:
        StoreError: the folder cannot be made or written, or holds what is not RAGDesk's; nothing in it was touched.
    """
    private_from_now_on()
    chosen = override or _from_environment() or Path(platformdirs.user_data_dir("ragdesk", appauthor=False))
    home = Home(chosen.expanduser().absolute())
    try:
        _refuse_another_account_s(home.root)
        _refuse_somebody_elses(home.root)
        home.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        marker.mark(home.root)
        for folder in (
            home.index,
            home.archive,
            home.models,
            home.memory,
            home.logs,
            home.temporary,
            home.incoming,
        ):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        home.root.chmod(0o700)
    except OSError as error:
        if isinstance(error, FileExistsError) and str(error.filename) != str(home.root):
            raise StoreError(
                "A file lies at {path}, where RAGDesk keeps a folder.",
                "Move it away, then run: ragdesk doctor --rebuild",
                path=error.filename,
            ) from error
        raise StoreError(
            "The home folder {path} cannot be used: {why}.",
            "Choose a folder that you can write to, with --home or RAGDESK_HOME.",
            path=home.root,
            why=error.strerror or error,
        ) from error
    return home


def _refuse_another_account_s(root: Path) -> None:
    """The superuser may write into everybody's home; its person could not open what was made there, and so not the home."""
    owner = _maker(root)
    if owner is None or owner == os.geteuid() or _makes_files_of(owner, root):
        return
    raise StoreError(
        "The home folder {path} belongs to another account of this computer ({owner}). Nothing in it was touched.",
        "Run RAGDesk as that account, or choose a folder of your own with --home or RAGDESK_HOME. If the folder is to be yours, "
        "make your account the owner of all that is in it.",
        path=root,
        owner=_name_of(owner),
    )


def _maker(root: Path) -> int | None:
    """The account that made a home; None where it is none yet, and where the system has no accounts.

    The folder itself says less: one that is lent to a container belongs to somebody outside of it."""
    if not hasattr(os, "geteuid"):
        return None
    for path in (root / marker.MARKER, root / marker.LEDGER):
        try:
            return path.stat().st_uid
        except PermissionError:
            return root.stat().st_uid
        except (FileNotFoundError, NotADirectoryError):
            continue
    return None


def _makes_files_of(owner: int, root: Path) -> bool:
    """Whether a file that is made in a folder belongs to the account `owner`, whoever makes it: on drives that know no owners,
    and on some of another computer."""
    try:
        with TemporaryFile(dir=root) as file:
            return os.fstat(file.fileno()).st_uid == owner
    except PermissionError:
        return False


def _name_of(account: int) -> str:
    import pwd  # no such module on Windows, where this is never asked

    try:
        return pwd.getpwuid(account).pw_name
    except KeyError:
        return str(account)


def _refuse_somebody_elses(root: Path) -> None:
    """The stores clear up behind themselves, and the folder is closed to other accounts: only in one that is RAGDesk's."""
    if not root.is_dir() or marker.is_home(root) or marker.is_free(root):
        return
    if marker.is_home(root):  # another process has made it one meanwhile
        return
    raise StoreError(
        "{path} is not a folder of RAGDesk, and there are other things in it. Nothing in it was touched.",
        "Choose an empty folder, or one that RAGDesk made, with --home or RAGDESK_HOME.",
        path=root,
    )


@cache
def private_from_now_on() -> int:
    """Set the umask, because LanceDB and Tantivy take no mode for their files; returns the one that the person had."""
    return os.umask(0o077)


def as_usual(path: Path) -> None:
    """Give a new file that a person asked for outside of the home the rights that their other files get."""
    path.chmod(0o666 & ~private_from_now_on())


def _from_environment() -> Path | None:
    value = os.environ.get("RAGDESK_HOME", "").strip()
    return Path(value) if value else None


def bundled_models() -> Path:
    """The `models/` folder that ships with the app: beside the package, or inside the bundle."""
    frozen = getattr(sys, "_MEIPASS", None)
    return Path(frozen) / "models" if frozen else Path(__file__).resolve().parents[2] / "models"


def bundled_examples() -> Path:
    """The `examples/` folder that ships with the app: beside the package, inside the bundle, or where a wheel puts its data."""
    beside = bundled_models().parent / "examples"
    return beside if beside.is_dir() else Path(sysconfig.get_path("data"), "share", "ragdesk", "examples")
