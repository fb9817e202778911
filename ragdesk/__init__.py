"""RAGDesk answers from a person's own documents, with citations, and without a network.

Importing the package only closes the doors (see `offline`) and sets a watch on them (see `connections`); everything heavy is
imported where it is first used, so that `ragdesk --help` answers at once.
"""

from ragdesk.host import connections, offline

__version__ = "0.1.0"

offline.seal()
connections.watch()
