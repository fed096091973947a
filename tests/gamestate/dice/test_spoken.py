"""Where in a rendered comment dice are rolled."""

from blognomic.text import prose
from gamestate.dice import commands, spoken
from ruleset.law import load


def rolled(markdown: str) -> list[str]:
    html = prose.render(markdown, prefix="")
    return [command.text for command in commands(spoken(html), load("ruleset-211").dice)]


def test_words_emphasis_lists_and_links_roll():
    assert rolled("Now DICE6, *DICE7*, _DICE8_ and **{a,b}**\n\n- DICE9\n- 2DICE4 &amp; [CARD](/x)") == [
        "DICE6", "DICE7", "DICE8", "{a,b}", "DICE9", "2DICE4", "CARD",
    ]  # fmt: skip


def test_code_quotations_and_addresses_do_not_roll():
    assert rolled(
        "`DICE6` DICE1\n\n    DICE7\n\n```\nDICE8\n```\n\n> DICE9\n>\n> > {a,b}\n>\n> CARD\n\n"
        "https://example.org/DICE10 [words](https://example.org/DICE11) <del>DICE12</del>"
    ) == ["DICE1"]


def test_nothing_reaches_over_what_is_between():
    assert rolled("{a,\n\nb} DICE`1`6 {a`,`b}") == []
    assert spoken("<p>a<br>b</p><p>c</p>") == "\na\nb\n\nc\n"
