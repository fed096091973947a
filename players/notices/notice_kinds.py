"""What there is to tell people, and how they may want to hear of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from blognomic.i18n.translation import Labels, gettext, gettext_noop


class Kind(StrEnum):
    """What a notice is about."""

    RESOLVED = "resolved"
    VOTE = "vote"
    RESOLVABLE = "resolvable"
    VICTORY = "victory"
    MESSAGE = "message"
    MENTION = "mention"
    REPLY = "reply"
    COMMENT = "comment"
    IDLING = "idling"
    MENTEE = "mentee"
    FATE = "fate"
    RULE = "rule"
    ORDER = "order"
    TURN = "turn"
    MOVE = "move"
    REQUEST = "request"
    DRIFT = "drift"


class How(StrEnum):
    """How a person hears of a kind of thing: not at all; on the site; there and by a letter each or once a day."""

    NONE = "none"
    SITE = "site"
    EACH = "each"
    DAILY = "daily"


BY_LETTER = (How.EACH, How.DAILY)
HOW_LABELS: Mapping[str, str] = Labels(
    {
        How.NONE: gettext_noop("not at all"),
        How.SITE: gettext_noop("on the site"),
        How.EACH: gettext_noop("on the site, and an e-mail each"),
        How.DAILY: gettext_noop("on the site, and in a daily e-mail"),
    }
)


@dataclass(frozen=True, slots=True)
class KindWords:
    """A kind in words: its `label` where one chooses, how people hear of it who have not chosen, and whether it is
    `pushed` to their devices, where they have any."""

    words: str
    usual: How
    admins_only: bool = False
    pushed: bool = True

    @property
    def label(self) -> str:
        """The words in the reader's language."""
        return gettext(self.words)


KINDS: Mapping[str, KindWords] = {
    Kind.RESOLVED: KindWords(gettext_noop("A matter of mine was resolved"), How.SITE, pushed=False),
    Kind.FATE: KindWords(gettext_noop("A matter of mine can soon be enacted or failed"), How.SITE),
    Kind.RULE: KindWords(gettext_noop("A rule that I wrote may change"), How.SITE),
    Kind.VOTE: KindWords(gettext_noop("A matter needs my vote"), How.DAILY),
    Kind.RESOLVABLE: KindWords(gettext_noop("A matter can be resolved"), How.DAILY, admins_only=True),
    Kind.REQUEST: KindWords(
        gettext_noop("Somebody asks to join, to be idled or unidled, or to leave"), How.SITE, admins_only=True
    ),
    Kind.DRIFT: KindWords(
        gettext_noop("A rule no longer says what the law does"), How.SITE, admins_only=True, pushed=False
    ),
    Kind.VICTORY: KindWords(
        gettext_noop("A declaration of victory, a new emperor or a new dynasty"), How.SITE
    ),
    Kind.MESSAGE: KindWords(gettext_noop("Somebody wrote to me in private"), How.EACH),
    Kind.COMMENT: KindWords(gettext_noop("Somebody commented on my post"), How.SITE),
    Kind.REPLY: KindWords(gettext_noop("Somebody replied to my comment or quoted it"), How.SITE),
    Kind.MENTION: KindWords(gettext_noop("Somebody mentioned me in a post or comment"), How.SITE),
    Kind.ORDER: KindWords(
        gettext_noop("Somebody asks me for orders; as emperor, somebody gave one"), How.SITE
    ),
    Kind.TURN: KindWords(gettext_noop("It is my turn, or I owe a choice"), How.SITE),
    Kind.MOVE: KindWords(gettext_noop("I can take an action that I waited for"), How.SITE),
    Kind.IDLING: KindWords(gettext_noop("An admin let me into the game, or will soon idle me"), How.EACH),
    Kind.MENTEE: KindWords(
        gettext_noop("My mentee posted, had a matter resolved, or is about to be idled"), How.SITE
    ),
}


class Happening(StrEnum):
    """What may be told in a channel, where everybody reads: nothing that is for one person."""

    VOTE = "vote"
    VICTORY = "victory"
    RESOLVED = "resolved"
    RESOLVABLE = "resolvable"
    RULES = "rules"
    ROSTER = "roster"
    COMMENT = "comment"
    GAMESTATE = "gamestate"
    DICE = "dice"


PUBLIC: Mapping[str, str] = Labels(
    {
        Happening.VOTE: gettext_noop("somebody posts a proposal or call for judgement"),
        Happening.VICTORY: gettext_noop("somebody declares victory, or there is a new emperor or dynasty"),
        Happening.RESOLVED: gettext_noop("a matter is resolved"),
        Happening.RESOLVABLE: gettext_noop("an admin can resolve a matter"),
        Happening.RULES: gettext_noop("the rules change"),
        Happening.ROSTER: gettext_noop("somebody joins, leaves, goes idle, comes back or takes an office"),
        Happening.COMMENT: gettext_noop("somebody comments or votes"),
        Happening.GAMESTATE: gettext_noop("somebody updates the gamestate"),
        Happening.DICE: gettext_noop("somebody rolls dice"),
    }
)
# What happens so often that a channel is told of it only where an admin chooses that.
BUSY = frozenset({Happening.COMMENT, Happening.GAMESTATE, Happening.DICE})


def how_of(choices: Mapping[str, str], kind: str) -> How:
    """How a person with these choices hears of a kind; what is no choice is as if nothing had been chosen."""
    chosen = choices.get(kind)
    return How(chosen) if chosen is not None and chosen in How.__members__.values() else KINDS[kind].usual


def is_pushed(choices: Mapping[str, bool], kind: str) -> bool:
    """Whether a kind goes to the devices of a person who chose so; of what they have not chosen, as is usual."""
    return choices.get(kind, KINDS[kind].pushed) is True
