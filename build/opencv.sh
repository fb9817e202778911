#!/usr/bin/env bash
# Builds OpenCV with the modules that text recognition calls, into the folder given. For Linux; elsewhere the wheel's is taken.
#
#     build/opencv.sh .cache/opencv-small
#
# The wheel has all modules in one library of 74 MB that is linked against FFmpeg, OpenBLAS and AVIF. The sources are those of the
# opencv-python-headless that is installed. RAGDesk hands rapidocr pictures as arrays and opens none with OpenCV, so of the picture
# formats PNG alone is in. What comes out is one extension module; Python finds it as `cv2` without a package around it.
set -euo pipefail
target=$1
python=$("${PYTHON:-.venv/bin/python}" -c 'import sys; print(sys.executable)')
version=$("$python" -c 'from importlib.metadata import version; print(version("opencv-python-headless"))')
if [ -e "$target/.version" ] && [ "$(cat "$target/.version")" = "$version" ]; then
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m pip download --quiet --no-deps --no-binary opencv-python-headless -d "$work" "opencv-python-headless==$version"
tar -xzf "$work"/opencv_python_headless-*.tar.gz -C "$work"
command -v ninja >/dev/null && export CMAKE_GENERATOR=Ninja
include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
library=$("$python" -c 'import sysconfig as at; print(at.get_config_var("LIBDIR"), at.get_config_var("LDLIBRARY"), sep="/")')
unused=(1394 ADE AVIF EIGEN FFMPEG FLATBUFFERS FREETYPE GSTREAMER GTK IMGCODEC_GIF IMGCODEC_HDR IMGCODEC_PFM IMGCODEC_PXM
  IMGCODEC_SUNRASTER IPP ITT JASPER JPEG LAPACK OBSENSOR OPENCL OPENEXR OPENJPEG PROTOBUF QT QUIRC TIFF UNIFONT V4L VA VA_INTEL
  VULKAN WEBP)
unused=("${unused[@]/#/-DWITH_}")
cmake -S "$work"/opencv_python_headless-*/opencv -B "$work/made" \
  -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DBUILD_LIST=core,imgproc,imgcodecs,python3 \
  -DPYTHON3_EXECUTABLE="$python" -DPYTHON_DEFAULT_EXECUTABLE="$python" \
  -DPYTHON3_INCLUDE_DIR="$include" -DPYTHON3_LIBRARY="$library" -DPYTHON3_LIMITED_API=ON \
  -DOPENCV_PYTHON3_INSTALL_PATH=python -DOPENCV_SKIP_PYTHON_LOADER=ON \
  -DCPU_BASELINE=SSE3 -DCPU_DISPATCH=AVX2 \
  -DBUILD_opencv_apps=OFF -DBUILD_JAVA=OFF -DBUILD_TESTS=OFF -DBUILD_PERF_TESTS=OFF -DBUILD_DOCS=OFF -DBUILD_EXAMPLES=OFF \
  -DBUILD_ZLIB=ON -DBUILD_PNG=ON "${unused[@]/%/=OFF}" >"$work/configured.txt"
nice -n 10 cmake --build "$work/made" --target opencv_python3 --parallel "${JOBS:-2}"
rm -rf "$target"
mkdir -p "$target"
find "$work/made/lib" -name 'cv2*.so' -exec cp {} "$target/" \;
echo "$version" >"$target/.version"
ls "$target"
