"""An addition to a law, read or refused."""

import pytest

from ruleset.law import LawError, document, parse

BASE = document("ruleset-86")


KIND = """[kinds.poll]
label = "Poll"
rule = "Polls"
vote = "choices"
enact = [{ label = "x", rule = "Polls", all = [{ when = "leaders == 1", label = "y" }] }]
fail = [{ label = "x", rule = "Polls", all = [{ when = "choices > 2 && next_votes > w", label = "y" }] }]
"""


def law(added: str, *, text: str = BASE):
    return parse(f"{text}\n{added}", source="amended")


def problem(added: str, *, text: str = BASE) -> str:
    with pytest.raises(LawError) as caught:
        law(added, text=text)
    return f"{caught.value.key}: {caught.value.problem}"
