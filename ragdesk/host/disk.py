"""Room on a disk, and how much of it is left for other programs, and for RAGDesk's own upkeep."""

import shutil
from pathlib import Path

# Taking files in leaves this free: bytes, or of a small disk this share.
RESERVE_BYTES = 500_000_000
RESERVE_SHARE = 0.02


def room(folder: Path) -> int:
    """Bytes that may be written to the folder's disk; below 0 where less is free than is to stay free."""
    usage = shutil.disk_usage(folder)
    return usage.free - min(RESERVE_BYTES, int(usage.total * RESERVE_SHARE))
