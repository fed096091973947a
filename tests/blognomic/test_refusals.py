"""Every refusal names the rule of the game that refused, or is of a kind that no rule is behind."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

APPS = ("players", "ruleset", "gamestate", "votables", "blognomic")
# By these answers no rule is at work: what was sent makes no sense, is not there or no longer, or somebody else was
# first.
NO_RULE = (400, 404, 409, 410, 422)
# What is refused by the order of the site itself, and why that is its own.
SITE = {
    # Rolls, as all that is kept of them, are added and never edited: nothing on the site asks for it.
    "gamestate/models/rolls.py:_refused",
    # Limits that keep one person from filling the site: secrets, and messages in an hour.
    "gamestate/services/secrets.py:keep",
    "players/services/messages.py:_check_pace",
    # Letters between people are the site's, not the game's: who may begin one, and who will not hear from whom.
    "players/permissions.py:check_may_begin_conversation",
    "players/services/messages.py:_check_reach",
    # Who may found the game was chosen by the host.
    "votables/views/founding.py:found",
}


def refusals() -> Iterator[tuple[str, ast.Call]]:
    """Where the program makes a refusal, as "file:function", and how."""
    for app in APPS:
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            text = path.read_text()
            if "RuleBroken(" in text or "Stale(" in text:  # most modules need not be read
                yield from _made_in(ast.parse(text), path.relative_to(settings.BASE_DIR), "")


def _made_in(node: ast.AST, path: Path, function: str) -> Iterator[tuple[str, ast.Call]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and _name_of(child.func) in ("RuleBroken", "Stale"):
            yield f"{path.as_posix()}:{function}", child
        inner = child.name if isinstance(child, ast.FunctionDef) else function
        yield from _made_in(child, path, inner)


def _name_of(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")


def _names_a_rule(call: ast.Call) -> bool:
    given = {each.arg: each.value for each in call.keywords}
    rule = given.get("rule")
    return rule is not None and not (isinstance(rule, ast.Constant) and not rule.value)


def _status_of(call: ast.Call) -> int:
    """The answer to a refusal; that of one whose status is worked out counts as a refusal by the rules."""
    if _name_of(call.func) == "Stale":
        return 409
    status = next((each.value for each in call.keywords if each.arg == "status"), None)
    return status.value if isinstance(status, ast.Constant) else 403


def test_every_refusal_names_its_rule_or_is_of_the_order_of_the_site():
    calls = list(refusals())
    nameless = {place for place, call in calls if not _names_a_rule(call) and _status_of(call) not in NO_RULE}
    assert len(calls) > 400
    assert nameless == SITE


def test_a_refusal_without_a_rule_is_found():
    calls = [
        node.value
        for node in ast.parse(
            'RuleBroken("No.")\nRuleBroken("No.", rule="")\nRuleBroken("No.", rule=RULE)\n'
            'RuleBroken("No.", status=400)\nStale("No.")\nerrors.RuleBroken("No.", status=status)'
        ).body
        if isinstance(node, ast.Expr)
    ]
    assert [(_name_of(call.func), _names_a_rule(call), _status_of(call)) for call in calls] == [
        ("RuleBroken", False, 403),
        ("RuleBroken", False, 403),
        ("RuleBroken", True, 403),
        ("RuleBroken", False, 400),
        ("Stale", False, 409),
        ("RuleBroken", False, 403),
    ]
