"""Every distance by which the layout of a page is judged, with its unit and its reason.

They were set by looking at pages, and hold together: none is changed without the printed and drawn tables
measured again (`benchmarks/printed.py`, `benchmarks/drawn_tables.py`).
"""

# Heights of a line: the size of its font, so that they hold for print of every size.

# aligned/regions
TABLE_STEP = 4.2
"""From one line of a table to the next, at the most."""
HEAD_TO_BELOW = 3.05
"""The same from a line of a head to what is below it: less, as a title may stand as far above a table as
its rows stand apart; one line may be left empty where lines stand one and a half heights apart (3, and a
little as places are rounded)."""
LABEL_INDENT = 4.0
"""How far from each other two lines of labels begin at the most."""
SAME_ROW_STEP = 1.6
"""From one line of a label to the next, at the most."""
DEEPER_LABEL = 0.4
"""How much deeper a label begins, at the least, that is not level with those above."""
BESIDE = 0.85
"""How far below each other lines of one row may stand that share no column."""
NEXT_LINE = 1.7
"""From a line to the one right below it, at the most."""
BESIDE_INDENT = 2.5
"""How far from each other lines that stand beside each other begin at the most."""
TITLE_STEP = 2.2
"""Titles stand further from the headers of a table than these from each other."""

# aligned/spread
UNDERLINE = 0.7
"""How far below a line its underlines are at the most."""
SPREAD_HEAD_STEP = 1.5
"""How far apart the lines of one head stand at the most."""
SPREAD_TO_ENDS = 0.5
"""How near to the ends of its underline a spread head begins and ends."""

# aligned/tables
ROWS_STEP = 3.2
"""From one line to the next of rows that belong together, at the most."""
TOP_OF_LINE = 1.5
"""From the foot of its first line to the top of a table."""
UNDER_TITLE = 0.4
"""How far below a title its underline is at the most."""
OVER_LINE = 0.5
"""How far above the foot of a line a rule is no underline of it."""

# aligned/wrapped
WRAPPED_STEP = 1.7
"""From a line of a label to the one that it goes on in, at the most."""
HANGING_INDENT = 0.4
"""How far in, at the least, a line goes on that begins deeper than its label."""
DEEPEST_INDENT = 4.0
"""How far in, at the most: what begins deeper is a title over the middle of its rows."""

# aligned/columns
WORD_BREAK = 0.45
"""A gap between two Latin words that is wider than a space."""
SPACE = 0.33
"""A gap that a space of most fonts fills: no two heads, however narrow the others."""
WORD_BREAK_CJK = 0.15
"""A gap between two Chinese or Japanese words, which no space parts."""
OVERLAPPING_STEP = 0.7
"""How far below each other two lines stand at the most that overlap."""
BRACKET = 0.4
"""How far right of the end of its column a number may end: by the bracket that closes it."""
RULE_BELOW_HEAD = 1.4
"""How far below a line of a head of two lines its rule is."""

# aligned/heads
HEAD_UNDERLINE = 0.7
"""How far below the last line of a head what it is over may reach into it."""
FILLS_RULE = 0.5
"""How near to the ends of a ruled line a head begins and ends that fills it."""
HEAD_SPACE = 0.45
"""The most room between two words of one head."""
PARTED_HEAD_STEP = 1.7
"""The most heights of a line between two lines of a head, if another head stands at half their height."""
HEAD_STEP = 1.3
"""From one line of a head to the next."""

# doubts/misplaced
LINES_OF_HEAD = 1.35
"""From one line of a head to the next."""
ABOVE_TABLE = 3.5
"""How far above a table a line stands at the most that may be of its head."""
TITLE_MIDDLE = 2.0
"""How far from the middle of its table a title stands at the most."""
HALF_LINE = 0.5
"""What is lower or further right by less is level with a line."""

# doubts/missed
NUMBER_APART = 1.5
"""How far from the words beside it a number of a table stands at the least."""

# layout/cut_rows
CUT_LINE = 1.2
"""From the last line of a cell to its next, which stands on the next page."""

# layout/joining
NAMES_STEP = 2.2
"""How far above the next such lines stand at the most."""

# layout/grid
CENTRED_TITLE = 0.5
"""How much deeper than all labels a title over some of them begins at the least."""
CHANCE_INDENT = 0.4
"""How much deeper than others a Chinese or Japanese label may begin and stand as they do: it is indented by
whole characters or by halves of them."""

# layout/rows
SAME_LINE = 0.5
"""How far from one height words of one line stand."""

# pages/words
CHARACTER_GAP = 0.16
"""What parts two characters: a space has 0.2 at the least."""
NARROW_SPACE = 0.08
"""The same where the file itself has a space there."""

# pages/lines
CHUNK_GAP = 0.95
"""The least gap between two chunks; justified text has less between its words."""
CHUNK_GAP_BESIDE = 0.7
"""The same behind a number that stands apart from what is before it, as no words of a sentence do."""
CHUNK_GAP_NUMBERS = 0.4
"""The same between two numbers."""
CHUNK_OVERLAP = -0.6
"""Words that overlap by more are of two lines."""
SQUEEZED_OVERLAP = -1.1
"""The same where two signs meet that leave half of their width empty."""
CLOSING_SIGN = 2.5
"""From a number to the sign that closes it."""
LABEL_STEP = 1.6
"""From a line of a label to the one that it goes on in, at the most."""
HUNG_LABEL = 2.0
"""How much deeper than a label its next line begins at the most."""

