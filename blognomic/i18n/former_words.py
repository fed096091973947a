"""Sentences that the site wrote down in other words: what it said then, and what it says now. A message that was kept
in the old words is told in the new ones, in every language. The new words have no places of their own, and no line
leaves this table, for what was written down stays."""

from typing import Final

FORMER: Final[dict[str, str]] = {}
