"""All that people type who mean harm: several hundred ways to have a page run, load, ask or become something.

Written for this site, from what browsers, sieves and Markdown are known to read differently. A text with which a new
fault was found is added to the list of its kind.
"""

from tests.players.hostile.addresses import ADDRESSES, MARKS
from tests.players.hostile.page import DRESS, NAMES, OURS, SIGNS
from tests.players.hostile.parsing import PARSING
from tests.players.hostile_markdown import HOSTILE

EVERYTHING = [*HOSTILE, *PARSING, *ADDRESSES, *MARKS, *OURS, *DRESS, *NAMES, *SIGNS]
