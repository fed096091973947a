"""What the rules say of a type of official posts: the parts of its definition, read and put in order."""

from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.i18n.dynasty_words import said_lazy
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from votables.post_types.models import DEFINITION, NAME_LENGTH, WORDS_LENGTH, Defined, Form, OfficialType

# As forms and differences call them, in the words of the dynasty.
LABELS: Final[Mapping[str, str]] = {
    "name": gettext_lazy("Name"),
    "plural": gettext_lazy("Plural"),
    "told_by": gettext_lazy("How a title says it"),
    "mark": gettext_lazy("The words in the title"),
    "rule": gettext_lazy("The rule that defines it"),
    "special_case": gettext_lazy("Special case that must be active"),
    "open_word": gettext_lazy("Word for open ones"),
    "ended_word": gettext_lazy("Word for ended ones"),
    "group": gettext_lazy("Counted together with"),
    "may_post": gettext_lazy("Who may post one"),
    "most_open": gettext_lazy("Most open at a time"),
    "most_open_each": gettext_lazy("Most open of one author"),
    "not_joined": gettext_lazy("Players who joined an open one cannot post one"),
    "body_has": gettext_lazy("Words that its text must contain"),
    "post_words": gettext_lazy("Further conditions, in words"),
    "any_time": gettext_lazy("It goes on in hiatus"),
    "response": gettext_lazy("A response is"),
    "response_text": gettext_lazy("These words"),
    "may_respond": gettext_lazy("Who may respond"),
    "once": said_lazy(gettext_lazy("Each player responds once")),
    "joins_one": gettext_lazy("Players who joined an open one cannot join another"),
    "author_joins": gettext_lazy("Its author counts as having joined"),
    "response_words": gettext_lazy("Further conditions of responses, in words"),
    "lasts_hours": gettext_lazy("Hours until it closes by itself"),
    "end_after_hours": gettext_lazy("Hours until it can be ended"),
    "may_end": gettext_lazy("Who may end it"),
    "endings": gettext_lazy("How it may end"),
    "end_words": gettext_lazy("Further conditions of ending it, in words"),
    "ending_action": gettext_lazy("Ending action"),
}
MOST: Final = 10_000  # of posts or hours
FIELDS: Final = {name: OfficialType._meta.get_field(name) for name in DEFINITION}
LINES: Final = frozenset(name for name, each in FIELDS.items() if isinstance(each, models.TextField))
FLAGS: Final = frozenset(name for name, each in FIELDS.items() if isinstance(each, models.BooleanField))
NUMBERS: Final = frozenset(name for name, each in FIELDS.items() if isinstance(each, models.IntegerField))


def tidied(definition: Mapping[str, Any]) -> dict[str, Any]:
    """A whole definition, from the parts of it that differ from what is usual. Raises RuleBroken (400) for what makes
    none."""
    for name, value in definition.items():
        part_type = bool if name in FLAGS else int if name in NUMBERS else str
        if name not in FIELDS or not (
            type(value) is part_type
            or (part_type is int and value is None)
            or (part_type is str and isinstance(value, str))
        ):
            sentence = _("No such part of a definition: {name}.").format(name=str(name)[:NAME_LENGTH])
            raise RuleBroken(sentence, status=400)
    parts = {name: value.strip() if isinstance(value, str) else value for name, value in definition.items()}
    parts |= {name: " ".join(parts[name].split()) for name in ("name", "plural", "mark") if name in parts}
    check_keepable(*(value for value in parts.values() if isinstance(value, str)))
    check_line(*(parts.get(name, "") for name in ("name", "plural", "mark")))
    made = OfficialType(**parts)
    made.group = made.group or key_of(made.name)
    try:
        made.clean_fields(exclude=["key", "made_at", "by", "retired_at", "number"])
    except ValidationError as error:
        name, words = next(iter(error.message_dict.items()))
        raise RuleBroken(f"{LABELS[name]}: {' '.join(words)}", status=400) from None
    for name in NUMBERS - {"rule"}:
        if (getattr(made, name) or 0) > MOST:
            sentence = _("{part}: {number} is the most.")
            number = thousands(MOST)
            raise RuleBroken(sentence.format(part=LABELS[name], number=number), status=400)
    if any(len(parts.get(name, "")) > WORDS_LENGTH for name in LINES):
        sentence = _("A text of a definition has at most {number} characters.")
        number = thousands(WORDS_LENGTH)
        raise RuleBroken(sentence.format(number=number), status=400)
    if made.response in (Form.BEGINS, Form.CONTAINS, Form.EXACT) and not made.response_text:
        raise RuleBroken(_("The Response Format needs its words."), rule=SiteRule.EVENT_TYPES, status=400)
    if any(sign in made.mark for sign in "[]:"):
        raise RuleBroken(_("Write the words in titles without brackets and colons."), status=400)
    if any(len(outcome) > NAME_LENGTH for outcome in made.outcomes):
        sentence = _("An outcome has at most {number} characters.")
        raise RuleBroken(sentence.format(number=NAME_LENGTH), status=400)
    return definition_of(made)


def definition_of(type: Defined) -> dict[str, Any]:
    """The definition of a type, as JSON takes it."""
    plain = {name: getattr(type, name) for name in DEFINITION}
    return {name: str(value) if isinstance(value, str) else value for name, value in plain.items()}


def key_of(name: str) -> str:
    """What a type of this name is called inside, and what it is counted with where its definition names nothing."""
    return slugify(name)[:NAME_LENGTH].strip("-_") or "type"
