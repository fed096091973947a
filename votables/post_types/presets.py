"""Definitions ready to use, from rulesets that have had such types: an admin adds one and changes what differs. What
they say becomes the dynasty's own words, so it is in the language of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.utils.translation import gettext, gettext_noop

from blognomic.i18n.dynasty_words import in_the_games_language, said
from ruleset.queries import names_at

from .models import Ender, Form, Poster, Responder, ToldBy

# What a definition says to people; its other parts are names, and codes of what may be chosen.
PROSE = ("post_words", "response_words", "end_words", "ending_action")


@dataclass(frozen=True, slots=True)
class Preset:
    """A definition from a ruleset of the past, ready to use."""

    key: str
    purpose: str
    rule: Annotated[str, "The name of the rule that it would belong to."]
    definition: Annotated[Mapping[str, Any], "Its parts that are not as usual."]

    @property
    def about(self) -> str:
        """What it is for."""
        return gettext(self.purpose)


SEARCH = Preset(
    "search",
    gettext_noop(
        "An Event that players join by saying so, and that its author or the emperor ends after a day."
    ),
    "Searches",
    {
        "name": "Search",
        "plural": "Searches",
        "mark": "Search",
        "special_case": "Event Types",
        "most_open": 3,
        "most_open_each": 1,
        "not_joined": True,
        "post_words": "The author writes the Location where they are into its text.",  # in English
        "response": Form.CONTAINS,
        "response_text": "I join the search.",  # in English
        "joins_one": True,
        "author_joins": True,
        "end_after_hours": 24,
        "may_end": Ender.AUTHOR_EMPEROR,
        "ending_action": "\n".join(
            (
                "For each player who joined and is in the Location of the Search, where one can search there: "
                "take 20 from their time.",  # in English
                "For each of them who could pay it: list every adjective as often as the Location multiplies it, "
                "and choose one of the list at random.",  # in English
                "Give each of them the adjective that was chosen, unless it is Broken.",  # in English
                "If you like: lower the multiplier of an adjective that was found most often by a step, and raise "
                "another of the Location by one.",  # in English
            )
        ),
    },
)

_REQUEST = {
    "told_by": ToldBy.HEAD,
    "group": "request",
    "open_word": "Active",
    "ended_word": "Settled",
    "may_post": Poster.EMPEROR,
    "most_open": 3,
    "may_respond": Responder.NOT_EMPEROR,
    "lasts_hours": 48,
    "end_after_hours": 48,
    "may_end": Ender.EMPEROR,
}
REQUEST = Preset(
    "request",
    gettext_noop(
        "The emperor asks for constructions; for two days each player may hand one in, and the best may earn a bonus."
    ),
    "Requests",
    {
        **_REQUEST,
        "name": "Request",
        "plural": "Requests",
        "mark": "Request",
        "post_words": "\n".join(
            (
                "The title begins with the type of request: Open, Closed or Project.",  # in English
                "The text describes a construction, and a standard reward, a bonus reward or both, above zero. A "
                "Project Request has a bonus alone.",  # in English
                "An Open Request gives three conditions at least on which bricks are used, none on shape; a Closed "
                "Request one on shape or structure, none on which bricks.",  # in English
            )
        ),
        "response_words": "\n".join(
            (
                "The player takes the construction, which fits the request, off their workbench.",  # in English
                "The comment gives its name, its value and the bricks it is made of; a picture or a description is "
                "welcome.",  # in English
                "The emperor may reject what does not fit a Closed Request up to 48 hours after it closed; while it is "
                "active, its maker may hand in another.",  # in English
            )
        ),
        "end_words": "A bonus is given within 48 hours of its closing.",  # in English
        "ending_action": "\n".join(
            (
                "Count the players who completed it in the number of completed requests.",  # in English
                "If it carried a bonus: name one player who fulfilled it best, and add the bonus to "
                "their funds.",  # in English
            )
        ),
    },
)
LEGO_OFF = Preset(
    "lego-off",
    gettext_noop("A Request between the two richest players, whose entries are put to the vote afterwards."),
    "Apex",
    {
        **_REQUEST,
        "name": "Lego-Off",
        "plural": "Lego-Offs",
        "mark": "Lego-Off Request",
        "endings": "Held\nVoid",
        "post_words": "\n".join(
            (
                "Fifteen Requests at least have been completed, and a week has passed since a Lego-Off "
                "that was void.",  # in English
                "The text names the genre to build in, and the two eligible players with the greatest "
                "funds.",  # in English
            )
        ),
        "response_words": "Only the two who compete respond: each with one construction of the genre.",  # in English
        "end_words": "It is void when one of the two has posted no entry; neither may then "
        "compete again.",  # in English
        "ending_action": "If both posted an entry: post “Adjudication”, a vote between the two that runs "
        "for 48 hours.",  # in English
    },
)
BOUNTY = Preset(
    "bounty",
    gettext_noop(
        "The emperor asks for one change to the rules or mechanics, and pays who wrote an enacted matter that makes it."
    ),
    "Bounties",
    {
        "name": "Bounty Notice",
        "plural": "Bounty Notices",
        "mark": "Bounty",
        "special_case": "Bounties",
        "ended_word": "Closed",
        "endings": "Enacted\nFailed",
        "may_post": Poster.EMPEROR,
        "any_time": True,
        "post_words": "The text asks broadly for a single change of mechanics or rules. It is no votable matter, and "
        "votes on it are ignored.",  # in English
        "response": Form.NONE,
        "may_end": Ender.EMPEROR,
        "end_words": "It ends as Enacted when enacted matters have satisfied it, and as Failed for any other "
        "reason.",  # in English
        "ending_action": "When it was satisfied: apply the Bounty Payout of the dynastic rules, if there is one, to "
        "each player but the emperor who wrote one of the matters that did.",  # in English
    },
)
PRESETS = {preset.key: preset for preset in (SEARCH, REQUEST, LEGO_OFF, BOUNTY)}


def definition_from(preset: Preset | None, *, at: datetime) -> dict[str, Any]:
    """A shipped definition with its prose in the words of the dynasty, and the rule in force at `at` (UTC) of the name
    that it would belong to; nothing of none."""
    if preset is None:
        return {}
    with in_the_games_language():
        definition = {
            name: said(value) if name in PROSE else value for name, value in preset.definition.items()
        }
    return {**definition, "rule": names_at(at).get(preset.rule.casefold())}
