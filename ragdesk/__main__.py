"""`python -m ragdesk` is `ragdesk`."""

import sys

from ragdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
