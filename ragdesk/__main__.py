"""`python -m ragdesk` is `ragdesk`."""

import sys

from ragdesk.front.cli import main

if __name__ == "__main__":
    sys.exit(main())
