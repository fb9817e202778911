"""Every number by which picture files are opened and pages are drawn, with its unit: set by looking at pictures (photographs,
screenshots, telefaxes, scans), except where a line says more."""

# Sizes (pixels; image_file, image, pictures)
MOST_PIXELS = 40_000_000  # of a picture that is read; decoded, a pixel takes three or four bytes, twice while it is converted
# A JPEG is decoded smaller at once, which costs nothing: by halves, to no less than this
JPEG_PIXELS = 10_000_000
DRAWN_PIXELS = 25_000_000  # of a page that is drawn for a person
MOST_FRAMES = 2_000  # pages of a TIFF that are looked at
REDUCING_GAP = 3.0  # times; so much larger than wanted Pillow reduces a picture fast before it does so with care (its own advice)

# Resolution (pixels an inch; image_file)
USUAL_DPI = 72.0  # where the file does not say
POSSIBLE_DPI = (30.0, 4_800.0)  # beyond these it says nonsense
UNEQUAL_DPI = 0.1  # of the larger; across and down differ by more in telefaxes
FIRST_SIDEWAYS = 5  # EXIF's orientations from here on lie on their side

# Grey levels (image_file)
LEAST_SPREAD = 1e-6  # between the darkest and the lightest; for dividing by it
