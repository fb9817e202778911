"""Where the frozen program begins; see ragdesk/bundle.py."""

import sys

from ragdesk.bundle import main

if __name__ == "__main__":
    sys.exit(main())
