"""What a law's document calls the rules that the site follows."""

from pathlib import Path

import pytest

from blognomic.web.site_rules import SiteRule
from ruleset.law import SHIPPED, LawError, document, load, parse
from ruleset.text import starting


@pytest.mark.parametrize("name", SHIPPED)
def test_every_law_names_all_the_rules_that_the_site_follows(name):
    assert set(load(name).rules.names) == set(SiteRule)


def test_the_names_are_those_of_the_rules_that_a_game_begins_with():
    text = Path(starting.__file__).with_suffix(".md").read_text(encoding="utf-8")
    rules = {line.lstrip("# ").partition(" [")[0] for line in text.splitlines() if line.startswith("#")}
    assert set(load(SHIPPED[-1]).rules.names.values()) - rules == set()


def test_a_law_says_what_its_rules_are_called():
    text = document("ruleset-211").replace('mentors = "Mentors"', 'mentors = "Guides"')
    law = parse(text, source="x")
    assert (law.rules.names["mentors"], law.rules.names["tracking"]) == ("Guides", "Gamestate Tracking")
    with pytest.raises(LawError, match="guides are not among"):
        parse(document("ruleset-211").replace("mentors =", "guides ="), source="x")
