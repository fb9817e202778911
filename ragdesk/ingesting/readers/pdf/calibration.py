"""Every number by which the PDF reader judges a page, with its unit.

None comes from a fit with a recorded experiment: they were set by looking at pages (the drawn ones in tests/ingesting, manuals,
statements, papers and scans), except where a line says more. "Type sizes" and "line heights" are multiples of the text at hand,
so that they hold for every size of print; points are 1/72 inch.
"""

# Words and their style (words)
GAP = 1.0  # type sizes; a wider gap between two words is a column or a tab, not a space
RECOGNISED_GAP = 1.6  # type sizes; the same in recognised text, whose places are less exact
LAYER_GAP = 2.4  # type sizes; the same in the text layer of a scan, whose letters are narrower than those on the picture
BOLD_SHARE = 0.9  # of a line's letters; from here on the line is bold
STRAIGHT = 0.1  # sine of the angle; text that leans less, as in scans, runs along the page
# Points; taken where a page says nothing, and the largest for what is typed into a form field
USUAL_SIZE = 10.0

# Headings set tight (tight). Of 158,000 pieces of text of 110 PDFs, 17 are parted, all between words.
TIGHT_LETTERS = 8  # letters that a line of one word has at least where it may be several
TIGHT, TIGHTEST = -0.02, -0.1  # type sizes; the usual gap between the letters of a line that is set tight
TIGHT_SPACE = 0.12  # type sizes; a gap that is so much wider than the usual one is a space

# Ruling lines and tables drawn with them (rules, grid)
RULE = 2.5  # points; a thinner rectangle is a ruling line
MANY_VECTORS = 20_000  # pieces on a page; more are a drawing or a map, not the rules of a table
SAME_LINE = 1.5  # points; rules that lie this near are pieces of one line, or one double line
NEAR = 3.0  # points; lines that miss each other by less meet
MOST_LINES = 1_500  # rules of a page, and
MOST_CELLS = 3_000  # cells of a grid; more are a drawing
LEAST_EDGES = 3  # lines across, and down: two rows and two columns
MOST_CELL_WORDS = 45  # words a cell on average; more are a page's layout
ROUNDING = 0.01  # points; for comparing a place with itself

# Tables without lines (tables)
LABEL_ROWS = 3  # rows in a row with nothing but a label that a table may hold
FAR = 3.0  # line heights; a wider gap ends a table
HEADER_ROWS = 6  # rows before the first figures that may be headers
LABEL_OVERHANG = 2.0  # points by which a label may reach into the second column
LEAST_FIGURES = 3  # cells of a table of one row
NEAR_ROWS = 6  # rows above and below in which the cells of a narrow table's columns begin,
LEAST_STARTS = 2  # at least so many of them
SAME_START = 0.6  # points
LEAST_SIZE = 0.1  # points; a page may state a type size of nought
NARROW_GAP = 1.1  # times the usual gap between words; between cells it is at least that,
WIDE_GAP = 1.5  # and where they only stand over others at least this

# Columns (columns)
STEP = 2.0  # points; the resolution with which columns are looked for
GUTTER = 6.0  # points; the least width of the white between two columns
COLUMN_DEPTH = 4  # how deep columns are parted into columns
LEAST_ITEMS = 6  # runs that a region has where it is parted, and lines of text that stands beside a figure
LEAST_LINES = 3  # lines that make a column of prose
LINE_WORDS = 2.8  # words a line on average; with fewer it is no prose,
UNSPACED_WORD = 12  # unless its words are this long (letters): scripts without spaces have one word a line
PROSE_LETTERS = 0.6  # of the characters of prose are letters
USUAL_WIDTH = 0.9  # of the lines are not wider than the usual width
LEAST_FLOW = 0.1  # of a column's lines go on from the line above; lists have few such lines, tables of single lines none,
RUNNING_FLOW = 0.3  # running text more than this
ROWS_AGREE = 0.75  # of the paragraphs of one side begin beside one of the other in a table,
ABOVE_CHANCE = 0.3  # and by so much more than they would by chance
FEW_BESIDE = 0.25  # of the lines of a text; fewer beside it are a note or the labels of a figure
UNBROKEN = 0.9  # of the lines of a table's column are one cell
MARK = 4  # characters; what is no longer stands before a text as its mark or number
LEVEL = 0.15  # line heights; lines of two columns that differ by less are level
MOSTLY_LEVEL = 0.8  # of the runs of one side are level with some of the other in a table of figures
MOST_STRETCHES = 12  # pairs of columns that are looked at, the largest first
LEVEL_SHARE = 0.5  # of the lines beside a text are level with it in a table

