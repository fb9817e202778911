"""Tokens a second that one build of llama.cpp reads and writes: prints {"reading", "writing", "variant"} as JSON.

python tests/bundle/tokens.py MODEL [FOLDER OF LIBRARIES]        (without a folder: the build that is installed)
"""

import json
import os
import sys
import time
from pathlib import Path

READ, WRITTEN = 384, 32


def main(model: str, folder: str = "") -> None:
    if folder:
        os.environ["LLAMA_CPP_LIB_PATH"] = folder
    os.environ["GOMP_SPINCOUNT"] = "2000"
    import llama_cpp

    if folder:
        ggml = llama_cpp.llama_cpp.ctypes.CDLL(str(Path(folder, "libggml.so").resolve()))
        ggml.ggml_backend_load_all_from_path(os.fsencode(folder))
    llama = llama_cpp.Llama(
        model, n_ctx=1_024, n_threads=2, n_threads_batch=2, n_batch=512, use_mmap=False, verbose=False, seed=1
    )
    words = llama.tokenize(b"The autoclave must cool down before its door is opened. " * 60)[:READ]
    llama.eval(words[:16])
    llama.reset()
    began = time.perf_counter()
    llama.eval(words)
    read = time.perf_counter()
    for _ in range(WRITTEN):
        llama.eval([llama.sample(temp=0.0)])
    written = time.perf_counter()
    print(
        json.dumps(
            {
                "reading": READ / (read - began),
                "writing": WRITTEN / (written - read),
                "variant": loaded_variant(),
            }
        )
    )


def loaded_variant() -> str:
    """Which of the processor variants is mapped into this process."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    return ", ".join(sorted({Path(line.split()[-1]).name for line in lines if "libggml-cpu" in line}))


if __name__ == "__main__":
    main(*sys.argv[1:])
