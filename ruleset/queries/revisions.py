"""What revisions did to the rules, for who reads of many of them at once."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from blognomic.text.differences import as_html, word_diff
from ruleset.models import Revision, RuleVersion

MOST = 12  # rules whose words are told of one revision


@dataclass(frozen=True, slots=True)
class RuleRevised:
    """What one revision did to a rule: the version before and after it, None where there is none."""

    before: RuleVersion | None
    after: RuleVersion | None

    @property
    def title(self) -> str:
        version = self.after or self.before
        assert version is not None
        return version.title

    @property
    def what(self) -> str:
        """What was done, in a word."""
        before, after = self.before, self.after
        if before is None:
            return _("added")
        if after is None:
            return _("repealed")
        if before.text != after.text:
            return _("amended")
        return _("renamed") if before.title != after.title else _("moved")

    @property
    def words(self) -> str:
        """The words that went and came, as HTML."""
        return as_html(word_diff(*(one.text if one else "" for one in (self.before, self.after))))


def revisions_from(links: Iterable[str]) -> dict[int, str]:
    """By the key of a revision that carries out what one of these pages shows, that page's path. One query."""
    return dict(Revision.objects.filter(link__in=list(links)).values_list("pk", "link"))


def done_by(revisions: Iterable[int]) -> dict[int, list[RuleRevised]]:
    """What each of the revisions, by their keys, did to each rule that does not stand as it stood; rules that only have
    another place are left out where others changed. Two queries."""
    keys = list(revisions)
    after: dict[tuple[int, int], RuleVersion] = {}
    before: dict[tuple[int, int], RuleVersion] = {}
    for version in RuleVersion.objects.filter(revision__in=keys).defer("html").order_by("place", "pk"):
        after[version.revision_id, version.rule_id] = version
    for version in RuleVersion.objects.filter(until__in=keys).defer("html").order_by("place", "pk"):
        before[version.until_id or 0, version.rule_id] = version
    done: dict[int, list[RuleRevised]] = defaultdict(list)
    for revision, rule in dict.fromkeys([*after, *before]):
        done[revision].append(RuleRevised(before.get((revision, rule)), after.get((revision, rule))))
    return {key: [one for one in all_ if one.what != _("moved")] or all_ for key, all_ in done.items()}
