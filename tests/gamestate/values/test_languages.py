"""What a reader of another language is told of an update, and what the log keeps of it for all."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest

from blognomic.i18n import translation
from blognomic.i18n.filling import keeping_apart
from blognomic.i18n.stored_messages import as_message
from gamestate.values import value_kinds
from gamestate.values.coming import joining
from gamestate.values.planning import work_out
from gamestate.values.steps import GROUPS, Step, read_step
from tests.gamestate.values.a_game import ANN, BEN, LAW, definition, game, variable

GERMAN = {
    "{name} cannot be below {bound}: a change that would set it below zero is refused.": "{name}: nie unter {bound}.",
    "There is no such kind of step.": "Diesen Schritt gibt es nicht.",
    "every row": "jede Zeile",
    "no": "nein",
    "yes": "ja",
    "{day} {month} {year}": "{day}. {month} {year}",
    "March": "März",
}


@pytest.fixture(autouse=True)
def read_in_german() -> Iterator[None]:
    """Whoever reads reads German, but where the game's language is asked for."""
    before, plain = translation._Lent.translator, [False]

    @contextmanager
    def plainly() -> Iterator[None]:
        was, plain[0] = plain[0], True
        try:
            yield
        finally:
            plain[0] = was

    @partial(keeping_apart, remembers=True)
    def one(text: str) -> str:
        return text if plain[0] else GERMAN.get(text, text)

    translation.speak_by(
        translation.Translator(
            one,
            lambda single, many, number: one(single if number == 1 else many),
            comma=lambda: "," if plain[0] else ".",
            plainly=plainly,
            is_plain=lambda: plain[0],
        )
    )
    yield
    translation.speak_by(before)


def test_what_stops_an_update_is_told_in_the_readers_language():
    (trouble,) = work_out(game(), [Step.set("gold", (BEN,), "-21")], tracker=LAW).troubles
    assert trouble.sentence == "Gold: nie unter 0."


def test_what_an_update_keeps_of_a_refusal_is_told_in_each_language():
    (each,) = work_out(game(), [Step.set("gold", (BEN,), "-21")], tracker=LAW, insist=True).alterations
    assert each.refused == "Gold: nie unter 0."
    assert (
        as_message(each.refused)
        == "Gold cannot be below 0: a change that would set it below zero is refused."
    )


def test_a_value_that_becomes_a_text_becomes_one_of_the_games_language():
    first = Step("define", "gone", definition=definition("Gone", "yes_no"))
    state = work_out(game(), [first, Step.set("gone", (ANN,), "yes")], tracker=LAW).state
    plan = work_out(state, [Step("alter", "gone", definition=definition("Gone", "text"))], tracker=LAW)
    kept = {each.holder: each.new for each in plan.alterations if each.about == "value"}
    assert kept == {ANN: "yes", BEN: "no", "player:3": "no"}


def test_why_somebody_who_joins_has_no_default_is_noted_for_readers_of_each_language():
    luck = variable("9", "luck", default="=gold-31")
    state = game()
    state = replace(state, variables={**state.variables, "9": luck})
    notes = [each.note for each in joining(state, 2, tracker=LAW).alterations if each.id == "9"]
    assert notes == ["no default: Luck cannot be below 0: a change that would set it below zero is refused."]


def test_yes_and_no_are_shown_in_the_readers_language_and_typed_in_either():
    gone = definition("Gone", "yes_no")
    assert (value_kinds.show(gone, True, game()), value_kinds.show(gone, False, game())) == ("ja", "nein")
    assert (value_kinds.typed(gone, True, game()), value_kinds.typed(gone, False, game())) == ("yes", "no")
    read = [value_kinds.read_text(gone, typed, game(), LAW).value for typed in ("ja", "yes", "Nein", "no")]
    assert read == [True, True, False, False]


def test_an_instant_is_shown_with_the_readers_months():
    due = definition("Due", "instant")
    assert value_kinds.show(due, "2026-03-21T14:05:00Z", game()) == "21. März 2026, 14:05 UTC"


def test_what_codes_are_called_and_how_thousands_are_parted_goes_by_who_reads():
    with translation.in_the_games_language():
        plain = GROUPS["rows"], translation.thousands(20_000)
    assert (plain, (GROUPS["rows"], translation.thousands(20_000))) == (
        ("every row", "20,000"),
        ("jede Zeile", "20.000"),
    )


def test_a_step_that_makes_no_sense_is_refused_in_the_readers_language():
    with pytest.raises(Exception, match=r"^Diesen Schritt gibt es nicht\.$"):
        read_step({"do": "dance"})
