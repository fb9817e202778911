"""Environment that keeps every dependency silent; set before any of them is imported.

This module knows nothing about sockets or the server: it only settles what the libraries read from the environment; Gradio's
own switches are in `front/web/gradio_fixes`. The proof that nothing calls out is in `tests/test_offline.py`.
"""

import ipaddress
import os

# onnxruntime 1.31 (which pymupdf imports too) resolves a telemetry host at import; only
# ORT_DISABLE_TELEMETRY in the environment, before the first import, stops it.
SILENT = {
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "True",
    "TRANSFORMERS_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
    "ANONYMIZED_TELEMETRY": "False",
    "TOKENIZERS_PARALLELISM": "false",
}


def seal() -> None:
    """Set `SILENT` in this process's environment; children inherit it."""
    os.environ.update(SILENT)


def unsealed() -> list[str]:
    """The variables of `SILENT` that are not as they must be."""
    return [name for name, value in SILENT.items() if os.environ.get(name) != value]


def foreign_connections() -> list[str]:
    """Internet connections of this process and its children whose other end is not this machine, as "address:port"."""
    import psutil

    foreign: list[str] = []
    me = psutil.Process()
    for process in [me, *me.children(recursive=True)]:
        try:
            connections = process.net_connections(kind="inet")
        except psutil.NoSuchProcess:
            continue
        for connection in connections:
            if connection.raddr and not ipaddress.ip_address(connection.raddr.ip).is_loopback:
                foreign.append(f"{connection.raddr.ip}:{connection.raddr.port}")
    return foreign
