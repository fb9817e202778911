#!/usr/bin/env bash
# Builds llama.cpp for every processor of this kind, into the folder given.
#
#     build/llama.sh .cache/llama-portable
#
# The sources are those of the llama-cpp-python that is installed, so the Python side fits. Its processor part is built once for
# each generation of processors (GGML_CPU_ALL_VARIANTS) and loaded at run time (GGML_BACKEND_DL); engines/processor.py asks
# llama.cpp to take the best one that runs. On macOS Metal is on by itself.
set -euo pipefail
target=$1
python=${PYTHON:-.venv/bin/python}
version=$("$python" -c 'from importlib.metadata import version; print(version("llama-cpp-python"))')
if [ -e "$target/.version" ] && [ "$(cat "$target/.version")" = "$version" ]; then
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m pip download --quiet --no-deps --no-binary llama-cpp-python -d "$work" "llama-cpp-python==$version"
tar -xzf "$work"/llama_cpp_python-*.tar.gz -C "$work"
command -v ninja >/dev/null && export CMAKE_GENERATOR=Ninja
cmake -S "$work"/llama_cpp_python-*/vendor/llama.cpp -B "$work/made" \
  -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
  -DGGML_NATIVE=OFF -DGGML_BACKEND_DL=ON -DGGML_CPU_ALL_VARIANTS=ON \
  -DLLAMA_BUILD_COMMON=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_TOOLS=OFF \
  -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_CURL=OFF -DLLAMA_OPENSSL=OFF \
  -DCMAKE_INSTALL_RPATH='$ORIGIN' -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON >"$work/configured.txt"
nice -n 10 cmake --build "$work/made" --config Release --parallel "${JOBS:-2}"
rm -rf "$target"
mkdir -p "$target"
# The variant for processors with AMX crashes on them (see engines/processor.py); the one before it serves them.
rm -f "$work"/made/bin/*ggml-cpu-sapphirerapids*
# With their links: a library that is loaded under two names must be one file, else there are two of it.
find "$work/made/bin" \( -name '*.so*' -o -name '*.dylib' -o -name '*.dll' \) -exec cp -a {} "$target/" \;
echo "$version" >"$target/.version"
ls "$target"
