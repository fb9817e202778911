"""`ragdesk mcp` with a language model that writes to standard output by every way there is.

python chatty.py HOME
"""

import os
import random
import subprocess
import sys
from collections.abc import Iterator

from given_engines import engines_with
from paced import PacedModel

from ragdesk.app.app import App
from ragdesk.domain.ports import Cancelled, Prompt, never
from ragdesk.front.cli import main

NOISE = b'llama_model_load: ok\n{"jsonrpc":"2.0","id":1,"result":{}}\nContent-Length: 7\r\n\r\n\x00\xff\xfe no end'


class ChattyModel(PacedModel):
    """Writes noise before each word."""

    def warm(self, prompt: Prompt, cancelled: Cancelled = never) -> None:
        _noise()

    def stream(self, prompt: Prompt, cancelled: Cancelled = never) -> Iterator[str]:
        for word in super().stream(prompt, cancelled):
            _noise()
            yield word


def _noise() -> None:
    print("a line by print", flush=True)
    sys.stdout.write("half a line without an end")
    os.write(1, NOISE + random.Random(7).randbytes(200))
    subprocess.run(["sh", "-c", "echo a line of a child; printf half"], check=True)


if __name__ == "__main__":
    opened = App.open
    App.open = lambda home: opened(home, engines_with(ChattyModel(["The pump needs four minutes to start."])))  # type: ignore[method-assign, assignment, misc]
    sys.exit(main(["--home", sys.argv[1], "mcp"]))
