"""Every number by which text recognition judges, with its unit. They belong to the engine in use (RapidOCR with PP-OCRv6, small);
the scores of another engine would mean something else. Where no measurement is named, a value was set by looking at pictures.
"""

# Sizes (pixels)
STRIP_PIXELS = 25_000_000  # of a long picture that is read in strips
LONGEST_SIDE = 2_000  # the detector looks at no more; larger pictures are made smaller by whoever makes them
STRIP_WIDTH = 1_400  # of a long picture
LEAST_SIDE = 12  # a smaller picture holds no letter

# Strips (widths of the picture)
STRIP = 2.2  # longer pictures are read in strips: shrunk to fit, their letters would be too small
STRIP_LENGTH = 1.5  # of one strip, at the most
STRIP_CUT = 0.8  # of its length; from here on a strip is cut where least is drawn
LEAST_STRIP = 120  # pixels of a strip

# Scores of a line (0 to 1)
# Measured: of the lines of real scans one in a hundred has less (torn or half covered letters), of drawn pages with noise,
# blur and a lean none has less than 0.94; noise without letters gives no lines at all.
LEAST_SCORE = 0.7
LEAST_MARK_SCORE = 0.9  # of marks without a letter or digit, which are dirt unless the engine is very sure
CHANCE = 0.5  # the score that says nothing
DOUBTFUL = 0.75  # a page that is read worse stands on its head
SURE = 0.85  # one that is read better is not turned any further
BETTER = 1.1  # times; what a turned page must say more to be taken
REOPEN_EVERY = 25  # pictures; the engine then gives back what it keeps, 8 MB a page (measured), and opening takes half a second

# Lines (lines)
TALL = 1.5  # times as high as wide: a line that runs downwards
LONG_LINE = 5  # times as wide as high: a line from which the page's lean is told
LEAN = (0.003, 0.3)  # radians; less changes no line, more is no lean
