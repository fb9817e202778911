"""LanceDB's import without its client for a server on a network.

`lancedb` imports the request and answer types of `lance_namespace_urllib3_client.models` for its annotations. Importing them
runs that package's `__init__`, which makes the whole HTTP client and its pydantic validators: 0.6 s of the 1.5 s that
`import lancedb` takes (version 0.40), for a library that is opened from a folder. So the package is put in place without its
`__init__`; its submodules are found as before.
"""

import sys
from importlib.util import find_spec, module_from_spec

CLIENT = "lance_namespace_urllib3_client"


def without_client() -> None:
    """To be called before `import lancedb`; does nothing where the client is imported already, or is not installed."""
    spec = find_spec(CLIENT) if CLIENT not in sys.modules else None
    if spec is not None:
        sys.modules[CLIENT] = module_from_spec(spec)
