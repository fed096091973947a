"""Whether what is stored of the rules and the law fits together. See `players.checking` for what a check is."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from django.urls import reverse

from players.checking import Check, Finding, is_same_anywhere
from players.models import Game
from ruleset.law import LawError
from ruleset.models import LawVersion, Revision, RuleVersion
from ruleset.queries import law_at, read, rules_by_name, tree_of
from ruleset.queries.agreement import doubts
from ruleset.services import rule_html

END_OF_TIME = datetime.max.replace(tzinfo=UTC)


def _laws(rows: Iterable[LawVersion]) -> Iterator[Finding]:
    """Every version of the law can be read, is called as its document says, and switches what it has."""
    for version in rows:
        row, page = f"law version {version.pk}", f"{reverse('ruleset:law')}?version={version.pk}"
        try:
            law = read(version.document)
        except LawError as error:
            yield Finding(row, f"This version of the law cannot be read: {error}", page)
            continue
        if law.name != version.name:
            yield Finding(
                row,
                f"This version of the law is stored as {version.name}, and calls itself {law.name}.",
                page,
            )
        for name in version.special_cases.keys() - law.special_cases.keys():
            yield Finding(row, f"It switches “{name}”, which is no special case of this law.", page)


def _revisions(rows: Iterable[Revision]) -> Iterator[Finding]:
    """Revisions follow each other in time, each changed something, and after each the rules that stand are one tree."""
    tree = _Standing()
    last: datetime | None = None
    for revision in rows:
        row, page = f"revision {revision.pk}", reverse("ruleset:revision", args=[revision.pk])
        if last is not None and revision.at < last:
            yield Finding(row, "It is dated before the revision that it follows.", page)
        last = revision.at
        begun, ended = list(revision.begun.all()), list(revision.ended.all())
        if not begun and not ended:
            yield Finding(row, "This revision changed no rule.", page)
        for sentence in tree.follow(begun, ended):
            yield Finding(row, sentence, page)


class _Standing:
    """The rules that stand, while one goes from revision to revision."""

    def __init__(self) -> None:
        self.versions: dict[int, RuleVersion] = {}

    def follow(self, begun: Iterable[RuleVersion], ended: Iterable[RuleVersion]) -> Iterator[str]:
        """Let versions of rules end and others begin. Answers a sentence for each thing that does not fit then."""
        for version in ended:
            standing = self.versions.pop(version.rule_id, None)
            if standing is None or standing.pk != version.pk:
                yield f"Version {version.pk} of a rule ends here, and did not stand."
                if standing is not None:
                    self.versions[version.rule_id] = standing
        for version in begun:
            if version.rule_id in self.versions:
                yield f"“{version.title}” has two versions that stand at once."
            if version.until_id is not None and version.until_id <= version.revision_id:
                yield f"A version of “{version.title}” ends before it begins."
            else:
                self.versions[version.rule_id] = version
        yield from self._faults()

    def _faults(self) -> Iterator[str]:
        """What keeps the rules that stand from being a tree."""
        below: dict[int | None, list[RuleVersion]] = defaultdict(list)
        for version in self.versions.values():
            if version.parent_id is not None and version.parent_id not in self.versions:
                yield f"“{version.title}” stands below a rule that does not stand."
            below[version.parent_id].append(version)
        for siblings in below.values():
            if sorted(version.place for version in siblings) != list(range(len(siblings))):
                first = min(siblings, key=lambda version: version.place)
                yield f"The places of “{first.title}” and those beside it are not 0 to {len(siblings) - 1}."
        reached: set[int] = set()
        waiting: list[int | None] = [None]
        while waiting:
            keys = [version.rule_id for version in below[waiting.pop()]]
            reached.update(keys)
            waiting += keys
        for rule, version in self.versions.items():
            if rule not in reached and version.parent_id in self.versions:
                yield f"“{version.title}” stands below itself, or below what does."


def _unended(rows: Iterable[RuleVersion]) -> Iterator[Finding]:
    """The HTML of rules is what their text gives: of those that stand with links to the others, of others where they
    name none."""
    standing = tree_of(RuleVersion.objects.filter(until__isnull=True).order_by("place", "pk"))
    titles = [node.name.casefold() for node in standing.walk()]
    is_clear = len(set(titles)) == len(titles)
    names = rules_by_name((node.title, int(node.key)) for node in standing.walk())
    for version in rows:
        stands = version.until_id is None
        if not is_same_anywhere("" if stands and is_clear else version.text):
            continue
        if version.html != rule_html(version.text, version.rule_id, names if stands else {}):
            yield Finding(
                f"rule version {version.pk}",
                f"The HTML of “{version.title}” is not that of its text.",
                reverse("ruleset:rule", args=[version.rule_id]),
            )


def _agreement(rows: Iterable[Game]) -> Iterator[Finding]:
    """What is noted of whether rules and law say the same is so, where it is noted."""
    for game in rows:
        in_force = law_at(END_OF_TIME)
        differs = in_force is not None and bool(doubts(in_force))
        if game.law_differs not in (None, differs):
            noted = "A rule" if game.law_differs else "No rule"
            sentence = f"{noted} is noted to say something else than the law, and it is not so."
            yield Finding("the game", sentence, reverse("ruleset:law"))


CHECKS = (
    Check("versions of the law", lambda: LawVersion.objects.order_by("at", "pk"), _laws),
    Check(
        "revisions of the rules",
        lambda: Revision.objects.order_by("pk").prefetch_related("begun", "ended"),
        _revisions,
    ),
    Check("words of the rules", lambda: RuleVersion.objects.order_by("pk"), _unended),
    Check("rules and law", lambda: Game.objects.order_by("pk"), _agreement),
)
