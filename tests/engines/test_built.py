"""Is llama.cpp built for the processor that it runs on? Where it is not, an answer takes minutes."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from ragdesk.engines.processor import leave_amx_alone

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
    joined = made.read_text(encoding="utf-8").replace("\\\n", " ")
    building = [line for line in joined.splitlines() if "pip install" in line and ".[setup" in line]
    assert building and all("env -u SOURCE_DATE_EPOCH" in line for line in building)


@pytest.mark.parametrize("amx", [True, False])
def test_weights_stay_out_of_amx_buffers(amx: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """llama.cpp's AMX code crashes; without AMX its repacked weights are kept, which read a prompt faster."""
    library = import_module("llama_cpp.llama_cpp")
    said = f"CPU : AVX512 = 1 | AMX_INT8 = {int(amx)} | ".encode()
    monkeypatch.setattr(library, "llama_print_system_info", lambda: said)
    monkeypatch.setattr(library, "llama_model_default_params", library.llama_model_default_params)
    leave_amx_alone()
    assert library.llama_model_default_params().use_extra_bufts is not amx
