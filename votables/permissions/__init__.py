"""Who may do what with posts, matters, rules and the roster. `may_…` answers; `check_…` raises RuleBroken with its
sentence and its rule. What the law says of votes and matters, the judge answers with a leave, which `refuse_unless`
raises.

Pages ask before they show a form, services again when they have locked the game.
"""

from blognomic.web.errors import RuleBroken
from votables.judge import Leave


def refuse_unless(leave: Leave, *, status: int = 403) -> None:
    """Raise RuleBroken with the reason of a leave that was not given."""
    if not leave.allowed:
        raise RuleBroken(leave.reason, rule=leave.rule, when=leave.when, status=status)
