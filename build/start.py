"""Where the frozen program begins; see ragdesk/front/bundle.py."""

import sys

from ragdesk.front.bundle import main

if __name__ == "__main__":
    sys.exit(main())
