"""The words of a law's document, as its page says them, and what the law does because of each rule."""

import pytest

from ruleset.law import load
from ruleset.queries import law_by_rule
from ruleset.queries.law_by_rule import by_rule
from ruleset.templatetags.law_words import either, in_words, listed


def test_words_of_a_law_are_told_and_its_own_names_stay():
    assert [in_words(code) for code in ("post", "errand", "", None)] == ["post", "errand", "", ""]


@pytest.mark.parametrize(
    ("codes", "with_commas", "with_or"),
    [
        ((), "", ""),
        (("illegal", "enacted"), "illegal, enacted", "illegal or enacted"),
        (frozenset({"comment", "vote", "post"}), "vote, post, comment", "vote or post or comment"),
        (
            frozenset({"errand", "dov", "amend", "proposal"}),
            "proposal, dov, amend, errand",
            "proposal or dov or amend or errand",
        ),
        (frozenset({"self"}), "self", "self"),
    ],
)
def test_several_words_are_told_in_their_order(codes, with_commas, with_or):
    assert (listed(codes), either(codes)) == (with_commas, with_or)


def test_what_the_law_does_is_told_anew_for_each_reader(monkeypatch):
    law = load("ruleset-211")
    first = by_rule(law)
    monkeypatch.setattr(law_by_rule, "_", lambda text: f"<{text}>")
    then = by_rule(law)
    assert [(first[rule], then[rule]) for rule in ("Random Generators", "Daily Action", "Quorum")] == [
        (["what can be rolled"], ["<what can be rolled>"]),
        (
            ["an action of that kind: once a day, 10 hours apart"],
            ["<an action of that kind: once a <day>, 10 hours apart>"],
        ),
        (first["Quorum"], first["Quorum"]),
    ]
    assert first["Quorum"] == ["half of the players, rounded down, plus one"]
