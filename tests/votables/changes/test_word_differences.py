"""The words that go and come from one text to another."""

from votables.changes.word_differences import words_between


def test_words_are_marked_and_what_people_wrote_is_escaped():
    shown = words_between("Cats <b>purr</b>.", "Cats <b>nap</b>.")
    assert "<del>" in shown and "<ins>" in shown
    assert "<b>" not in shown
    assert "&lt;b&gt;" in shown
