"""Every number by which pictures are read and drawn, with its unit. The scores are those of the one recognition engine in use
(RapidOCR with PP-OCRv6, small); of another engine they would mean something else.

Where no measurement is named, a value was set by looking at pictures (photographs, screenshots, telefaxes, scans).
"""

# Sizes (pixels; image_file, image, ocr, pictures)
MOST_PIXELS = 40_000_000  # of a picture that is read; decoded, a pixel takes three or four bytes, twice while it is converted
# A JPEG is decoded smaller at once, which costs nothing: by halves, to no less than this
JPEG_PIXELS = 10_000_000
STRIP_PIXELS = 25_000_000  # of a long picture that is read in strips
DRAWN_PIXELS = 25_000_000  # of a page that is drawn for a person
LONGEST_SIDE = 2_000  # the detector looks at no more; larger pictures are made smaller by whoever makes them
STRIP_WIDTH = 1_400  # of a long picture
LEAST_SIDE = 12  # a smaller picture holds no letter
MOST_FRAMES = 2_000  # pages of a TIFF that are looked at
REDUCING_GAP = 3.0  # times; so much larger than wanted Pillow reduces a picture fast before it does so with care (its own advice)

# Resolution (pixels an inch; image_file)
USUAL_DPI = 72.0  # where the file does not say
POSSIBLE_DPI = (30.0, 4_800.0)  # beyond these it says nonsense
UNEQUAL_DPI = 0.1  # of the larger; across and down differ by more in telefaxes
FIRST_SIDEWAYS = 5  # EXIF's orientations from here on lie on their side

# Strips (widths of the picture; ocr)
STRIP = 2.2  # longer pictures are read in strips, lest their letters become too small
STRIP_LENGTH = 1.5  # of one strip, at the most
STRIP_CUT = 0.8  # of its length; from here on a strip is cut where least is drawn
LEAST_STRIP = 120  # pixels of a strip

# Scores of a line (0 to 1; ocr)
# Measured: of the lines of real scans one in a hundred has less (torn or half covered letters), of drawn pages with noise,
# blur and a lean none has less than 0.94; noise without letters gives no lines at all.
LEAST_SCORE = 0.7
LEAST_MARK_SCORE = 0.9  # of marks without a letter or digit, which are dirt unless the engine is very sure
CHANCE = 0.5  # the score that says nothing
DOUBTFUL = 0.75  # a page that is read worse stands on its head
SURE = 0.85  # one that is read better is not turned any further
BETTER = 1.1  # times; what a turned page must say more to be taken
REOPEN_EVERY = 25  # pictures; the engine then gives back what it keeps, 8 MB a page (measured), and opening takes half a second

# Lines (ocr_lines)
TALL = 1.5  # times as high as wide: a line that runs downwards
LONG_LINE = 5  # times as wide as high: a line from which the page's lean is told
LEAN = (0.003, 0.3)  # radians; less is not worth a thought, more is no lean
LEAST_SPREAD = 1e-6  # of grey levels; for dividing by it
