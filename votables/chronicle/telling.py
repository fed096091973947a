"""The chronicle in sentences, as HTML with links to what they tell of: made from the facts alone, no queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString

from players.models import Player, RosterEvent
from players.speech import said
from ruleset.models import Revision
from votables.chronicle.gathering import Ended, Facts, Moved, Rolled, Rules
from votables.chronicle.odds import RARE
from votables.models import Category, Post, Status

NAMED = 12  # of a kind; the others are counted
FEW = 4
WORDS = "no one two three four five six seven eight nine ten eleven twelve".split()
Kind = RosterEvent.Kind


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the chronicle: its title and its sentences."""

    title: str
    sentences: list[SafeString]


@dataclass(frozen=True, slots=True)
class Told:
    """A week told: the first sentence, which stands for all where there is no room, and the parts."""

    headline: str
    sections: list[Section]


def tell(facts: Facts, *, is_over: bool) -> Told:
    """The week in sentences, in the words of the dynasty that now is."""
    parts = (
        ("The throne", _throne(facts)),
        ("What was decided", _decided(facts)),
        ("What was posted and said", _talk(facts)),
        ("Who came and went", _people(facts.events)),
        ("The rules", _rules(facts.rules)),
        ("The gamestate", _gamestate(facts)),
        ("Dice", _dice(facts)),
    )
    return Told(_headline(facts, is_over), [Section(said(title), told) for title, told in parts if told])


# -- words


def count(number: int, one: str, many: str = "") -> str:
    """ "three votes", "one vote", "31 votes", "no votes"."""
    noun = one if number == 1 else many or f"{one}s"
    return f"{WORDS[number] if number < len(WORDS) else f'{number:,}'} {noun}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(items: Sequence[SafeString], others: int = 0) -> SafeString:
    """ "A, B and C", "A, B and 3 others"."""
    told = [*items, SafeString(f"{others} other{'' if others == 1 else 's'}")] if others else list(items)
    if len(told) < 2:
        return told[0] if told else SafeString()
    return format_html("{} and {}", format_html_join(", ", "{}", ((one,) for one in told[:-1])), told[-1])


def some(items: Iterable[SafeString], most: int = NAMED) -> SafeString:
    """As many of them as are named, and how many others."""
    told = list(items)
    return listed(told[:most], len(told) - most) if len(told) > most + 1 else listed(told)


def sentence(pattern: str, *parts: object) -> SafeString:
    """The sentence with its parts escaped; the pattern, which is ours, in the words of the dynasty."""
    return format_html(said(pattern), *parts)


