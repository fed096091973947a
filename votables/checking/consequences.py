"""What followed from matters and Ascension Addresses: all of it is there, and nothing came of a matter that its
resolution does not tell of."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from blognomic.i18n.stored_messages import as_message
from gamestate.models import Entry, Update
from players.checking import Check, Finding
from players.models import Ascension, Dynasty
from ruleset.models import LawVersion, Revision, RuleVersion
from votables.models import Category, Post, Resolution, Status

# What a resolution calls the rows that came of it, each with the page of its matter for a reason.
MADE: dict[str, tuple[type[Revision] | type[LawVersion] | type[Update], str]] = {
    "revision": (Revision, "revision of the rules"),
    "law": (LawVersion, "version of the law"),
    "update": (Update, "update of the gamestate"),
}


def _consequences(rows: Iterable[Resolution]) -> Iterator[Finding]:
    """Every consequence is there, and was for the matter; and no enactment is there that is nobody's consequence."""
    links = {
        name: dict(model.objects.exclude(link="").values_list("pk", "link"))
        for name, (model, _) in MADE.items()
    }
    recorded: dict[str, set[int]] = {name: set() for name in MADE}
    for resolution in rows:
        row, page = f"resolution {resolution.pk}", resolution.post.get_absolute_url()
        for consequence in resolution.consequences:
            for name in MADE.keys() & consequence.keys():
                key = consequence[name]
                recorded[name].add(key)
                if links[name].get(key) != page:
                    words = MADE[name][1]
                    yield Finding(
                        row,
                        f"“{resolution.post}”: its {words} {key} is not there, or is another matter's.",
                        page,
                    )
        if resolution.to_status == Status.ENACTED and resolution.post.changes:
            places = {one["change"] for one in resolution.consequences if "change" in one}
            if places != set(range(len(resolution.post.changes))):
                whole = len(resolution.post.changes)
                yield Finding(
                    row,
                    f"“{resolution.post}”: what became of its changes is recorded for {len(places)} of {whole}.",
                    page,
                )
    yield from _of_nobody(recorded)


def _of_nobody(recorded: dict[str, set[int]]) -> Iterator[Finding]:
    """Enactments that no resolution tells of."""
    revisions = Revision.objects.filter(kind=Revision.Kind.ENACTMENT).values_list("pk", "link")
    updates = Update.objects.filter(kind=Update.Kind.ENACTMENT).values_list("pk", "link")
    for name, enactments in (("revision", revisions), ("update", updates)):
        for key, link in enactments.order_by("pk").iterator(chunk_size=2000):
            if key not in recorded[name]:
                yield Finding(
                    f"{name} {key}", f"No resolution tells of this enactment, {MADE[name][1]} {key}.", link
                )


def _twice(rows: Iterable[Post]) -> Iterator[Finding]:
    """No rule stands twice by one matter: enacting one again brings its rules back, and makes no others."""
    matters = {post.get_absolute_url(): post for post in rows}
    standing = list(RuleVersion.objects.filter(until=None).values_list("rule", "title"))
    titles = dict(standing)
    first = (
        RuleVersion.objects.filter(rule__in=titles.keys())
        .order_by("rule", "-revision")
        .values_list("rule", "revision__kind", "revision__link", "title", "revision")
    )
    began = {rule: (kind, link, title, key) for rule, kind, link, title, key in first}
    made: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for rule, (kind, link, title, key) in began.items():
        if kind == Revision.Kind.ENACTMENT and link in matters:
            made[link, title].setdefault(key, rule)
    for (link, title), rules in made.items():
        if len(rules) > 1:
            numbers = " and ".join(map(str, rules.values()))
            sentence = f"“{matters[link]}” has made the rule “{title}” twice: rules {numbers}."
            yield Finding(f"post {matters[link].pk}", sentence, link)


def _without_matter(rows: Iterable[Post]) -> Iterator[Finding]:
    """What a matter let the tracker track goes when it turns out not to be enacted, or its last resolution says that
    it stays."""
    for post in rows:
        last = post.resolutions.order_by("-at", "-pk").first()
        kept = (
            " ".join(as_message(one["kept"]).in_english for one in last.consequences if "kept" in one)
            if last
            else ""
        )
        link = post.get_absolute_url()
        entries = Entry.objects.filter(update__link=link, about=Entry.About.VARIABLE, old__isnull=True)
        entries = entries.filter(variable__retired_at=None, variable__table=None).select_related("variable")
        for entry in entries.order_by("pk"):
            later = Entry.objects.filter(
                variable=entry.variable_id, about=Entry.About.VARIABLE, new__isnull=True
            )
            if later.filter(pk__gt=entry.pk).exists() or entry.update.kind != Update.Kind.ENACTMENT:
                continue
            if str(entry.variable) not in kept:
                sentence = f"“{entry.variable}” is tracked by “{post}”, which is {post.status}."
                yield Finding(f"variable {entry.variable_id}", sentence, link)


def _addresses(rows: Iterable[Post]) -> Iterator[Finding]:
    """With every Ascension Address an interregnum ended and a dynasty began."""
    complete = set(Ascension.objects.values_list("at", "link"))
    begun = set(Dynasty.objects.values_list("started_at", flat=True))
    for post in rows:
        row, page = f"post {post.pk}", post.get_absolute_url()
        if (post.posted_at, page) not in complete:
            yield Finding(row, f"“{post}”: it is an Ascension Address that ended no interregnum.", page)
        if post.posted_at not in begun:
            yield Finding(row, f"“{post}”: no dynasty began with this Ascension Address.", page)


def _ascensions(rows: Iterable[Ascension]) -> Iterator[Finding]:
    begun = set(Dynasty.objects.values_list("started_at", flat=True))
    for ascension in rows:
        if ascension.at not in begun:
            yield Finding(
                f"ascension {ascension.pk}",
                f"No dynasty began with the ascension of {ascension.at:%Y-%m-%d %H:%M} UTC.",
                ascension.link,
            )


def _resolutions() -> Any:
    rows = Resolution.objects.defer("facts", "verdict").select_related("post")
    return rows.exclude(consequences=[], post__changes=[]).order_by("pk")


CHECKS = (
    Check("what followed from matters", _resolutions, _consequences),
    Check("rules that one matter made", lambda: Post.objects.matters().order_by("pk"), _twice),
    Check(
        "what is tracked by matters",
        lambda: (
            Post.objects.filter(
                status__in=[Status.FAILED, Status.ILLEGAL, Status.PENDING],
                resolutions__to_status=Status.ENACTED,
            )
            .distinct()
            .order_by("pk")
        ),
        _without_matter,
    ),
    Check(
        "Ascension Addresses",
        lambda: Post.objects.visible().filter(category=Category.ASCENSION).order_by("pk"),
        _addresses,
    ),
    Check("ascensions", lambda: Ascension.objects.order_by("pk"), _ascensions),
)
