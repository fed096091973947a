"""What somebody types into the command box, as an act with what it is done to: words alone, which know nothing of the
game. What they mean in it, and what the law says of that, is told by `votables.queries.commands`."""

from .command_phrases import PHRASES, CommandPhrase
from .reading import Command, begun, read, say

__all__ = ["PHRASES", "Command", "CommandPhrase", "begun", "read", "say"]