# pages/text
TEXT_GAP = 0.16
"""What parts two words of a text."""
CJK_GAP = 0.6
"""The widest space, that printers leave between Chinese and Latin characters."""

# pages/running
RUNNING_LINES_STEP = 1.5
"""From one line along the edge of a page to the next, at the most."""
RUNNING_FAR = 3.0
"""How far from the next line a line along the top of a page stands at the most that may be a head."""
RUNNING_UNDERLINED = 2.5
"""The same of a line that is underlined."""
RUNNING_HEAD_STEP = 2.0
"""From one line of a head at the top of a page to the next, at the most."""
RUNNING_UNDERLINE = 0.7
"""How far below a line its underlines are at the most."""
RUNNING_GRID = 2.0
"""How far a rule reaches below a line that it divides with those below."""

# pages/paragraphs
PARAGRAPH_STEP = 2.4
"""From one line of a paragraph to the next, at the most."""
FULL_LINE = 2.5
"""How near to the right edge a line ends that goes on in the next."""

# tags/tables
RULE_OF_TAGGED_HEAD = 0.8
"""How far below its last line the rule of a head is at the most."""

# Points, as ruled lines and the padding of cells are the same whatever the size of the print.

# aligned/regions
EDGE_SLACK = 2.0
"""How far past the edge of its column a number or a word may reach."""

# aligned/spread
CENTRED = 3.0
"""How far from the middle of its columns a head may stand."""

# aligned/tables
LEVEL_RULES = 2.0
"""How far from one height rules stand that are one line across."""

# aligned/wrapped
SAME_INDENT = 1.0
"""How far from each other lines begin that begin at one place."""

# aligned/columns
SAME_END = 1.0
"""How far left of the end of a column of numbers a number may end."""
SAME_START = 0.3
"""How far from the beginning of a column a word may begin."""
RULE_SLACK = 3.0
"""How far past the ends of its rule a head may reach."""
RULE_PADDING = 6.0
"""How far inside the ruled line of its head a word begins at the most."""

# aligned/heads
OVER_RULE = 2.0
"""How much of a rule a head must stand over, at the least, to be over it."""
FLUSH_WITH_RULE = 6.0
"""How far inside a rule a head that begins or ends where it does may stand: about a blank of print or the
padding of a cell."""

# aligned/blocks
BLOCK_RULES = 2.0
"""How far from one height the rules over blocks of columns stand."""
BLOCK_ENDS = 1.0
"""How far from each other the last columns of two blocks end that are alike."""

# ruled
TOUCH = 3.0
"""How far from each other ruled lines may end that touch."""
ONE_EDGE = 3.5
"""Rules nearer than this are one edge of cells: double lines, and lines drawn cell by cell."""
OPEN_SIDE = 8.0
"""How far level rules go on past the outermost upright one where a table has no line at its side."""
HEADER_TO_TABLE = 30.0
"""How far below its header row a table may begin that one line across parts from it."""

# doubts/misplaced
SHARED_MIDDLE = 2.0
"""How far apart the middles of two lines of a head stand at the most."""

# doubts/layout
COLUMN_EDGE = 3.0
"""How far from each other the numbers of one column begin or end."""

# layout/cut_rows
PAGE_EDGE = 6.0
"""How far the edges of the same columns may lie apart on two pages."""
PADDING = 5.4
"""How far from the lines around it a cell of a word processor begins and ends."""
CUT_FLUSH = 2.0
"""How far from each other lines of one cell begin on two pages."""

# layout/joining
NAMES_INDENT = 40.0
"""How far from the edge of the labels they begin at the most."""

# layout/grid
PAGE_SHIFT = 1.0
"""How far from where they end on one page the numbers of a column may end on another."""
ITEM_INDENT = 2.0
"""How much deeper the rows below an item without numbers begin, at the least."""

# pages/ocr
SHORTEST_RULE = 20.0
"""The shortest ruled line: longer than a stroke of a letter."""
THICKEST_RULE = 3.0
"""The most across a ruled line in a picture; what is thicker is an area."""

# pages/words
NOTE_BEHIND_MARK = 12.0
"""How far right of its mark a note may begin."""
MARK_BESIDE = 4.0
"""How far right of its word a mark of a note may begin."""
MARK_FAR_BESIDE = 12.0
"""How far right of its word a mark may begin: one in brackets, or tiny, or half a line above a number is
nothing else."""

# pages/rules
THIN = 3.0
"""The most points across a line; what is thicker is an area."""
SHORT = 2.0
"""What is no longer is a dot."""
DASH = 12.0
"""Dashes of one line, which are no longer, may stand as far apart as a line is thick."""
RULE_GAP = 1.0
"""How far from each other pieces of one ruled line may stand."""
DOTTED = 40.0
"""How long a dotted line is: those of one row may be all that is not part of a picture."""
LINE_SLANT = 0.6
"""How far off level, or upright, a line may be drawn."""

# pages/running
HEAD_MIDDLE = 1.5
"""How far apart the middles of a head and of what it is over may stand."""
RUNNING_STEP = 6.0
"""Lines that repeat on pages stand within so much of one height."""

# pages/characters
NOTHING = 0.1
"""Less width or height than anything shown has."""

# tags/placing
OVER_COLUMNS = 2.0
"""How far a cell may reach over its columns."""
HEADING_APART = 12.0
"""How far from the left, right and middle of what is below it a heading may stand, where all rows may lack
columns."""

# tags/tables
OUTSIDE_RULE = 3.0
"""How far past the ends of its rule a tagged head may reach."""
