"""Requests to the admins, found in what people write.

People ask to join, to be idled and to be unidled in plain words in a post or a comment. The form has a choice for it;
somebody who only writes it is understood too, so that the dashboard forgets nobody. An admin reads the words before
acting on them, so a wrong guess costs a glance.
"""

import re
from collections.abc import Mapping

from players.models import Player, Standing
from votables.models import Asks

_WISH = (
    r"(?:please|pls|i(?:'d| would)? (?:like|want|wish|ask|request)|requesting|request|could (?:you|an admin)"
    r"|can (?:you|an admin)|may i|i(?:'m| am) (?:asking|going))"
)
WORDS = {
    Asks.JOIN: re.compile(
        rf"\b{_WISH}\b[^.!?\n]{{0,80}}\b(?:join|become a player|be a player|be added|play)\b", re.I
    ),
    Asks.IDLE: re.compile(
        rf"\b{_WISH}\b[^.!?\n]{{0,80}}\b(?:idle|idled|idling)\b|\b(?:idle me|time to idle|idle request)\b",
        re.I,
    ),
    Asks.UNIDLE: re.compile(
        rf"\b{_WISH}\b[^.!?\n]{{0,80}}\b(?:un-?idle|un-?idled|un-?idling|come back|return)\b"
        r"|\b(?:un-?idle me|un-?idle request)\b",
        re.I,
    ),
    Asks.LEAVE: re.compile(
        rf"\b{_WISH}\b[^.!?\n]{{0,80}}\b(?:leave the game|leave blognomic|be removed from the roster)\b", re.I
    ),
}
OPEN_TO: Mapping[str, tuple[Asks, ...]] = {
    Standing.GUEST: (Asks.JOIN,),
    Standing.LEFT: (Asks.JOIN,),
    Standing.ACTIVE: (Asks.LEAVE, Asks.IDLE),
    Standing.IDLE: (Asks.UNIDLE, Asks.LEAVE),
}


def asked_in(player: Player, chosen: str, *texts: str) -> str:
    """What `player` asks for: what they chose in the form if it fits their standing, else what their words say."""
    possible = OPEN_TO[Standing(player.standing)]
    if chosen in possible:
        return chosen
    quoted_left_out = "\n".join(
        line for text in texts for line in text.splitlines() if not line.lstrip().startswith(">")
    )
    for request in possible:
        if WORDS[request].search(quoted_left_out):
            return request
    return Asks.NOTHING
