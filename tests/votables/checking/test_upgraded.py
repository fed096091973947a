"""A game that began under an older version of the program: what it holds means what it meant."""

from blognomic.transfer.checking import found
from ruleset.law import SHIPPED, document
from ruleset.models import LawVersion

# How the older version worded a condition, and how this one does.
OLD, NEW = "n - a < q", "n - players_against < q"


def word_as_before() -> int:
    """The laws that come with the program, as an older version of it left them in the game; how many there are."""
    reworded = 0
    for version in LawVersion.objects.filter(name__in=SHIPPED):
        if version.document == document(version.name):
            LawVersion.objects.filter(pk=version.pk).update(document=version.document.replace(NEW, OLD))
            reworded += NEW in version.document
    return reworded


def test_what_was_resolved_under_a_law_that_is_worded_otherwise_by_now_still_fits(rich):
    """The facts of a resolution name laws that come with the program; the game has them as they were worded then."""
    assert word_as_before()
    assert list(found()) == []
