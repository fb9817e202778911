"""How the commands print."""

import argparse
import json
from typing import Any


def as_json(options: argparse.Namespace) -> bool:
    return bool(getattr(options, "json", False))


def emit(options: argparse.Namespace, value: Any, text: str) -> None:
    print(json.dumps(value, ensure_ascii=False) if as_json(options) else text, flush=True)
