"""Labels that name numbers, and stay true when the numbers are changed."""

import re
import tomllib

import pytest

from ruleset.law import SHIPPED, LawError, document, load, parse
from ruleset.law.numbers import figures, with_figure
from ruleset.law.numbers_in_words import duration, filled, most_in_words, numbers_in_words


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"value": 12}, "12 hours"),
        ({"value": 1}, "1 hour"),
        ({"value": 48}, "48 hours"),
        ({"value": 168}, "7 days"),
        ({"value": 73}, "73 hours"),
        ({"formula": "hiatus ? 48 : 96"}, "4 days, or 2 days while there is a hiatus"),
        ({"formula": "n * 2"}, "“n * 2” hours"),
    ],
)
def test_hours_are_told_in_words(table, words):
    assert numbers_in_words({"hours": {"it": table}}) == {"hours.it": words}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"formula": "n / 2 + 1"}, "half of the players, rounded down, plus one"),
        ({"formula": "n / 3 + 2"}, "a third of the players, rounded down, plus 2"),
        ({"formula": "n / 5"}, "1/5 of the players, rounded down"),
        ({"formula": "2 * n / 3"}, "“2 * n / 3”, rounded down, where n is the number of players"),
        ({"value": 4}, "4, however many players there are"),
    ],
)
def test_quorum_is_told_in_words(table, words):
    assert numbers_in_words({"quorum": table}) == {"quorum": words}


@pytest.mark.parametrize(
    "wrong", ["x", {"hours": "x"}, {"hours": {"a": 1}}, {"hours": {"a": {"value": "1"}}}]
)
def test_what_is_no_number_is_left_to_the_reader(wrong):
    assert numbers_in_words(wrong if isinstance(wrong, dict) else {}) == {}


@pytest.mark.parametrize(
    ("most", "words"),
    [
        (1, "1 proposal pending"),
        (2, "2 proposals pending"),
        ({"formula": "2 * values.x / values.y"}, "“2 * x / y” proposals pending"),
    ],
)
def test_a_limit_says_how_many(most, words):
    assert filled("{most proposal|proposals} pending", most_in_words(most)) == words


def test_a_name_that_means_nothing_is_refused_and_other_braces_stay():
    assert filled("{A, B} or {}", {}) == "{A, B} or {}"
    with pytest.raises(KeyError):
        filled("{hours.minimun}", {"hours.minimum": "12 hours"})
    text = document("ruleset-211").replace("open for {hours.minimum}", "open for {hours.noon}", 1)
    with pytest.raises(LawError, match="'hours.noon' is not a number that a label can name here"):
        parse(text, source="a test")


def labels(part: object) -> list[str]:
    """Every label of a document, as it is written."""
    if isinstance(part, dict):
        own = [part["label"]] if isinstance(part.get("label"), str) else []
        return own + [label for item in part.values() for label in labels(item)]
    return [label for item in part for label in labels(item)] if isinstance(part, list) else []


@pytest.mark.parametrize("name", SHIPPED)
def test_no_label_of_a_shipped_law_writes_out_a_number_that_stands_elsewhere(name):
    written = [label for label in labels(tomllib.loads(document(name))) if re.search(r"\d", label)]
    # What the condition beside the label counts itself.
    assert set(written) <= {
        "it has been open for {hours.long} and has fewer than 2 votes",
        "it has fewer than 2 votes, explicit abstentions included",
    }


@pytest.mark.parametrize(("hours", "words"), [(12, "12 hours"), (24, "24 hours"), (96, "4 days")])
def test_every_sentence_follows_a_changed_number(hours, words):
    text = with_figure(document("ruleset-211"), "hours.minimum.value", str(hours))
    law = parse(text, source="a test")
    assert [part.label for part in law.kinds["proposal"].enact.ways[0].conditions] == [
        "it is Popular", f"it has been open for {words}", "it has not been vetoed", "it has not been withdrawn"
    ]  # fmt: skip
    assert law.kinds["dov"].fail.ways[0].label == f"it is Unpopular after {words}"


def test_limits_and_quorum_follow_too_and_so_does_the_list_of_numbers():
    text = with_figure(document("ruleset-211"), "kinds.proposal.limits.0.most", "1")
    text = with_figure(text, "quorum.formula", "n / 3 + 1")
    law = parse(text, source="a test")
    assert [limit.label for limit in law.kinds["proposal"].limits] == [
        "1 proposal pending", "3 proposals made in one day"
    ]  # fmt: skip
    assert law.quorum.label == "a third of the players, rounded down, plus one"
    labels = {figure.name: figure.label for figure in figures(text)}
    assert labels["kinds.proposal.limits.0.most"] == "1 proposal pending"
    assert labels["quorum.formula"] == "a third of the players, rounded down, plus one"


def test_a_duration_in_the_shipped_laws_reads_as_the_rulesets_do():
    assert (duration(12), duration(48), duration(168)) == ("12 hours", "48 hours", "7 days")
    assert load("ruleset-37").hours["cfj"].label == (
        "a call for judgment runs for 4 days, or 2 days while there is a hiatus"
    )