# Rows (order)
SAME_HEIGHT = 0.5  # of the lower run's height; two that overlap by as much stand in one row

# Words printed twice (doubled)
DRAWN_TWICE = 1.5  # points; the same word this near is one, printed twice to make it bold
SHADOW = 0.05  # type sizes; the same in large print, where a shadow falls farther
LOOK_BACK = 6  # lines in which a line's double is looked for

# Running heads and paragraphs (items)
MARGIN = 0.14  # of the page's height, at its top and bottom, where running heads stand
MARGIN_ROWS = 7  # rows there at the most
FEW_PAGES = 3  # in a document of up to three pages a running head stands on two of them; in a longer one
LEAST_REPEATS, REPEATED = 3.0, 0.2  # on three pages at least, and a fifth of all
HEADED_PAGES = 8  # pages after the first that are looked at for the running heads that are no title
PARAGRAPH_GAP = 0.45  # line heights beyond the usual gap; a wider one parts paragraphs
BACKWARDS = 3.0  # line heights by which a line that stands higher begins anew
SAME_SIZE = 0.08  # of the type size; lines that differ by more are not one paragraph
# A line is short that ends earlier by this share of its width, and by so many line heights
SHORT_SHARE, SHORT_HEIGHTS = 0.12, 2.0
INDENT = 0.8  # line heights; a line that begins so much further right is indented
OUTDENT = 0.3  # line heights; a line below a list item that begins so much further left than the item's mark is none of its
SPACE = 0.5  # line heights; the blank before a word that would have fitted

# Headings and the title (headings, title)
LARGER = 1.12  # times the body's size; a heading is at least that, or
AS_LARGE = 0.95  # times the body's size, and bold
HEADING_LENGTH = 160  # characters of a heading
HEADING_LINES, BOLD_LINES = 3, 2  # lines of a heading, and of one that is only bold
HEADING_LETTERS = 3  # letters that a heading, and an entry of the outline, has at least
SENTENCE_WORDS = 6  # words; what is longer and ends with a full stop is a sentence
STYLE_LEVELS = 4  # levels that style alone makes: more sizes than that are decoration
DEEPEST = 6  # the deepest level there is
# An outline's title that begins another one is the same from so many letters, and this share of the longer one
OUTLINE_BEGINNING, OUTLINE_SHARE = 12, 0.6
TITLE_LENGTH = 200  # characters of a title
TITLE_ITEMS, TITLE_LINES = 40, 5  # items of the first page that may be the title, and its lines
# Times the body's size, and times the largest text: what belongs to the title
TITLE_LARGER, TITLE_SAME = 1.15, 0.97

# Paragraphs that go on in the next column or page (writer)
BODY_SIZE = 0.1  # of the body's size; text that differs by more is no running text
GOES_ON_SIZE = 0.5  # points by which the two halves of a paragraph may differ

# What nobody sees (hidden)
ZOOM = 1.5  # pixels a point of the picture on which it is looked up
LOW_PAGE = 400.0  # points; a lower page is drawn for another unit, and its smallest type shrinks with it
GROUND = 0.35  # of the pixels must differ from the text's colour for it to stand on another ground,
MIDDLE = 0.6  # looked at in the middle of the line, where bold letters cover half of it
COVERED_TELLS = 3  # times the least difference that tells two colours apart, for text that was painted over

# Scanned pages (scan)
MOST_PAGES = 200  # pages, and
MOST_SECONDS = 400.0  # seconds of one file: the parser has 600 in all (settings: ingest.parser_seconds)
ENOUGH_LETTERS = 100  # letters and digits; with as many a page has a text layer
COVERED = 0.03  # of the page; pictures that cover less are not read on a page with some letters,
COVERED_WITHOUT_TEXT = 0.01  # and on one without any
MANY_SHAPES = 60  # filled shapes on a page without text or pictures: letters drawn as shapes
DPI, FINE_DPI = 150.0, 200.0  # pixels an inch of a page's picture, and of a small one
SMALL = 1_000  # pixels; a picture that is no longer than this when drawn fine is small
SIZE_OF_HEIGHT = 0.75  # type size by the height of a recognised line
BODY_HEIGHTS = (0.65, 1.25)  # times the usual height; lines in between are of one size
SIZE_STEP = 1.25  # the factor from one size to the next
SAME_PLACE = 0.3  # of a recognised word; what lies on a word of the text layer by as much is that word
LEAST_AREA = 0.01  # square points; for dividing by the area of a word

# Notes, forms and large files (notes, read)
MOST_NOTES = 2_000  # on a page; more are a drawing whose every line is one
SHRINK_EVERY = 50  # pages after which MuPDF's cache is emptied: 3,000 pages then stay below 1.5 GB (measured)
