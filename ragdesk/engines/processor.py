"""What llama.cpp may use of the processor that it runs on."""

import os


def choose_processor() -> None:
    """Let a portable llama.cpp (build/llama.sh) load the fastest of its variants that this processor can run.

    A build for one processor has nothing to choose, and would complain of being asked.
    """
    from llama_cpp import _ggml

    folder = _ggml.libggml_base_path
    if any(folder.glob("*ggml-cpu-*")):
        _ggml.libggml.ggml_backend_load_all_from_path(os.fsencode(folder))


def leave_amx_alone() -> None:
    """Keep weights out of AMX buffers where llama.cpp was built with AMX (Intel's matrix unit, server processors since 2023).

    Its AMX code ends the process with a general protection fault in the first multiplication: the compiler drops the tile
    configuration that it wrote on the stack (https://github.com/ggml-org/llama.cpp/issues/20824 and pull request 26954). Our own
    builds leave AMX out (`make setup`, build/llama.sh) and keep the repacked weights of AVX, which this turns off as well.
    """
    from llama_cpp import llama_cpp

    if b"AMX_INT8 = 1" not in llama_cpp.llama_print_system_info():
        return
    defaults = llama_cpp.llama_model_default_params

    def plain_buffers() -> object:
        params = defaults()
        params.use_extra_bufts = False
        return params

    llama_cpp.llama_model_default_params = plain_buffers
