"""How much memory a process holds for itself."""

import re
from pathlib import Path


def held_memory(pid: int) -> int:
    """Bytes that a process wrote (Linux): without the pages of files, of which its share hangs on who else has them mapped."""
    said = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Anonymous: +(\d+) kB$", said, re.MULTILINE)
    assert found is not None, said
    return 1024 * int(found[1])
