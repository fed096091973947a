"""Types of official posts and posts of them, for tests; and special cases, switched."""

import pytest

from blognomic.web.errors import RuleBroken
from ruleset.models import LawVersion
from votables.models import Category
from votables.post_types.models import OfficialType
from votables.services import posting, typed_posts

from .table import noon

WORDS = "I join the search."


def defined(preset, by, **more) -> OfficialType:
    return typed_posts.define(by=by, at=noon(0), **{**preset.definition, **more})


def story(by, at, title="[Search] The attic", body="In the attic.", **more):
    return posting.publish(by=by, at=at, **{"category": Category.STORY, "title": title, "body": body, **more})


def refused(act, **arguments) -> tuple[str, str]:
    """The sentence of a refusal and the rule that it cites."""
    with pytest.raises(RuleBroken) as broken:
        act(**arguments)
    return broken.value.sentence, broken.value.rule


def switch(name: str, state: bool) -> None:
    version = LawVersion.objects.latest("pk")
    version.special_cases = {name: state}
    version.save()
