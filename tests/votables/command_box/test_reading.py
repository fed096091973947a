"""What is typed into the command box, read as acts, and acts said: words alone."""

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from votables.command_box import PHRASES, begun, read, say
from votables.command_box.command_phrases import HEADS, CommandPart, wording_of
from votables.command_box.reading import QUOTES, Command, command, is_myself

TYPED = [
    ("new proposal", command("new", kind="proposal")),
    ("New CfJ: Who won", command("new", kind="CfJ", words="Who won")),
    ("enact The Night Ferry", command("enact", matter="The Night Ferry")),
    ("  ENACT   “The Night Ferry” ", command("enact", matter="The Night Ferry")),
    ("fail #12", command("fail", matter="#12")),
    ("vote for on The Night Ferry", command("vote", vote="for", matter="The Night Ferry")),
    ("vote against The Ferry on Ice", command("vote", vote="against The Ferry", matter="Ice")),
    ('vote against "The Ferry on Ice"', command("vote", vote="against", matter="The Ferry on Ice")),
    ("veto Cats", command("vote", vote="veto", matter="Cats")),
    ("withdraw Cats", command("vote", vote="withdraw", matter="Cats")),
    ("comment on Cats: and dogs: too", command("comment", matter="Cats", words="and dogs: too")),
    ("idle me", command("idle", player="me")),
    ("unidle Bobby", command("unidle", player="Bobby")),
    ("roll 2DICE6", command("roll", dice="2DICE6")),
    ("roll 2DICE6 for the storm", command("roll", dice="2DICE6", words="the storm")),
    ("set my Stamps +3", command("set", whose="me", variable="Stamps", value="+3")),
    ("set my Stamps to very many", command("set", whose="me", variable="Stamps", value="very many")),
    ("set Stamps of Bobby to 3", command("set", whose="Bobby", variable="Stamps", value="3")),
    ("set Vigilance to 4", command("set", variable="Vigilance", value="4")),
    ("add 3 to my Stamps", command("set", whose="me", variable="Stamps", value="+3")),
    ("add DICE6 to Stamps of Bobby", command("set", whose="Bobby", variable="Stamps", value="+DICE6")),
    ("subtract 2 from Vigilance", command("set", variable="Vigilance", value="-2")),
    ("take Ring the Bell", command("take", action="Ring the Bell")),
    ("message Bobby: hello", command("message", player="Bobby", words="hello")),
    ("search for cats", command("search", words="cats")),
    ("go to charts", command("go", words="charts")),
]


@pytest.mark.parametrize(("typed", "act"), TYPED, ids=[typed for typed, _act in TYPED])
def test_a_line_is_read_as_the_act_that_it_says(typed, act):
    assert read(typed)[0] == act


def test_a_name_of_several_words_is_read_in_each_way_that_it_may_be_parted():
    assert [(one["variable"], one["value"]) for one in read("set my Night Stamps 3") if one["whose"]] == [
        ("Night", "Stamps 3"),
        ("Night Stamps", "3"),
    ]


@pytest.mark.parametrize(
    "typed", ["", " ", "enact", "vote", "vote for", "set my Stamps of", "the weather", "?"]
)
def test_what_does_not_say_all_is_no_act_yet(typed):
    assert [one for one in read(typed) if one.verb != "set"] == []


@pytest.mark.parametrize(
    ("typed", "goes_on"),
    [
        ("en", ["enact "]),
        ("enact", ["enact "]),
        ("vote", ["vote "]),
        ("vote for", ["vote for on "]),
        ("vote for on ", ["vote for on "]),
        ("set my", ["set my "]),
        ("set my Stamps", ["set my Stamps to "]),
        ("roll", ["roll "]),
        ("the weather", []),
        ("", []),
    ],
)
def test_a_line_that_is_begun_goes_on(typed, goes_on):
    assert [say(one) for one in begun(typed)][: len(goes_on) or None] == goes_on


def test_the_other_language_is_understood_beside_the_games():
    with override("de"):
        assert read("annehmen Die Nachtfähre") == [command("enact", matter="Die Nachtfähre")]
        assert read("enact Die Nachtfähre") == [command("enact", matter="Die Nachtfähre")]
        assert (is_myself("mich"), is_myself("me"), is_myself("Mia")) == (True, True, False)
        assert read("setze mein Stamps auf 3")[:1] == [
            command("set", whose="me", variable="Stamps", value="3")
        ]


MARKS = "".join(QUOTES)
TEXTS = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Zs"], exclude_characters=MARKS + "\0")
    | st.just(" "),
    max_size=30,
).map(lambda text: " ".join(text.split()))


@st.composite
def acts(draw) -> Command:
    """Any act, as a phrase can say it."""
    phrase = draw(st.sampled_from([one for one in PHRASES if one.verb not in HEADS]))
    names = [
        part.name for part in wording_of(phrase.text.split(" | ")[0]).parts if isinstance(part, CommandPart)
    ]
    return command(phrase.verb, **{**{name: draw(TEXTS.filter(bool)) for name in names}, **phrase.given})


@given(acts(), st.sampled_from(["en-gb", "de"]))
def test_what_is_said_is_read_as_the_act(act, language):
    with override(language):
        assert read(say(act))[0] == act


@given(
    st.text()
    | st.lists(st.sampled_from(["set my", "to", "of", ":", "“", "”", '"', "x", "vote", "on", "\0"])).map(
        " ".join
    )
)
def test_whatever_is_typed_is_read(typed):
    for one in [*read(typed), *begun(typed)]:
        assert say(one)
