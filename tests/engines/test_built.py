"""Is llama.cpp built for the processor that it runs on? Where it is not, an answer takes minutes."""

import subprocess
import sys
from pathlib import Path

import pytest

CPU = Path("/proc/cpuinfo")
SAY = "import llama_cpp; print(llama_cpp.llama_print_system_info().decode())"


@pytest.mark.parametrize("flag, name", [("avx2", "AVX2"), ("fma", "FMA"), ("asimddp", "DOTPROD")])
def test_the_processors_vector_instructions_are_used(flag: str, name: str) -> None:
    if not CPU.exists() or flag not in CPU.read_text(encoding="utf-8").split():
        pytest.skip(f"this processor has no {name}, or does not say so")
    said = subprocess.run([sys.executable, "-c", SAY], capture_output=True, text=True, check=True).stdout
    assert f"{name} = 1" in said, "pip install --no-cache-dir --force-reinstall --no-deps llama-cpp-python"


def test_no_set_up_builds_for_a_bare_processor() -> None:
    """ggml leaves vector instructions out where SOURCE_DATE_EPOCH is set, as the bundle's recipe does."""
    made = Path(__file__).resolve().parents[2] / "Makefile"
    steps = [line for line in made.read_text(encoding="utf-8").splitlines() if "pip install" in line]
    building = [line for line in steps if ".[setup" in line]
    assert building and all("env -u SOURCE_DATE_EPOCH" in line for line in building)