def _link(url: str, words: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', url, words)


def _post(post: Post) -> SafeString:
    return format_html("“{}”", _link(post.get_absolute_url(), post.title))


def _who(player: Player) -> SafeString:
    return _link(player.get_absolute_url(), player.name)


# -- the parts


def _headline(facts: Facts, is_over: bool) -> str:
    ended = [one.post.status for one in facts.ended]
    told = [
        f"{count(number, 'matter')} {_came_out(word, number)}"
        for word in (Status.ENACTED.value, Status.FAILED.value, Status.ILLEGAL.value)
        for number in (ended.count(word),)
        if number
    ]
    if facts.begun:
        told.insert(0, f"{facts.begun[-1].name} began")
    if not told and facts.posts:
        told.append(f"{count(len(facts.posts), 'post')} {'was' if len(facts.posts) == 1 else 'were'} made")
    if not told and facts.comments:
        told.append(f"{count(facts.comments, 'comment')} {'was' if facts.comments == 1 else 'were'} written")
    if not told and not facts.is_empty:
        told.append("the game went on without a post")
    if told:
        first = ", ".join(told[:-1]) + (" and " if len(told) > 1 else "") + told[-1]
        return f"{capital(first)}."
    return (
        "Nothing was posted; the game took a rest."
        if is_over
        else "Nothing has happened yet: the week is young."
    )


def _came_out(status: str, number: int) -> str:
    """ "was enacted", "were enacted", "failed", "was found illegal"."""
    if status == Status.FAILED:
        return "failed"
    was = "was" if number == 1 else "were"
    return f"{was} found illegal" if status == Status.ILLEGAL else f"{was} {status}"


def _throne(facts: Facts) -> list[SafeString]:
    told = []
    for one in facts.begun:
        link = _link(reverse("players:dynasty", args=[one.number]), one.name)
        theme = format_html(" Its theme: {}", one.theme) if one.theme else ""
        told.append(format_html("{} began.{}", link, theme))
    for post in facts.posts:
        if post.category == Category.DOV:
            told.append(sentence("{} declared victory in {}.", _who(post.author), _post(post)))
        elif post.category == Category.ASCENSION:
            told.append(sentence("{} wrote an Ascension Address, {}.", _who(post.author), _post(post)))
    for ended in facts.ended:
        if ended.post.category == Category.DOV:
            how = _came_out(ended.post.status, 1)
            told.append(
                sentence("The declaration of victory {} {}{}.", _post(ended.post), how, _tally(ended))
            )
    return told


def _tally(ended: Ended) -> str:
    return f", {ended.post.tally}" if ended.post.tally else ""


def _decided(facts: Facts) -> list[SafeString]:
    matters = [one for one in facts.ended if one.post.category != Category.DOV]
    told = []
    for status, opening in (
        (Status.ENACTED, "Enacted"),
        (Status.FAILED, "Failed"),
        (Status.ILLEGAL, "Found illegal"),
    ):
        rows = [one for one in matters if one.post.status == status]
        if rows:
            told.append(sentence(f"{opening}: {{}}.", some(_with_tally(one) for one in rows)))
    measured = [one for one in matters if one.margin is not None and not one.post.vetoed]
    if len(measured) > 1 and (closest := min(measured, key=lambda one: one.margin)).margin <= 2:
        how = f"{count(closest.margin, 'vote')} lay between the sides" if closest.margin else "it stood even"
        told.append(sentence("The closest vote was on {}: {}.", _post(closest.post), how))
    if vetoed := [one for one in matters if one.post.vetoed and one.post.status == Status.FAILED]:
        told.append(sentence("The veto fell on {}.", some(_post(one.post) for one in vetoed)))
    return told


def _with_tally(ended: Ended) -> SafeString:
    inner = f"{ended.post.author.name}{f', {ended.post.tally}' if ended.post.tally else ''}"
    return format_html("{} ({})", _post(ended.post), inner)


def plural(label: str) -> str:
    """Of what the law calls a kind of matter: "Proposals", "Calls for Judgement"."""
    for link in (" for ", " of "):
        before, found, after = label.partition(link)
        if found:
            return f"{before}s{found}{after}"
    return f"{label}s"


def _talk(facts: Facts) -> list[SafeString]:
    told = []
    if facts.posts:
        kinds: dict[str, int] = defaultdict(int)
        for post in facts.posts:
            kinds[post.get_category_display() if post.category else ""] += 1
        named = [SafeString(escape(count(n, kind, plural(kind)))) for kind, n in kinds.items() if kind]
        if kinds[""] and named:
            named.append(SafeString(count(kinds[""], "post without a category", "posts without a category")))
        total = capital(count(len(facts.posts), "post"))
        made = "was made" if len(facts.posts) == 1 else "were made"
        told.append(
            format_html("{} {}: {}.", total, made, listed(named))
            if named
            else format_html("{} {}.", total, made)
        )
    if facts.comments:
        people = len({who for one in facts.talked for who in one.people})
        by = count(people, "person", "people")
        on = count(len(facts.talked), "post")
        text = f"{capital(count(facts.comments, 'comment'))} by {by} on {on}"
        votes = f", {count(facts.votes, 'vote')} among them" if facts.votes else ""
        told.append(format_html("{}{}.", text, votes))
        most = facts.talked[0]
        if most.comments > 2 and len(facts.talked) > 1:
            link = _link(reverse("votables:post", args=[most.pk]), most.title)
            told.append(
                format_html(
                    "Most was said on “{}”: {} by {}.",
                    link,
                    count(most.comments, "comment"),
                    count(len(most.people), "person", "people"),
                )  # fmt: skip
            )
    return told


_ACTS = {
    Kind.JOINED: "{} joined the game.",
    Kind.UNIDLED: "{} came back from idle.",
    Kind.IDLED: "{} went idle.",
    Kind.LEFT: "{} left the game.",
    Kind.ADMIN: "{} became admin.",
    Kind.NOT_ADMIN: "{} stopped being admin.",
    Kind.EMPEROR: "{} became emperor.",
    Kind.NOT_EMPEROR: "{} stopped being emperor.",
}


def _people(events: Iterable[RosterEvent]) -> list[SafeString]:
    """Who joined, went idle and so on; each once, however often."""
    by_kind: dict[str, dict[int, Player]] = defaultdict(dict)
    told = []
    for event in events:
        by_kind[event.kind].setdefault(event.player_id, event.player)
    for kind, pattern in _ACTS.items():
        if kind in by_kind:
            told.append(sentence(pattern, some(_who(one) for one in by_kind[kind].values())))
    for event in events:
        if event.kind == Kind.RENAMED:
            told.append(format_html("{} is called {} now.", event.old_name, _who(event.player)))
    return told


def _rules(rules: Rules) -> list[SafeString]:
    if not rules.revisions:
        return []
    last = rules.revisions[-1]
    url = reverse("ruleset:revision", args=[last.pk])
    if len(rules.revisions) > 1 and rules.before is not None:
        url = f"{reverse('ruleset:difference')}?from={rules.before}&to={last.pk}"
    changed = _link(url, f"changed in {count(len(rules.revisions), 'revision')}")
    told = [format_html("The ruleset {}.", changed)]
    if any(
        one.kind in (Revision.Kind.ASCENSION, Revision.Kind.FOUNDING, Revision.Kind.IMPORT)
        for one in rules.revisions
    ):
        counted = [
            f"{count(len(rows), 'rule')} {verb}"
            for rows, verb in ((rules.new, "came in"), (rules.amended, "changed"), (rules.gone, "went out"))
            if rows
        ]
        return [*told, format_html("{}.", capital(", ".join(counted)))] if counted else told
    for rows, pattern in (
        (rules.new, "New: {}."),
        (rules.amended, "Amended: {}."),
        (rules.gone, "Repealed: {}."),
    ):
        if rows:
            told.append(format_html(pattern, some(_rule(*one) for one in rows)))
    return told


def _rule(pk: int, title: str) -> SafeString:
    return format_html("“{}”", _link(reverse("ruleset:rule", args=[pk]), title))


def _gamestate(facts: Facts) -> list[SafeString]:
    if not facts.updates:
        return []
    first, last = facts.week.monday, facts.week.monday + timedelta(days=6)
    url = f"{reverse('gamestate:log')}?since={first:%Y-%m-%d}&until={last:%Y-%m-%d}"
    told = [format_html("Values changed in {}.", _link(url, count(facts.updates, "update")))]
    return told + [_move(one) for one in facts.moved[:FEW]]


def _move(one: Moved) -> SafeString:
    what = _link(reverse("gamestate:variable", args=[one.variable]), one.what)
    whose = format_html(" of {}", one.whose) if one.whose else ""
    verb = "rose" if one.by > 0 else "fell"
    return format_html("{}{} {} from {} to {}.", what, whose, verb, _figure(one.old), _figure(one.new))


def _figure(number: Fraction) -> str:
    """A number as it stands in the tracker: "12", "-3", "1.5"."""
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.10g}"


def _dice(facts: Facts) -> list[SafeString]:
    if not facts.rolls:
        return []
    log = _link(reverse("gamestate:dice_log"), capital(count(facts.rolls, "roll")))
    told = [format_html("{} {} made.", log, "was" if facts.rolls == 1 else "were")]
    return told + [_rare(one) for one in facts.rare[:2] if one.odds.chance <= RARE]


def _rare(one: Rolled) -> SafeString:
    link = _link(one.roll.get_absolute_url(), one.roll.told)
    far = "much or more" if one.odds.high else "little or less"
    return format_html(
        "{} rolled {}: so {} comes once in {} times.", one.roll.name, link, far, one.odds.once_in
    )
