"""The words of a rule, edited where the text of a matter is written: what was changed becomes sentences of the text."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from django.http import HttpRequest, QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from blognomic.text.outside import is_key, keepable
from blognomic.web.errors import NeedsConfirmation, RuleBroken
from players.models import Player
from ruleset.queries import placed_now
from ruleset.text.tree import bare
from votables.changes.kinds.rules.edited_rule import (
    RuleBesideText,
    rule_beside,
    with_edited_rule,
)
from votables.changes.offered import RuleOffer, text_with_offer
from votables.queries.matter_kinds import carries
from votables.queries.rendering import render_prose
from votables.services import posting

# The buttons.
OPEN, PUT, LOOK, LEAVE, OFFER = "open_rule", "put_rule", "look_rule", "leave_rule", "offer_of_rule"
BUTTONS: Final = (OPEN, PUT, LOOK, LEAVE, OFFER)


@dataclass(frozen=True, slots=True)
class RuleToChoose:
    """A rule by its `key`, as people choose it (`label`), and its `name` without tags, by which a link leads to it."""

    key: str
    label: str
    name: str


@dataclass(frozen=True, slots=True)
class RuleEditing:
    """What the writing page has for the words of rules: those to choose from (`rules`), the key of the `chosen` one;
    the `opened` one with the `words` in its editor and how these look (`html`), or None; why nothing came of what was
    asked (`refusal`); and the `body` of the text after it."""

    rules: Sequence[RuleToChoose]
    body: str
    chosen: str = ""
    opened: RuleBesideText | None = None
    words: str = ""
    html: SafeString = field(default=SafeString(""))
    refusal: RuleBroken | None = None
    is_done: bool = False


def rule_editing(request: HttpRequest, *, body: str, category: str, named: str = "") -> RuleEditing | None:
    """The part of the writing page, after what was asked by one of its buttons; `named`: the key of a rule that is to
    be opened. None for whom it is not: who does not play, and matters that carry no changes."""
    docket = request.frame.docket_or_none
    if docket is None or not request.user.is_playing or not (not category or carries(docket.law, category)):
        return None
    sent = request.POST
    chosen = named or sent.get("rule_key", "")
    rules = [
        RuleToChoose(str(one.row.rule_id), f"{one.number} {one.row.title}", bare(one.row.title))
        for one in placed_now(request.at, request.present)
    ]
    part = RuleEditing(rules, body, chosen if is_key(chosen) else "")
    if not part.chosen or LEAVE in sent or not (named or is_open(sent)):
        return part
    try:
        if PUT in sent:
            words, seen = sent.get("rule_text", ""), sent.get("rule_seen", "")
            text = with_edited_rule(body, part.chosen, words, seen=seen, at=request.at)
            return replace(part, body=text, is_done=True)
        if OFFER in sent:
            text = text_with_offer(body, sent[OFFER], sent, at=request.at, standing=part.chosen)
            part = replace(part, body=text)
        rule = rule_beside(part.body, part.chosen, at=request.at)
    except RuleBroken as refused:
        return _kept(request, replace(part, refusal=refused), _offers_beside(request, body, part.chosen))
    if rule is None:
        return part
    rule = replace(rule, offers=tuple(one.filled_in(sent) for one in rule.offers))
    if named or OPEN in sent:
        return _shown(request, replace(part, opened=rule, words=rule.words))
    return _kept(request, part, rule.offers)


def _offers_beside(request: HttpRequest, body: str, key: str) -> tuple[RuleOffer, ...]:
    """What the rule is still offered to track after something was refused."""
    try:
        rule = rule_beside(body, key, at=request.at)
    except RuleBroken:  # too long to be read
        return ()
    return tuple(one.filled_in(request.POST) for one in rule.offers) if rule is not None else ()


def is_open(sent: QueryDict) -> bool:
    """Whether an editor is open in what was sent, or is to be opened."""
    return "rule_text" in sent or OPEN in sent


def check_is_put(*, by: Player, at: datetime, sent: QueryDict) -> None:
    """Raise NeedsConfirmation where the words of a rule were changed, and the text does not say so yet."""
    words, seen = (
        sent.get(name, "").replace("\r\n", "\n").strip("\n") for name in ("rule_text", "rule_seen")
    )
    if words != seen:
        raise NeedsConfirmation(
            _(
                "You edited a rule, but your text does not say so yet. Put the edit into your text,"
                " or send it again without."
            ),
            rule="",
        )


def asks_of_rule(sent: QueryDict) -> bool:
    """Whether a form was sent by a button of the editor."""
    return any(button in sent for button in BUTTONS)


def _kept(request: HttpRequest, part: RuleEditing, offers: tuple[RuleOffer, ...] = ()) -> RuleEditing:
    """The editor as it was sent, with all that was typed into it; the list alone where none was open."""
    sent = request.POST
    label = next((one.label for one in part.rules if one.key == part.chosen), "")
    if not label or "rule_text" not in sent:
        return part
    number, _space, title = label.partition(" ")
    rule = RuleBesideText(part.chosen, number, title, sent.get("rule_seen", ""), offers)
    return _shown(request, replace(part, opened=rule, words=sent["rule_text"]))


def _shown(request: HttpRequest, part: RuleEditing) -> RuleEditing:
    """With what the words in the editor look like."""
    words = keepable(part.words)[: posting.BODY_LENGTH]
    try:
        html = render_prose(words, prefix="rule", at=request.at)
    except RuleBroken as refused:  # too deep or too tangled
        return replace(part, refusal=part.refusal or refused)
    return replace(part, html=SafeString(html))  # render_prose makes it safe
