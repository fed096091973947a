"""What one can say in the command box: the phrases of each verb, in both languages."""

import re

import pytest
from django.utils.translation import override

from votables.command_box.command_phrases import (
    HEADS,
    PHRASES,
    CommandPart,
    CommandPhrase,
    Literal,
    wording_of,
)

LANGUAGES = ("en-gb", "de")


def pieces(text: str) -> list[str]:
    return [
        f"<{part.name}>" if isinstance(part, CommandPart) else part.text for part in wording_of(text).parts
    ]


@pytest.mark.parametrize(
    ("text", "parts", "head"),
    [
        ("join the game", ["join the game"], "join the game"),
        ("enact {matter}", ["enact ", "<matter>"], "enact"),
        ("comment on {matter}: {words}", ["comment on ", "<matter>", ": ", "<words>"], "comment on"),
        ("{matter} annehmen", ["<matter>", " annehmen"], ""),
    ],
)
def test_a_phrase_is_words_and_what_they_name_in_turn(text, parts, head):
    assert (pieces(text), wording_of(text).head) == (parts, head)


@pytest.mark.parametrize(
    ("words", "typed", "is_read"),
    [
        ("enact ", "ENACT ", True),
        ("enact ", "enacted ", False),
        (": ", ":", True),
        (": ", " : ", True),
        (": ", "  ", False),
        ("add to the emperor's ", "add to the emperor’s ", True),
        ("a.b ", "axb ", False),  # a dot is a dot
    ],
)
def test_words_are_understood_in_any_case_and_with_any_apostrophe(words, typed, is_read):
    (literal,) = (part for part in wording_of(words).parts if isinstance(part, Literal))

    assert (literal.sign.fullmatch(typed) is not None) == is_read


def test_each_way_to_say_it_comes_once_and_the_readers_language_first():
    phrase = CommandPhrase("join", "join | join the game | join")
    enact = next(one for one in PHRASES if one.verb == "enact")

    with override("en-gb"):
        assert [one.head for one in phrase.in_languages()] == ["join", "join the game"]
        assert [one.head for one in enact.in_languages()] == ["enact", "pass"]
    with override("de"):
        heads = [one.head for one in enact.in_languages()]
    assert (heads[-2:], "enact" in heads[:-2]) == (["enact", "pass"], False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_say_a_phrase_names_the_same_things_in_every_language(language):
    with override(language):
        for phrase in PHRASES:
            named = [
                {part.name for part in wording.parts if isinstance(part, CommandPart)}
                for wording in phrase.in_languages()
            ]
            assert named == [set(re.findall(r"\{(\w+)\}", phrase.text.split(" | ")[0]))] * len(named), (
                phrase.text
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_things_that_are_named_have_words_between_them_but_the_last_two(language):
    """Where two stand side by side, as in "vote {vote} {matter}", each way to part them is read."""
    with override(language):
        for phrase in PHRASES:
            for wording in phrase.in_languages():
                kinds = [
                    isinstance(part, CommandPart)
                    for part in wording.parts
                    if str(getattr(part, "text", "x")).strip()
                ]
                beside = [place for place in range(len(kinds) - 1) if kinds[place] and kinds[place + 1]]
                assert beside in ([], [len(kinds) - 2]), phrase.text


def test_what_adds_and_takes_away_sets_a_value():
    verbs = {phrase.verb for phrase in PHRASES}

    assert HEADS.keys() <= verbs and "set" in verbs
    for verb in HEADS:
        named = [
            set(re.findall(r"\{(\w+)\}", one.text)) | set(one.given) for one in PHRASES if one.verb == verb
        ]
        assert all({"value", "variable"} <= each <= {"value", "variable", "whose"} for each in named)
