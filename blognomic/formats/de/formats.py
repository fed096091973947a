"""How dates and numbers are written in German: as in English but for the order of days and months.

Numbers keep the point: they are the game's own, as players write them into fields and formulas, and lengths in
drawings.
"""

DATE_FORMAT = "j. F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j. F Y, H:i"
SHORT_DATE_FORMAT = "j. N Y"
SHORT_DATETIME_FORMAT = "j. N Y, H:i"
DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = "\u202f"  # a narrow space, since the point is taken
