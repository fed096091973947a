"""What a law may say of icons and kinds of its own, and what it may not."""

from importlib.resources import files

import pytest

from ruleset.law import ADDITIONS, SHIPPED, addition, additions
from ruleset.law.choices import MOST
from ruleset.law.model import Choices
from ruleset.law.numbers_in_words import one

from .added import KIND, law, problem

ICON = '[icons.revise]\nlabel = "REVISE"\ncodes = ["revise"]\ncounts = "nothing"\nrule = "Second Thoughts"\n'
WEIGHT = '[weight]\nformula = "is_admin ? 2 : values.x"\nfallback = 1\nlabel = "x"\nrule = "y"\n'


def test_an_icon_looks_as_its_law_says():
    looks = [law(ICON + more).icons["revise"] for more in ("", 'picture = "arrow"\n', 'glyph = "🏹"\n')]
    assert [(icon.picture, icon.glyph) for icon in looks] == [("revise", ""), ("arrow", ""), ("", "🏹")]
    assert law(ICON.replace("revise", "renew")).icons["renew"].picture == "ballot"
    assert law("").icons["veto"].picture == "veto"


BAD_ICONS = (
    ('"revise"]', '"for"]', "icons.revise.codes", "belongs to two icons"),
    ('"revise"]', '"a"]', "icons.revise.codes", "single letters are for choices"),
    ('"revise"]', '"15"]', "icons.revise.codes", "must have a letter"),
    ('"revise"]', '"re:vise"]', "icons.revise.codes", "lower-case letters and digits"),
    ('"revise"]', f'"{"x" * 21}"]', "icons.revise.codes", "lower-case letters and digits"),
    ('["revise"]', str([f"code{n}" for n in range(9)]), "icons.revise.codes", "at most 8 codes"),
    ("icons.revise", "icons.abstain", "icons.abstain", "already has a meaning"),
    ("icons.revise", "icons.choice_a", "icons.choice_a", "already has a meaning"),
    ("icons.revise", "icons.x", "icons.x", "already has a meaning"),
    ("icons.revise", "icons.Revise", "icons.Revise", "lower-case letters"),
    ("icons.revise", 'icons."<b>"', "icons.<b>", "lower-case letters"),
    ('"REVISE"', f'"{"R" * 41}"', "icons.revise.label", "at most 40 characters"),
    ('"REVISE"', '"RE\\u202eVISE"', "icons.revise.label", "characters that can be seen"),
    ("counts", 'picture = "skull"\ncounts', "icons.revise.picture", "must be one of"),
    ("counts", 'glyph = "way too long"\ncounts', "icons.revise.glyph", "a few signs"),
    ("counts", 'glyph = "\\u202e"\ncounts', "icons.revise.glyph", "a few signs"),
    ("counts", 'glyph = "x"\npicture = "star"\ncounts', "icons.revise.glyph", "not both"),
)


@pytest.mark.parametrize(("old", "new", "key", "words"), BAD_ICONS)
def test_an_icon_that_cannot_be_is_refused_with_its_place(old, new, key, words):
    assert old in ICON
    complaint = problem(ICON.replace(old, new))
    assert complaint.startswith(f"{key}: ") and words in complaint


def test_a_law_has_not_too_many_icons_and_kinds():
    many = "".join(ICON.replace("revise", f"icon{number}") for number in range(21))
    assert "at most 12 kinds of matters and 24 icons" in problem(many)
    twenty = "".join(ICON.replace("revise", f"icon{number}") for number in range(20))
    assert len(law(twenty).icons) == 24
    kinds = "".join(KIND.replace("kinds.poll", f"kinds.poll{number}") for number in range(10))
    assert "at most 12 kinds" in problem(kinds)


def test_a_kind_is_read_with_what_is_usual():
    poll = law(KIND).kinds["poll"]
    assert (poll.choices, poll.icons, poll.carries, poll.category) == (
        Choices(2, MOST),
        frozenset(),
        False,
        "poll",
    )
    kit = law(additions("ruleset-86")).kinds["prototype"]
    proposal = law("").kinds["proposal"]
    assert (kit.enact, kit.fail, kit.implied, kit.manner) == (
        proposal.enact, proposal.fail, proposal.implied, "proposal",
    )  # fmt: skip
    assert (kit.limits, kit.queue, kit.stale) == ((), False, None)
    assert kit.frequency == law("").actions["weekly"]
    assert additions("ruleset-98") == additions("no such law") == ""


def test_every_document_that_is_no_law_is_an_addition():
    here = files("ruleset.law").joinpath("documents").iterdir()
    assert {one.name.removesuffix(".toml") for one in here} - set(SHIPPED) == set(ADDITIONS)
    with pytest.raises(KeyError):
        addition("ruleset-86")


BAD_KINDS = (
    ("kinds.poll]", "kinds.story]", "kinds.story", "already has a meaning"),
    ("kinds.poll]", "kinds.all]", "kinds.all", "already has a meaning"),
    ("kinds.poll]", f"kinds.{'p' * 21}]", f"kinds.{'p' * 21}", "at most 20"),
    ('"choices"\n', '"ballots"\n', "kinds.poll.vote", "must be one of icons, choices"),
    ('"choices"\n', '"choices"\nchoices = { most = 21 }\n', "kinds.poll.choices", "2 to 20 choices"),
    (
        '"choices"\n',
        '"choices"\nchoices = { least = 5, most = 4 }\n',
        "kinds.poll.choices",
        "2 to 20 choices",
    ),
    ('"choices"\n', '"icons"\nchoices = { least = 2 }\n', "kinds.poll.choices", "only a kind with"),
    ('"choices"\n', '"choices"\nicons = ["maybe"]\n', "kinds.poll.icons[0]", "must be one of"),
    ('"choices"\n', '"choices"\nimplied = "for"\n', "kinds.poll.implied", "an icon that can be used on it"),
    ('"choices"\n', '"choices"\nlike = "poll"\n', "kinds.poll.like", "must be one of"),
    (
        '"choices"\n',
        '"choices"\nfrequency = "hourly"\n',
        "kinds.poll.frequency",
        "must be one of daily, weekly",
    ),
    ('"choices"\n', '"choices"\nstopped_by = ["rain"]\n', "kinds.poll.stopped_by[0]", "must be one of dov"),
    ("leaders == 1", "leader == 1", "kinds.poll.enact[0].all[0].when", "'leader' is not known here"),
)


@pytest.mark.parametrize(("old", "new", "key", "words"), BAD_KINDS)
def test_a_kind_that_cannot_be_is_refused_with_its_place(old, new, key, words):
    assert old in KIND
    complaint = problem(KIND.replace(old, new))
    assert complaint.startswith(f"{key}: ") and words in complaint


def test_a_weight_is_a_number_or_a_formula():
    assert law(WEIGHT).weight.formula.source == "is_admin ? 2 : values.x"
    assert law('[weight]\nvalue = 2\nlabel = "x"\nrule = "y"\n').weight.value == 2
    assert law("").weight is None
    assert "'f' is not known here" in problem(WEIGHT.replace("is_admin ? 2", "f > 2 ? 2"))
    assert "at most 1000000" in problem(WEIGHT.replace("fallback = 1", "fallback = 1000001"))


def test_labels_take_their_article():
    assert [one(label) for label in ("Proposal", "Adjudication", "")] == [
        "a Proposal",
        "an Adjudication",
        "a ",
    ]
