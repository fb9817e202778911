"""What is never loaded, and therefore not in the bundle. `make bundle-test` passes without each entry."""

from fnmatch import fnmatch

# Modules that something in the bundle could import, and nothing does.
EXCLUDED_MODULES = [
    # set-up and dropped-in safetensors models only: the default models run on onnxruntime and llama.cpp
    "onnx",
    "safetensors",
    "sentence_transformers",
    "torch",
    "transformers",
    # of the extra `bulk`: many machines read documents, a desk does not
    "lance",
    "obstore",
    "ragdesk.bulk",
    "ray",
    # imported in name only: ragdesk/storage/index/lancedb_import.py, ragdesk/front/web/gradio_fixes/pandas_import.py
    "lance_namespace_urllib3_client",
    "pandas",
    # optional helpers of the above, of pandas and of others
    "IPython",
    "matplotlib",
    "ml_dtypes",
    "mpmath",
    "networkx",
    "numba",
    "polars",
    "scipy",
    "sklearn",
    "sympy",
    # layout analysis that RAGDesk does not use; pymupdf takes its absence
    "pymupdf.layout",
    "pymupdf4llm",
    # the transfer program of a model hub: nothing is fetched
    "hf_xet",
    # tests, builds, evaluation
    "PyInstaller",
    "_pytest",
    "hypothesis",
    "ir_measures",
    "mypy",
    "pip",
    "playwright",
    "pytest",
    "ruff",
    "setuptools",
    "tkinter",
    "wheel",
]

# Files, as patterns over their place in the bundle.
UNWANTED_FILES = [
    # Arrow over networks and in formats that are not used, and what it needs at build time
    "*libarrow_flight*",
    "*libarrow_python_flight*",
    "*libarrow_s3*",
    "pyarrow/_azurefs*",
    "pyarrow/_flight*",
    "pyarrow/_gcsfs*",
    "pyarrow/_s3fs*",
    "pyarrow/_substrait*",
    "pyarrow/include/*",
    "pyarrow/src/*",
    "pyarrow/tests/*",
    # Gradio's server-side renderer, demos, sample media, video tools and plots, and a list of hashes for its spaces
    "gradio/_simple_templates/*",
    "gradio/hash_seed.txt",
    "gradio/media_assets/*",
    "gradio/templates/frontend/assets/AltairPlot*",
    "gradio/templates/frontend/assets/PlotlyPlot*",
    "gradio/templates/frontend/static/ffmpeg/*",
    "gradio/templates/node/*",
    "gradio/test_data/*",
    # conventions of languages that the app does not speak: English, German and what they build on stay
    "babel/locale-data/[!der]*",
    "babel/locale-data/d[!e]*",
    "babel/locale-data/e[!n]*",
    "babel/locale-data/r[!o]*",
    # headers, sources, import libraries, type stubs
    "*.c",
    "*.cpp",
    "*.h",
    "*.pxd",
    "*.pyi",
    "*.pyx",
    "*/__pycache__/*",
    "pymupdf/layout/*",
    "pymupdf/mupdf-devel/*",
    # tools of onnxruntime for people who train
    "onnxruntime/datasets/*",
    "onnxruntime/tools/*",
    "onnxruntime/transformers/*",
    # second copies of llama.cpp's libraries beside the program: processor variants would be registered in the one and looked
    # for in the other
    "libggml*.so*",
    "libllama*.so*",
    # vision in llama.cpp
    "*libmtmd*",
]


def is_wanted(place: str) -> bool:
    """Whether the file that would lie at `place` in the bundle belongs there."""
    place = place.replace("\\", "/")
    return not any(fnmatch(place, pattern) for pattern in UNWANTED_FILES)
